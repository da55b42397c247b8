/** Related films on the box: the collection's other films, else those that share a genre; and those of its director or first actor that are not among them. */
import type { Device } from '@homeport/contract/device.ts'
import type { FilmDetail } from '@homeport/contract/movie/movie.ts'
import type { Film } from '@homeport/contract/movie/movie.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useText } from '../../kit/lang.ts'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import railStyles from '../../ui/rail.module.css'
import sectionHeadStyles from '../../ui/section-head.module.css'
import { FilmCard } from '../card.tsx'
import { films } from '../data.ts'
import { eachOnce } from './film-links.tsx'
import type { Filter } from '../filter.ts'
import { filmText } from '../film-text.ts'
import styles from '../shelves.module.css'

const shelfLength = 12
const byRating = { sort: 'rating', order: 'desc', limit: shelfLength + 1 } as const

export function RelatedFilms({ device, film }: { device: Device; film: FilmDetail }) {
  const words = useText(filmText)
  const { collection, genres } = film
  const sameCollection = useRelated(device, film.id, collection ? { collection: collection.id } : null)
  const isAlone = collection === null || sameCollection?.length === 0
  const [mainGenre] = genres
  const sameGenre = useRelated(device, film.id, isAlone && mainGenre ? { genres: [mainGenre], kind: film.kind } : null)
  const related = sameCollection?.length ? sameCollection : sameGenre
  return (
    <>
      {related !== undefined && (
        <Shelf title={collection && sameCollection?.length ? words.moreOf(collection.name) : words.moreLike} films={related} />
      )}
      <ByPerson device={device} film={film} shown={related ?? []} />
    </>
  )
}

const leadingPeople = 3

/** The films of the first of its leading people who has one on the box that is not shown yet. */
function ByPerson({ device, film, shown }: { device: Device; film: FilmDetail; shown: readonly Film[] }) {
  const words = useText(filmText)
  const people = eachOnce(film.people).slice(0, leadingPeople)
  const lists = useQueries({
    queries: people.map(({ id }) => films(device, { ...byRating, filter: { person: id } }, 1)),
  }).map(({ data }) => othersIn(data?.data ?? [], film.id).filter(({ id }) => !shown.some((one) => one.id === id)))
  const at = lists.findIndex((others) => others.length > 0)
  const [person, others] = [people[at], lists[at]]
  return person && others ? <Shelf title={words.moreBy(person.name)} films={others} /> : null
}

const othersIn = (all: readonly Film[], filmId: string) => all.filter(({ id }) => id !== filmId).slice(0, shelfLength)

function Shelf({ title, films: related }: { title: string; films: readonly Film[] }) {
  if (related.length === 0) return null
  return (
    <section className={layoutStyles.section}>
      <div className={sectionHeadStyles.sectionHead}>
        <h2>{title}</h2>
      </div>
      <ul className={classes(railStyles.rail, styles.rail)}>
        {related.map((one) => (
          <li key={one.id} className={styles.newCard}>
            <FilmCard film={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Without the film itself; undefined while loading and without a filter. */
function useRelated(device: Device, filmId: string, filter: Filter | null) {
  const list = useQuery({ ...films(device, { ...byRating, filter: filter ?? {} }, 1), enabled: filter !== null })
  return filter === null ? undefined : list.data && othersIn(list.data.data, filmId)
}
