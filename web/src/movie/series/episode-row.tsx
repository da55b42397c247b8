/** An episode: still, number and title, length or what is left, and a button for more. */
import type { Episode } from '@homeport/contract/movie/series.ts'
import { Ellipsis } from 'lucide-react'
import { durationOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import textStyles from '../../ui/text.module.css'
import { seenPercent } from '../data.ts'
import { Poster } from '../poster.tsx'
import styles from './series.module.css'
import { numberSpan } from '../../shared/episode-number.ts'
import { seriesText } from './series-text.ts'

type Props = { episode: Episode; isPlaying: boolean; play: () => void; more: () => void }

export function EpisodeRow({ episode, isPlaying, play, more }: Props) {
  const words = useText(seriesText)
  const title = useEpisodeTitle(episode)
  const facts = useFacts(episode, isPlaying)
  return (
    <>
      <button type="button" className={styles.episode} onClick={play}>
        <span className={styles.still} aria-hidden="true">
          <Poster
            poster={episode.still}
            title={numberSpan(episode)}
            isWatched={episode.is_watched}
            percent={seenPercent(episode)}
            isWide
          />
        </span>
        <span className={layoutStyles.grow}>
          <span className={classes(styles.title, textStyles.twoLines)}>
            <span className={textStyles.visuallyHidden}>{words.play} </span>
            {title}
          </span>
          <span className={classes(textStyles.caption, textStyles.numeric, layoutStyles.block)}>{facts}</span>
        </span>
      </button>
      <IconButton label={words.more(title)} aria-haspopup="dialog" onClick={more}>
        <Ellipsis strokeWidth={1.75} />
      </IconButton>
    </>
  )
}

/** '4. The Pilot’s Daughter'; without a title 'Episode 4'. */
export function useEpisodeTitle({ number, number_end, title, files }: Episode): string {
  const words = useText(seriesText)
  const numbers = numberSpan({ number, number_end })
  if (title === '') return numbers === '' ? (files[0]?.file_name ?? '') : words.episode(numbers)
  return numbers === '' ? title : `${numbers}. ${title}`
}

/** '51 min · watched', '29 min left'. */
function useFacts({ duration_ms, position_ms, is_watched }: Episode, isPlaying: boolean): string {
  const words = useText(seriesText)
  if (isPlaying) return words.playing
  if (position_ms && duration_ms && !is_watched) return words.left(durationOf((duration_ms - position_ms) / 1000))
  return [duration_ms !== null && durationOf(duration_ms / 1000), is_watched && words.watched].filter(Boolean).join(' · ')
}

export function EpisodeSkeleton() {
  return (
    <div className={styles.episode} aria-hidden="true">
      <span className={styles.still}>
        <span className={styles.stillSkeleton} />
      </span>
      <span className={layoutStyles.grow}>
        <Skeleton width="70%" height={16} isLate />
        <Skeleton width="40%" height={13} above={8} isLate />
      </span>
    </div>
  )
}
