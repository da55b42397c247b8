/** A film as the sheet for mending shows it: what its name says, what it is shown as, and its candidates, in the language of the realm. */
import { basename } from 'node:path'
import type { FilmCandidate, FilmMatch } from '@homeport/contract/movie/identify.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { FoundCandidate } from '../film/facts.ts'
import type { FilmIdentity } from '../film/identity.store.ts'
import { knownFacts } from '../film/known-facts.ts'
import { isNamed } from '../name/is-named.ts'
import type { NamedFilm } from './film-name.query.ts'
import type { DatabaseState } from './identification-queue.ts'

export type MatchFacts = {
  identity: FilmIdentity
  candidates: readonly FoundCandidate[]
  lang: Lang
  canUndo: boolean
  database: DatabaseState
}

export function toFilmMatch(film: NamedFilm, { identity, candidates, lang, canUndo, database }: MatchFacts): FilmMatch {
  const { identified, title, texts, year, poster, ids } = knownFacts(film, identity)
  const [first] = film.files
  return {
    id: film.film_id,
    kind: film.kind === 'series' ? 'series' : 'film',
    title: texts?.[lang].title || title,
    year,
    poster,
    identified,
    tmdb: identified === 'no' ? '' : ids.tmdb,
    file_name: first ? basename(first.path) : '',
    path: first ? first.path.slice(first.root.length).replace(/^[/\\]/, '') : '',
    file_size: film.files.reduce((sum, { size }) => sum + size, 0),
    files: film.files.length,
    name_title: film.title,
    name_year: film.year,
    is_named: isNamed(film),
    candidates: candidates.map((candidate) => toCandidate(candidate, lang)),
    can_undo: canUndo,
    database,
  }
}

export function toCandidate(candidate: FoundCandidate, lang: Lang): FilmCandidate {
  const { tmdb, kind, original_title, year, director, poster, score, level, reason } = candidate
  return { tmdb, kind, original_title, year, director, poster, score, level, reason, ...candidate.texts[lang] }
}
