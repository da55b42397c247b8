/** Further actions on an episode: play it from the start, mark it, play one of its versions. */
import type { Episode } from '@homeport/contract/movie/series.ts'
import { Check, RotateCcw } from 'lucide-react'
import { calendarDay } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { PlayIcon, TakeIcon } from '../../ui/icon.tsx'
import listStyles from '../../ui/list.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import { VersionFacts } from '../film/versions.tsx'
import { useEpisodeTitle } from './episode-row.tsx'
import styles from './series.module.css'
import { seriesText } from './series-text.ts'

type Props = {
  episode: Episode
  isOpen: boolean
  onClose: () => void
  playFromStart: () => void
  playFile: (fileId: string) => void
  mark: (isWatched: boolean) => void
  take: () => void
}

export function EpisodeSheet({ episode, isOpen, onClose, playFromStart, playFile, mark, take }: Props) {
  const words = useText(seriesText)
  const { files, overview, air_date, is_watched } = episode
  const then = (run: () => void) => () => {
    onClose()
    run()
  }
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={useEpisodeTitle(episode)} closeLabel={useText(commonText).close}>
      {air_date !== '' && <p className={textStyles.caption}>{calendarDay(air_date)}</p>}
      {overview !== '' && <p className={styles.overview}>{overview}</p>}
      <button type="button" className={listStyles.choice} onClick={then(playFromStart)}>
        <RotateCcw size={24} strokeWidth={1.75} aria-hidden="true" />
        {words.fromStart}
      </button>
      <button type="button" className={listStyles.choice} onClick={then(() => mark(!is_watched))}>
        <Check size={24} strokeWidth={1.75} aria-hidden="true" />
        {is_watched ? words.markUnwatched : words.markWatched}
      </button>
      {files.length > 0 && (
        <button type="button" className={listStyles.choice} onClick={then(take)}>
          <TakeIcon />
          {words.takeAlong}
        </button>
      )}
      {files.length > 1 &&
        files.map((file) => (
          <button
            key={file.id}
            type="button"
            className={listStyles.option}
            aria-label={`${words.playVersion}: ${file.file_name}`}
            onClick={then(() => playFile(file.id))}
          >
            <PlayIcon />
            <VersionFacts file={file} />
          </button>
        ))}
    </Sheet>
  )
}
