/** Two shelves of the home page: continue watching, and latest films. An empty shelf is not rendered. */
import type { Device } from '@homeport/contract/device.ts'
import type { Film } from '@homeport/contract/movie.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { durationOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { useSettledQueries } from '../kit/use-settled-queries.ts'
import { classes } from '../ui/classes.ts'
import layoutStyles from '../ui/layout.module.css'
import railStyles from '../ui/rail.module.css'
import sectionHeadStyles from '../ui/section-head.module.css'
import textStyles from '../ui/text.module.css'
import { FilmCard } from './card.tsx'
import { detailOf, hearMovies, history, libraryPath, newest, seenPercent } from './data.ts'
import filmCardStyles from './film-card.module.css'
import { useKeepShelfPosition } from './keep-shelf-position.ts'
import { Poster } from './poster.tsx'
import styles from './shelves.module.css'
import { movieText } from './text.ts'

type Props = { device: Device; settled: () => void; children: (hasFilms: boolean) => ReactNode }

/** `children`: rendered below; told whether there are films above. */
export function Shelves({ device, settled, children }: Props) {
  const words = useText(movieText)
  const client = useQueryClient()
  useEffect(() => hearMovies(client, device), [client, device])
  const [seen, came] = [useQuery(history(device)), useQuery(newest(device))]
  useSettledQueries([seen, came], settled)
  const begun = seen.data?.data.map(({ film }) => film).filter((film) => !film.is_watched && seenPercent(film) !== null) ?? []
  const added = came.data?.data ?? []
  return (
    <>
      {begun.length > 0 && (
        <Shelf title={words.goOn} all={words.all} ids={idsOf(begun)}>
          {begun.map((film) => (
            <li className={styles.continueCard} key={film.id}>
              <Begun film={film} />
            </li>
          ))}
        </Shelf>
      )}
      {added.length > 0 && (
        <Shelf title={words.fresh} all={words.all} ids={idsOf(added)}>
          {added.map((film) => (
            <li className={styles.newCard} key={film.id}>
              <FilmCard film={film} />
            </li>
          ))}
        </Shelf>
      )}
      {!came.isPending && children(added.length > 0)}
    </>
  )
}

const idsOf = (films: readonly Film[]) => films.map(({ id }) => id).join()

function Shelf({ title, all, ids, children }: { title: string; all: string; ids: string; children: ReactNode }) {
  const list = useKeepShelfPosition(ids)
  return (
    <section className={layoutStyles.section}>
      <div className={sectionHeadStyles.sectionHead}>
        <h2>{title}</h2>
        <a href={`#${libraryPath}`} aria-label={`${all} · ${title}`}>
          {all}
          <ChevronRight size={18} strokeWidth={1.75} />
        </a>
      </div>
      <ul className={classes(railStyles.rail, styles.rail)} ref={list}>
        {children}
      </ul>
    </section>
  )
}

function Begun({ film }: { film: Film }) {
  const words = useText(movieText)
  const remaining = ((film.duration_ms ?? 0) - (film.position_ms ?? 0)) / 1000
  return (
    <a className={filmCardStyles.card} href={detailOf(film.id)}>
      <Poster poster={film.poster} title={film.title} percent={seenPercent(film)} isWide />
      <p className={classes(textStyles.oneLine, filmCardStyles.title)}>{film.title}</p>
      <p className={classes(textStyles.oneLine, textStyles.numeric)}>{words.leftToWatch(durationOf(remaining))}</p>
    </a>
  )
}
