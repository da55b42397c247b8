/** The row of a subtitle, and the subtitles in the order in which they are listed. */
import type { SubtitleTrack } from '@homeport/contract/shape/track.ts'
import { useText } from '../../kit/lang.ts'
import type { TrackName } from './tracks-names.ts'
import { TrackRow } from './tracks-row.tsx'
import { tracksText } from './tracks-text.ts'

export type RowOf<T> = { track: T; named: TrackName | undefined; isChosen: boolean; onSelect: () => void }

export function SubtitleRow({ track, named, isChosen, isLoading, onSelect }: RowOf<SubtitleTrack> & { isLoading: boolean }) {
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

export function readableFirst(subtitles: readonly SubtitleTrack[]): SubtitleTrack[] {
  const isReadable = ({ trouble }: SubtitleTrack) => trouble === ''
  return [...subtitles.filter(isReadable), ...subtitles.filter((track) => !isReadable(track))]
}
