/** Two shelves of the home page: continue watching, and latest films. An empty shelf is not rendered. */
import type { Device } from '@homeport/contract/device.ts'
import type { Film } from '@homeport/contract/movie/movie.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { durationOf } from '../kit/text/format.ts'
import { useText } from '../kit/lang.ts'
import { useSettledQueries } from '../kit/query/use-settled-queries.ts'
import { classes } from '../ui/classes.ts'
import layoutStyles from '../ui/layout.module.css'
import railStyles from '../ui/rail.module.css'
import sectionHeadStyles from '../ui/section-head.module.css'
import textStyles from '../ui/text.module.css'
import { FilmCard } from './card.tsx'
import { detailOf, subscribeToMovies, libraryPath, newest, seenPercent } from './data.ts'
import filmCardStyles from './film-card.module.css'
import { useKeepShelfPosition } from './keep-shelf-position.ts'
import { Poster } from './poster.tsx'
import styles from './shelves.module.css'
import { episodeNumber } from '../shared/episode-number.ts'
import { shelfText } from './shelf-text.ts'
import { useShownWatched } from './unseen-episode.ts'
import { begun, continuePath, type Watched } from './continue-data.ts'

/** isLed: the first one that can be gone on with stands above, as the hero. */
type Props = { device: Device; isLed?: boolean; settled: () => void; children: (hasFilms: boolean) => ReactNode }

/** `children`: rendered below; told whether there are films above. */
export function Shelves({ device, isLed = false, settled, children }: Props) {
  const words = useText(shelfText)
  const client = useQueryClient()
  useEffect(() => subscribeToMovies(client, device), [client, device])
  const [seen, came] = [useQuery(begun(device)), useQuery(newest(device))]
  useSettledQueries([seen, came], settled)
  const goOn = useShownWatched(device, seen.data?.data.slice(isLed ? 1 : 0) ?? [])
  const added = came.data?.data ?? []
  return (
    <>
      {goOn.length > 0 && (
        <Shelf title={words.goOn} all={words.all} path={continuePath} ids={idsOf(goOn.map(({ film }) => film))}>
          {goOn.map((watched) => (
            <li className={styles.continueCard} key={watched.film.id}>
              <Begun watched={watched} />
            </li>
          ))}
        </Shelf>
      )}
      <Added films={added} />
      {!came.isPending && children(added.length > 0)}
    </>
  )
}

/** The latest films, where nothing else asks for them; nothing until there are some. */
export function AddedShelf({ device }: { device: Device }) {
  return <Added films={useQuery(newest(device)).data?.data ?? []} />
}

function Added({ films }: { films: readonly Film[] }) {
  const words = useText(shelfText)
  if (films.length === 0) return null
  return (
    <Shelf title={words.fresh} all={words.all} path={libraryPath} ids={idsOf(films)}>
      {films.map((film) => (
        <li className={styles.newCard} key={film.id}>
          <FilmCard film={film} />
        </li>
      ))}
    </Shelf>
  )
}

const idsOf = (films: readonly Film[]) => films.map(({ id }) => id).join()

type ShelfProps = { title: string; all: string; path: string; ids: string; children: ReactNode }

function Shelf({ title, all, path, ids, children }: ShelfProps) {
  const list = useKeepShelfPosition(ids)
  return (
    <section className={layoutStyles.section}>
      <div className={sectionHeadStyles.sectionHead}>
        <h2>{title}</h2>
        <a href={`#${path}`} aria-label={`${all} · ${title}`}>
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

function Begun({ watched: { film, episode, position_ms } }: { watched: Watched }) {
  const words = useText(shelfText)
  const { duration_ms } = episode ?? film
  const remaining = duration_ms && position_ms > 0 ? words.leftToWatch(durationOf((duration_ms - position_ms) / 1000)) : ''
  const isNext = episode !== null && position_ms === 0
  const number = episode && episodeNumber(episode)
  return (
    <a className={filmCardStyles.card} href={detailOf(film.id)}>
      <Poster
        poster={episode?.still || film.backdrop || film.poster}
        title={film.title}
        percent={seenPercent({ position_ms, duration_ms })}
        isWide
      />
      <p className={classes(textStyles.oneLine, filmCardStyles.title)}>{film.title}</p>
      <p className={classes(textStyles.oneLine, textStyles.numeric)}>
        {isNext ? words.nextEpisode(number ?? '') : [number, remaining].filter(Boolean).join(' · ') || '\u00a0'}
      </p>
    </a>
  )
}
