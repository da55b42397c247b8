/** From a film to others: its genres, its collection, its people. Each opens the films of this box that share it. */
import type { FilmDetail, FilmPerson } from '@homeport/contract/movie/movie.ts'
import { ChevronRight, Library } from 'lucide-react'
import { hrefTo } from '../../kit/nav/href.ts'
import { useText } from '../../kit/lang.ts'
import { usePicture } from '../../shared/box-picture.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import railStyles from '../../ui/rail.module.css'
import sectionHeadStyles from '../../ui/section-head.module.css'
import textStyles from '../../ui/text.module.css'
import { filmsPath } from '../data.ts'
import styles from './film-links.module.css'
import { genreText } from '../../shared/genre-words.ts'
import { movieText } from '../text.ts'

export function GenreLinks({ genres }: { genres: readonly string[] }) {
  const { genre } = useText(genreText)
  return (
    <p className={styles.genres}>
      {genres.map((key) => (
        <a key={key} href={hrefTo(filmsPath, { genres: key, title: genre(key) })}>
          {genre(key)}
        </a>
      ))}
    </p>
  )
}

export function CollectionLink({ collection }: { collection: NonNullable<FilmDetail['collection']> }) {
  const { id, name } = collection
  return (
    <div className={classes(listStyles.list, styles.collection)}>
      <a className={listStyles.row} href={hrefTo(filmsPath, { collection: id, title: name })}>
        <Library size={24} strokeWidth={1.75} aria-hidden="true" />
        <span className={layoutStyles.grow}>{name}</span>
        <ChevronRight className={listStyles.chevron} size={20} strokeWidth={1.75} aria-hidden="true" />
      </a>
    </div>
  )
}

export function People({ people }: { people: readonly FilmPerson[] }) {
  const words = useText(movieText)
  return (
    <section className={styles.people}>
      <div className={sectionHeadStyles.sectionHead}>
        <h2>{words.people}</h2>
      </div>
      <ul className={classes(railStyles.rail, styles.rail)}>
        {eachOnce(people).map((person) => (
          <li key={person.id} className={styles.person}>
            <PersonLink person={person} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PersonLink({ person: { id, name, job, role, photo } }: { person: FilmPerson }) {
  const words = useText(movieText)
  const src = usePicture(photo)
  return (
    <a href={hrefTo(filmsPath, { person: id, title: name })}>
      <Avatar name={name} src={src} />
      <span className={styles.name}>{name}</span>
      <span className={classes(textStyles.caption, styles.role)}>{role || words.jobs[job]}</span>
    </a>
  )
}

/** Directors, then the cast in its order. Someone with two jobs is one person. */
export function eachOnce(people: readonly FilmPerson[]): FilmPerson[] {
  const sorted = people.toSorted((a, b) => rankOf(a) - rankOf(b))
  return sorted.filter(({ id }, at) => sorted.findIndex((one) => one.id === id) === at)
}

const jobs: readonly FilmPerson['job'][] = ['director', 'cast', 'writer']
const rankOf = ({ job }: FilmPerson) => jobs.indexOf(job)
