/** A film: picture, details, versions, people and what else there is. The parts that play and mend it are passed in by the page. */
import type { Device } from '@homeport/contract/device.ts'
import type { FilmDetail } from '@homeport/contract/movie/movie.ts'
import type { ReactNode } from 'react'
import { durationOf, qualityOf } from '../../kit/text/format.ts'
import { lang, useText } from '../../kit/lang.ts'
import { classes } from '../../ui/classes.ts'
import sectionHeadStyles from '../../ui/section-head.module.css'
import skeletonStyles from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FavoriteButton } from './favorite-button.tsx'
import { FilmFrame } from './film-frame.tsx'
import { CollectionLink, People } from './film-links.tsx'
import styles from './film-page.module.css'
import { filmText } from '../film-text.ts'
import { Plot } from './plot.tsx'
import posterStyles from '../poster.module.css'
import { regionName } from '../region-name.ts'
import { RelatedFilms } from './related-films.tsx'
import { Versions } from './versions.tsx'
import { useMarkWatched, WatchedButton } from './watched-button.tsx'

type Props = {
  device: Device
  film: FilmDetail
  above: ReactNode
  note: ReactNode
  play: ReactNode
  queue: ReactNode
  fix: ReactNode
  /** The file to play; '' for the first. */
  chosenId: string
  onSelect: (fileId: string) => void
}

export function FilmPage({ device, film, above, note, play, queue, fix, chosenId, onSelect }: Props) {
  const words = useText(filmText)
  const mark = useMarkWatched(device)
  const length = film.duration_ms === null ? null : durationOf(film.duration_ms / 1000)
  return (
    <FilmFrame
      film={film}
      facts={[film.year, length, qualityOf(film.quality), film.region && regionName(film.region, lang.get())]}
      above={above}
      note={note}
      play={play}
      actions={
        <>
          <FavoriteButton device={device} film={film} />
          <WatchedButton
            label={words.markWatched}
            isWatched={film.is_watched}
            toggle={() => mark({ id: film.id, isWatched: !film.is_watched })}
          />
          {queue}
        </>
      }
    >
      <div className={styles.lower}>
        <div className={styles.plot}>
          <Plot key={film.overview} text={film.overview} />
          {film.collection && <CollectionLink collection={film.collection} />}
        </div>
        <section className={styles.files}>
          <div className={sectionHeadStyles.sectionHead}>
            <h2>{words.versions}</h2>
          </div>
          <Versions files={film.files} chosenId={chosenId} onSelect={onSelect} />
          {fix}
        </section>
        <div className={styles.people}>{film.people.length > 0 && <People people={film.people} />}</div>
      </div>
      <RelatedFilms device={device} film={film} />
    </FilmFrame>
  )
}

/** above: as of the film, so that nothing moves when it comes. */
export function FilmSkeleton({ above }: Pick<Props, 'above'>) {
  return (
    <div className={styles.page} aria-busy="true">
      <div className={styles.backdrop} />
      {above}
      <div className={styles.body}>
        <div className={styles.head}>
          <span className={classes(posterStyles.poster, skeletonStyles.late)} />
          <h1 aria-hidden="true">
            <Skeleton width="70%" height={28} isLate />
          </h1>
          <div className={styles.factLines}>
            <Skeleton width="50%" height={14} above={14} isLate />
          </div>
          <div className={styles.actions}>
            <Skeleton height={52} radius={14} isLate />
          </div>
        </div>
      </div>
    </div>
  )
}
