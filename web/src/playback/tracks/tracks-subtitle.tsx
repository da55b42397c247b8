/** The subtitles to choose one from, or none; those that cannot be shown come last. */
import type { SubtitleTrack } from '@homeport/contract/shape/film/track.ts'
import { useText } from '../../kit/lang.ts'
import { subtitleNames, type TrackName } from './tracks-names.ts'
import { TrackRow } from './tracks-row.tsx'
import { tracksText } from './tracks-text.ts'

export type RowOf<T> = { track: T; named: TrackName | undefined; isChosen: boolean; onSelect: () => void }

type ListProps = {
  label: string
  all: readonly SubtitleTrack[]
  /** One that is chosen already elsewhere. */
  without?: string
  chosen: string
  isLoading: boolean
  /** '' for none. */
  onSelect: (id: string) => void
}

export function SubtitleList({ label, all, without, chosen, isLoading, onSelect }: ListProps) {
  const texts = useText(tracksText)
  const names = subtitleNames(all, texts)
  const isReadable = ({ trouble }: SubtitleTrack) => trouble === ''
  const offered = all.filter(({ id }) => id !== without)
  return (
    <div role="radiogroup" aria-label={label}>
      <TrackRow isChosen={chosen === ''} onSelect={() => onSelect('')} name={texts.off} />
      {[...offered.filter(isReadable), ...offered.filter((track) => !isReadable(track))].map((track) => (
        <SubtitleRow
          key={track.id}
          track={track}
          named={names.get(track.id)}
          isChosen={track.id === chosen}
          isLoading={isLoading && track.id === chosen}
          onSelect={() => onSelect(track.id)}
        />
      ))}
    </div>
  )
}

function SubtitleRow({ track, named, isChosen, isLoading, onSelect }: RowOf<SubtitleTrack> & { isLoading: boolean }) {
  const texts = useText(tracksText)
  const { source, format, trouble } = track
  const origin = source === 'inside' ? texts.inside : source === 'fetched' ? texts.fetched : format
  return (
    <TrackRow
      isChosen={isChosen}
      onSelect={onSelect}
      name={named?.name}
      language={track.language}
      note={[named?.note, trouble && texts[trouble]].filter(Boolean).join(' · ')}
      facts={isLoading ? texts.loading : origin}
      isDisabled={trouble !== ''}
    />
  )
}
