/** Films of one title and year whose names say different ids (Pinocchio (2022) {tmdb-532639} and {tmdb-555604}) are no versions of one. */
import type { Db } from '../../kit/db.ts'
import { rowsOfBatches } from '../film/chunk.ts'
import { idOf } from '../film/film-id.ts'
import type { Ids } from '../name/clean.ts'
import { readPath } from '../name/read-path.ts'
import type { NewFile } from './film-file-row.ts'

const providers = ['tmdb', 'imdb', 'douban'] as const

/** The first id of a key has it; another one of the same database gets a key of its own. A name without an id goes with the first. */
export function createIdKeys() {
  const idsByKey = new Map<string, Ids>()
  const keep = (key: string, ids: Ids) => void idsByKey.set(key, { ...ids, ...idsByKey.get(key) })

  return {
    /** A known file has this key. */
    keep,
    keyOf(key: string, ids: Ids): string {
      const own = ownKey(key, ids)
      const isOther = providers.some((name) => isOtherIn(name, idsByKey.get(key), ids))
      const chosen = idsByKey.has(own) || isOther ? own : key
      keep(chosen, ids)
      return chosen
    },
  }
}

function isOtherIn(name: (typeof providers)[number], existing: Ids | undefined, ids: Ids): boolean {
  return existing?.[name] !== undefined && ids[name] !== undefined && existing[name] !== ids[name]
}

export function ownKey(key: string, ids: Ids): string {
  return `${key}\nid ${ids.tmdb ?? ids.imdb ?? ids.douban}`
}

/** The files with the keys of their films, by what is known and by each other. */
export async function groupByIds(tx: Db, files: readonly NewFile[]): Promise<NewFile[]> {
  const named = files.filter(({ ids }) => ids !== undefined)
  if (named.length === 0) return [...files]
  const keys = new Set(named.flatMap(({ film, ids = {} }) => [film.group_key, ownKey(film.group_key, ids)]))
  const rows = await rowsOfBatches([...keys], (some) =>
    tx
      .selectFrom('movie_file')
      .innerJoin('movie_film', 'movie_film.film_id', 'movie_file.film_id')
      .select(['group_key', 'path', 'movie_file.root'])
      .where('group_key', 'in', some)
      .execute(),
  )
  const paths = new Set(files.map(({ path }) => path))
  const byIds = createIdKeys()
  for (const { group_key, path, root } of rows)
    if (!paths.has(path)) byIds.keep(group_key, readPath(path.slice(root.length).replace(/^[/\\]/, '')).ids)
  return files.map((file) => {
    const key = file.ids && byIds.keyOf(file.film.group_key, file.ids)
    if (key === undefined || key === file.film.group_key) return file
    return { ...file, film: { ...file.film, group_key: key, film_id: idOf(key) } }
  })
}
