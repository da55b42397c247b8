/** A row for a film or an episode that the user began or finished: it leads to the film, and its button takes it out of the list. */
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import textStyles from '../../ui/text.module.css'
import type { Watched } from '../continue-data.ts'
import { detailOf, seenPercent } from '../data.ts'
import { Poster } from '../poster.tsx'
import styles from './history.module.css'

/** remove: what the button is called, and what it does. */
type Props = { watched: Watched; title: string; facts: string; remove: { label: string; run: () => void }; children?: ReactNode }

/** `children`: a line below the title. */
export function WatchedRow({ watched, title, facts, remove, children }: Props) {
  const { film, episode, position_ms, is_watched } = watched
  return (
    <>
      <a className={styles.link} href={detailOf(film.id)}>
        <span className={styles.still}>
          <Poster
            poster={episode?.still || film.backdrop || film.poster}
            title={film.title}
            isWatched={is_watched}
            percent={seenPercent({ position_ms, duration_ms: (episode ?? film).duration_ms })}
            isWide
          />
        </span>
        <span className={layoutStyles.grow}>
          <span className={classes(textStyles.label, textStyles.twoLines)}>{title}</span>
          {children}
          <span className={classes(textStyles.caption, textStyles.numeric, layoutStyles.block)}>{facts}</span>
        </span>
      </a>
      <IconButton label={remove.label} onClick={remove.run}>
        <X strokeWidth={1.75} />
      </IconButton>
    </>
  )
}

export function WatchedSkeleton() {
  return <SkeletonRows rows={6} rowClass={styles.entry} picture={{ width: '112px', height: 63, radius: 10 }} />
}
