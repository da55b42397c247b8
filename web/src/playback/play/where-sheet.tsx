/** The sheet to choose a TV: paired TVs with their state, and pairing a new one. Rename and remove are elsewhere. */
import type { Device } from '@homeport/contract/device.ts'
import type { Screen } from '@homeport/contract/playback/screen.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { now } from '../../kit/time/clock.ts'
import { durationOf, formatClock, timeOfDay } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { ConnectionNote } from '../../ui/connection-line.tsx'
import { PlayIcon, RetryIcon, WarnIcon } from '../../ui/icon.tsx'
import noteStyles from '../../ui/note.module.css'
import overlayStyles from '../../ui/overlay.module.css'
import { Segments } from '../../ui/segments.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import textStyles from '../../ui/text.module.css'
import { awayWay } from '../../shared/away-way.ts'
import { ownScreens, screens } from '../screens-data.ts'
import { HereRow } from './here-row.tsx'
import type { PlayWish } from './intent.ts'
import { unnamedTv } from '../screens/name-tv.tsx'
import { NewTv } from '../screens/new-tv.tsx'
import styles from '../screens.module.css'
import { playbackText } from '../text.ts'
import { TvRow } from '../screens/tv-row.tsx'
import { watchHere } from './watch-here.ts'

/** In place of the id of a TV. */
const hereId = 'here'

type Props = {
  device: Device
  intent: PlayWish
  isOpen: boolean
  onClose: () => void
  onSelect: (screen: { screen_id: string; name: string }, point: number) => void
}

export function WhereSheet({ device, intent, isOpen, onClose, onSelect }: Props) {
  const words = useText(playbackText)
  const common = useText(commonText)
  const list = useQuery({ ...screens(device), enabled: isOpen && device.online === 1 })
  const away = useQuery({ ...awayWay(device.devsn), enabled: isOpen && device.online === 1 })
  const [chosenId, setChosen] = useState('')
  const [point, setPoint] = useState(intent.point)
  const firstField = useRef<HTMLInputElement>(null)
  const client = useQueryClient()
  const watching = useMutation({ mutationFn: () => watchHere(client, point) })
  const isHere = chosenId === hereId
  const tvs = ownScreens(list.data).filter(({ kind }) => kind === 'tv')
  const chosen = tvs.find((tv) => tv.screen_id === chosenId) ?? tvs.find((tv) => tv.is_online) ?? tvs[0]
  const waits = (list.data?.waiting.length ?? 0) > 0
  const newTv = list.data && (waits || !tvs.some((tv) => tv.is_online)) && (
    <NewTv
      device={device}
      list={list.data}
      heardAt={list.dataUpdatedAt}
      isFirst={tvs.length === 0}
      field={firstField}
      admitted={(screen: Screen) => {
        unnamedTv.set(screen)
        onSelect(screen, point)
      }}
    />
  )
  const title = tvs.length > 0 ? words.playOn : waits ? words.tvWaits : words.connect
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      closeLabel={common.close}
      {...(tvs.length === 0 && waits ? { first: firstField } : {})}
      foot={
        isHere ? (
          <Button
            variant="main"
            isWide
            isBusy={watching.isPending}
            disabled={device.online !== 1}
            icon={<PlayIcon size={22} />}
            onClick={() => watching.mutate()}
          >
            {words.watchHere}
          </Button>
        ) : (
          chosen && <Foot intent={intent} point={point} screen={chosen} play={() => onSelect(chosen, point)} />
        )
      }
    >
      <ConnectionNote />
      {list.isError && !list.data && (
        <>
          <p className={noteStyles.note} role="alert">
            <WarnIcon size={18} />
            {words.screensFailed}
          </p>
          <Button isWide icon={<RetryIcon size={20} />} onClick={() => void list.refetch()}>
            {common.retry}
          </Button>
        </>
      )}
      {list.isPending && device.online === 1 && <Skeleton height={64} radius={14} isLate />}
      {/* The title speaks of a TV that is not connected yet: what follows is about it. */}
      {tvs.length === 0 && newTv}
      {list.data && (
        <div role="radiogroup" aria-label={words.playOn}>
          {tvs.map((tv) => (
            <TvRow key={tv.screen_id} screen={tv} isChosen={!isHere && tv === chosen} onSelect={() => setChosen(tv.screen_id)} />
          ))}
          <HereRow way={away.data} isChosen={isHere} onSelect={() => setChosen(hereId)} />
        </div>
      )}
      {list.data && intent.left > 0 && (
        <div className={styles.startPoint}>
          <Segments
            label={words.begin}
            chosen={point > 0 ? 'left' : 'start'}
            onSelect={(key) => setPoint(key === 'left' ? intent.left : 0)}
            segments={[
              { key: 'left', label: words.resumeFrom(formatClock(intent.left)) },
              { key: 'start', label: words.fromStart },
            ]}
          />
        </div>
      )}
      {tvs.length > 0 && newTv}
    </Sheet>
  )
}

type FootProps = { intent: PlayWish; point: number; screen: Screen; play: () => void }

function Foot({ intent, point, screen, play }: FootProps) {
  const words = useText(playbackText)
  const remaining = intent.duration > point ? intent.duration - point : 0
  return (
    <>
      <Button variant="main" isWide icon={<PlayIcon size={22} />} aria-label={words.playOnTv(screen.name)} onClick={play}>
        <PlayOn name={screen.name} />
      </Button>
      {!screen.is_online ? (
        <p className={overlayStyles.afterword}>{words.startsWhenOn(screen.name)}</p>
      ) : (
        remaining > 0 && (
          <p className={classes(overlayStyles.afterword, textStyles.numeric)}>
            {words.leftEnds(durationOf(remaining / 1000), timeOfDay(now() + remaining))}
          </p>
        )
      )}
    </>
  )
}

/** A long name gives way, the words around it never do. */
function PlayOn({ name }: { name: string }) {
  const words = useText(playbackText)
  if (name === '') return words.playOnTv('')
  const [before, after] = words.playOnTv('\n').split('\n')
  return (
    <span className={styles.playOn}>
      {before}
      <span className={textStyles.oneLine}>{name}</span>
      {after}
    </span>
  )
}
