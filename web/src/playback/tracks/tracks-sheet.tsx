/** The sheet "Subtitles and audio": the tracks of what plays on a screen, offset and size, and the search for more subtitles. */
import type { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { subtitleSizes, type AudioTrack, type PlayerTracks, type TrackChoice } from '@homeport/contract/shape/film/track.ts'
import { notifyManager, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { ConnectionNote } from '../../ui/connection-line.tsx'
import { RetryIcon, WarnIcon } from '../../ui/icon.tsx'
import noteStyles from '../../ui/note.module.css'
import segmentsStyles from '../../ui/segments.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import textStyles from '../../ui/text.module.css'
import { setTracks, tracksOf, watchTracks, type TracksTarget } from './tracks-data.ts'
import { audioNames, soundFacts, subtitleNames } from './tracks-names.ts'
import { EncodingChoice } from './tracks-encoding.tsx'
import { OffsetStepper } from './tracks-offset.tsx'
import { TrackRow } from './tracks-row.tsx'
import { SecondaryChoice } from './tracks-secondary.tsx'
import { SubtitleList, type RowOf } from './tracks-subtitle.tsx'
import { SubtitleFinder } from './tracks-search.tsx'
import { tracksText } from './tracks-text.ts'
import styles from './tracks.module.css'

type Props = { info: Pick<PlayerInfo, 'screen_id' | 'path' | 'title'>; isOpen: boolean; onClose: () => void }

export function TracksSheet({ info: { screen_id, path }, isOpen, onClose }: Props) {
  const texts = useText(tracksText)
  const [view, setView] = useState<View>('tracks')
  const end = () => {
    onClose()
    setView('tracks')
  }
  return (
    <Sheet
      isOpen={isOpen}
      onClose={end}
      title={{ tracks: texts.title, find: texts.findTitle, encoding: texts.encodingTitle, secondary: texts.secondary }[view]}
      closeLabel={useText(commonText).close}
      isTall={view === 'find'}
    >
      <ConnectionNote />
      {isOpen &&
        (view === 'find' ? (
          <SubtitleFinder path={path} back={() => setView('tracks')} />
        ) : (
          <Tracks target={{ screen_id, path }} view={view} setView={setView} />
        ))}
    </Sheet>
  )
}

type View = 'tracks' | 'find' | 'encoding' | 'secondary'
type TracksProps = { target: TracksTarget; view: View; setView: (view: View) => void }

function Tracks({ target, view, setView }: TracksProps) {
  const common = useText(commonText)
  const texts = useText(tracksText)
  const client = useQueryClient()
  const { screen_id, path } = target
  const tracks = useQuery(tracksOf(target))
  const setting = useMutation(setTracks(client, target))
  useEffect(() => watchTracks(client, { screen_id, path }), [client, screen_id, path])
  // The cache tells its readers in a later task: only then is the choice on screen.
  const choose = (choice: TrackChoice) =>
    setting.mutateAsync(choice).finally(() => new Promise<void>((shown) => notifyManager.schedule(shown)))
  if (tracks.data && view === 'encoding')
    return (
      <EncodingChoice
        target={target}
        subtitle_id={tracks.data.subtitle_id}
        onSelect={(encoding) => void choose({ encoding }).then(() => setView('tracks'))}
        back={() => setView('tracks')}
      />
    )
  if (tracks.data && view === 'secondary')
    return <SecondaryChoice tracks={tracks.data} onSelect={choose} back={() => setView('tracks')} />
  if (tracks.data) return <Lists tracks={tracks.data} onSelect={choose} setView={setView} />
  if (!tracks.isError) return <Skeleton height={200} radius={14} isLate />
  return (
    <>
      <p className={noteStyles.note} role="alert">
        <WarnIcon size={18} />
        {texts.failed}
      </p>
      <Button isWide icon={<RetryIcon size={20} />} onClick={() => void tracks.refetch()}>
        {common.retry}
      </Button>
    </>
  )
}

type ListsProps = Pick<TracksProps, 'setView'> & { tracks: PlayerTracks; onSelect: (choice: TrackChoice) => Promise<unknown> }

function Lists({ tracks, onSelect, setView }: ListsProps) {
  const texts = useText(tracksText)
  const { subtitles, audio, subtitle_id, audio_id, offset_ms, size, is_loading, secondary_id, has_secondary, has_offset } = tracks
  const names = new Map([...subtitleNames(subtitles, texts), ...audioNames(audio, texts.unnamed)])
  return (
    <div className={styles.tracks}>
      <h3>{texts.subtitles}</h3>
      <SubtitleList
        label={texts.subtitles}
        all={subtitles}
        chosen={subtitle_id}
        isLoading={is_loading}
        onSelect={(id) => void onSelect({ subtitle_id: id })}
      />
      {subtitle_id !== '' && subtitles.length > 1 && (
        <WayRow
          name={texts.secondary}
          value={has_secondary ? (names.get(secondary_id)?.name ?? texts.off) : texts.oneOnly}
          open={has_secondary ? () => setView('secondary') : undefined}
        />
      )}
      {subtitle_id !== '' && <WayRow name={texts.looksWrong} open={() => setView('encoding')} />}
      <WayRow name={texts.find} open={() => setView('find')} />
      {subtitle_id !== '' && (
        <>
          <div className={styles.setting}>
            <span>{texts.offset}</span>
            {has_offset ? (
              <OffsetStepper offset={offset_ms} onSelect={(next) => onSelect({ offset_ms: next })} />
            ) : (
              <span className={textStyles.caption}>{texts.noOffset}</span>
            )}
          </div>
          <Sizes size={size} onSelect={(next) => onSelect({ size: next })} />
        </>
      )}
      {audio.length > 0 && (
        <>
          <h3 className={styles.next}>{texts.audio}</h3>
          <div role="radiogroup" aria-label={texts.audio}>
            {audio.map((track) => (
              <AudioRow
                key={track.id}
                track={track}
                named={names.get(track.id)}
                isChosen={track.id === audio_id}
                onSelect={() => onSelect({ audio_id: track.id })}
              />
            ))}
          </div>
        </>
      )}
    </div>
  )
}

/** open: undefined where there is nothing to choose. */
function WayRow({ name, value = '', open }: { name: string; value?: string; open: (() => void) | undefined }) {
  return (
    <button type="button" className={styles.row} aria-disabled={!open || undefined} onClick={open}>
      <span className={styles.name}>{name}</span>
      {value !== '' && <span className={textStyles.caption}>{value}</span>}
      {open && <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />}
    </button>
  )
}

function AudioRow({ track, named, isChosen, onSelect }: RowOf<AudioTrack>) {
  return (
    <TrackRow
      isChosen={isChosen}
      onSelect={onSelect}
      name={named?.name}
      note={named?.note}
      language={track.title === '' ? track.language : ''}
      facts={soundFacts(track)}
    />
  )
}

const letterSize = { s: styles.small, m: styles.medium, l: styles.large }

function Sizes({ size, onSelect }: { size: PlayerTracks['size']; onSelect: (size: PlayerTracks['size']) => void }) {
  const texts = useText(tracksText)
  return (
    <div className={styles.setting} role="radiogroup" aria-label={texts.size}>
      <span aria-hidden="true">{texts.size}</span>
      <div className={classes(segmentsStyles.segments, styles.sizes)}>
        {subtitleSizes.map((one) => (
          <label key={one} className={letterSize[one]}>
            <input
              type="radio"
              className={textStyles.visuallyHidden}
              name="subtitle-size"
              aria-label={texts.sizes[one]}
              checked={one === size}
              onChange={() => onSelect(one)}
            />
            <span aria-hidden="true">{one.toUpperCase()}</span>
          </label>
        ))}
      </div>
    </div>
  )
}
