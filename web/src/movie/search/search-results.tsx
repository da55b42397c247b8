/** The results of a search in the films: the chosen kind page by page, and the first of each other kind. */
import type { Device } from '@homeport/contract/device.ts'
import type { FileHit, FilmHit, PersonHit } from '@homeport/contract/movie/movie.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { formatClock, qualityOf, sizeOf } from '../../kit/text/format.ts'
import { hrefTo } from '../../kit/nav/href.ts'
import { useText } from '../../kit/lang.ts'
import { redirect } from '../../kit/nav/nav.ts'
import { LoadFailed, LoadMore } from '../../shared/query-list.tsx'
import { ShownAt } from '../../ui/as-of.tsx'
import { usePicture } from '../../shared/box-picture.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { art } from '../../ui/drawing.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Highlight } from '../../ui/highlight.tsx'
import { CheckIcon, VideoIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import sectionHeadStyles from '../../ui/section-head.module.css'
import { Segments } from '../../ui/segments.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import textStyles from '../../ui/text.module.css'
import { detailOf, filmsPath } from '../data.ts'
import { genreText } from '../../shared/genre-words.ts'
import { Poster } from '../poster.tsx'
import { lengthOfSeries, shelfText } from '../shelf-text.ts'
import { foundFilms, searchPath, type SearchTab } from './search-data.ts'
import styles from '../film-search.module.css'
import { searchText } from './search-text.ts'

/** tab: undefined where nobody chose one: the first with hits is open. */
type Props = { device: Device; q: string; tab: SearchTab | undefined; isExact: boolean }

const tabs = ['films', 'series', 'files', 'people'] as const

export function FilmSearchResults({ device, q, tab: chosen, isExact }: Props) {
  const words = useText(searchText)
  const matches = useInfiniteQuery(foundFilms(device, { q, tab: chosen ?? 'films', isExact }))
  const hits = matches.data?.pages[0]?.counts
  const tab = chosen ?? tabs.find((one) => hits && hits[one] > 0) ?? 'films'
  const list = useInfiniteQuery(foundFilms(device, { q, tab, isExact }))
  const pages = list.data?.pages ?? matches.data?.pages ?? []
  const first = pages[0]
  if (list.isLoadingError) return <LoadFailed onRetry={() => void list.refetch()} />
  if (!first) return <ResultsSkeleton />
  const { counts, corrected } = first
  const isNothing = tabs.every((one) => counts[one] === 0)
  const address = (more: { tab?: SearchTab; exact?: number }) => ({
    q,
    tab: chosen ?? '',
    ...(isExact ? { exact: 1 } : {}),
    ...more,
  })
  const rows: Record<SearchTab, ReactNode> = {
    films: <FilmHits films={pages.flatMap(({ films }) => films)} />,
    series: <FilmHits films={pages.flatMap(({ series }) => series)} />,
    files: <FileHits files={pages.flatMap(({ files }) => files)} />,
    people: <PeopleHits people={pages.flatMap(({ people }) => people)} />,
  }
  const others = tabs.filter((one) => one !== tab && counts[one] > 0)
  return (
    <>
      <Segments
        label={words.which}
        segments={tabs.map((key) => ({ key, label: words.tabs[key], count: counts[key] }))}
        chosen={tab}
        onSelect={(key) => redirect(hrefTo(searchPath, address({ tab: key })).slice(1))}
      />
      <ShownAt list={{ dataUpdatedAt: first.stale_at === null ? list.dataUpdatedAt : first.stale_at * 1000 }} />
      {corrected !== '' && (
        <p className={classes(styles.corrected, textStyles.secondary)}>
          <span>
            {words.showing} <b>{corrected}</b>
          </span>
          <a href={hrefTo(searchPath, address({ exact: 1 }))}>{words.exactly(q)}</a>
        </p>
      )}
      {isNothing && (
        <EmptyState art={art.films} title={words.none(q)} text={words.noneText} isNear>
          <Button variant="main" onClick={() => redirect(searchPath)}>
            {words.again}
          </Button>
        </EmptyState>
      )}
      {!isNothing && counts[tab] === 0 && <p className={classes(styles.noneOfKind, textStyles.secondary)}>{words.noneOf[tab]}</p>}
      {rows[tab]}
      <LoadMore list={list} />
      {others.map((one) => (
        <section key={one} className={styles.part}>
          <div className={sectionHeadStyles.sectionHead}>
            <h2>{words.tabs[one]}</h2>
            <a href={hrefTo(searchPath, address({ tab: one }))} aria-label={`${words.all(counts[one])} · ${words.tabs[one]}`}>
              {words.all(counts[one])}
              <ChevronRight size={18} strokeWidth={1.75} />
            </a>
          </div>
          {one === 'films' && <FilmHits films={first.films} />}
          {one === 'series' && <FilmHits films={first.series} />}
          {one === 'files' && <FileHits files={first.files} />}
          {one === 'people' && <PeopleHits people={first.people} />}
        </section>
      ))}
    </>
  )
}

type Hit<S extends z.ZodMiniType> = z.infer<S>

function FilmHits({ films }: { films: readonly Hit<typeof FilmHit>[] }) {
  return (
    <ul className={styles.hits}>
      {films.map((film) => (
        <li key={film.id}>
          <FilmRow film={film} />
        </li>
      ))}
    </ul>
  )
}

function FilmRow({ film }: { film: Hit<typeof FilmHit> }) {
  const words = useText(searchText)
  const { genre } = useText(genreText)
  const own = useText(shelfText)
  const kind = film.genres.slice(0, 2).map(genre).join(', ')
  const facts = [film.year, film.kind === 'series' && lengthOfSeries(film, own), kind, qualityOf(film.quality)].filter(Boolean)
  return (
    <a className={styles.hit} href={detailOf(film.id)}>
      <span className={styles.poster}>
        <Poster poster={film.poster} title={film.title} />
      </span>
      <span className={layoutStyles.grow}>
        <span className={styles.title} dir="auto">
          <Highlight parts={film.marked_title} />
        </span>
        <span className={classes(styles.facts, textStyles.numeric)}>{facts.join(' · ')}</span>
        {film.is_watched ? (
          <span className={styles.facts}>
            <CheckIcon size={16} /> {words.watched}
          </span>
        ) : (
          film.position_ms !== null &&
          film.position_ms > 0 && <span className={styles.facts}>{words.leftAt(formatClock(film.position_ms))}</span>
        )}
      </span>
      <ChevronRight className={styles.chevron} size={20} strokeWidth={1.75} aria-hidden="true" />
    </a>
  )
}

function FileHits({ files }: { files: readonly Hit<typeof FileHit>[] }) {
  return (
    <ul className={styles.hits}>
      {files.map(({ id, movie_id, path, file_size, marked_name }) => (
        <li key={id}>
          <a className={styles.hit} href={detailOf(movie_id)}>
            <span className={styles.tile}>
              <VideoIcon />
            </span>
            <span className={layoutStyles.grow}>
              <span className={styles.name} dir="auto">
                <Highlight parts={marked_name} />
              </span>
              <span className={classes(styles.facts, textStyles.numeric)}>
                {[sizeOf(file_size), folderOf(path)].filter(Boolean).join(' · ')}
              </span>
            </span>
            <ChevronRight className={styles.chevron} size={20} strokeWidth={1.75} aria-hidden="true" />
          </a>
        </li>
      ))}
    </ul>
  )
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}

function PeopleHits({ people }: { people: readonly Hit<typeof PersonHit>[] }) {
  return (
    <ul className={styles.hits}>
      {people.map((person) => (
        <li key={person.id}>
          <PersonLine person={person} />
        </li>
      ))}
    </ul>
  )
}

function PersonLine({ person: { id, photo, films, marked_name } }: { person: Hit<typeof PersonHit> }) {
  const words = useText(searchText)
  const src = usePicture(photo)
  const name = marked_name.map(({ text }) => text).join('')
  return (
    <a className={styles.hit} href={hrefTo(filmsPath, { person: id, title: name })}>
      <Avatar name={name} src={src} />
      <span className={layoutStyles.grow}>
        <span className={styles.title} dir="auto">
          <Highlight parts={marked_name} />
        </span>
        <span className={classes(styles.facts, textStyles.numeric)}>{words.films(films)}</span>
      </span>
      <ChevronRight className={styles.chevron} size={20} strokeWidth={1.75} aria-hidden="true" />
    </a>
  )
}

function ResultsSkeleton() {
  return <SkeletonRows className={styles.hits} rowClass={styles.hit} picture={{ width: '56px', height: 84, radius: 6 }} />
}
