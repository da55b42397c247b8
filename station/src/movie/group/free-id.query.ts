/** Ids that no other film or file has. */
import type { Db } from '../../kit/db.ts'
import { idOf } from '../film/film-id.ts'

type Named = { file_id: string; film: { film_id: string } }

/** An id is derived from a name; if a renamed entry still has it, another one is derived. */
export async function freeIds(tx: Db, files: readonly Named[]): Promise<(id: string, owner: string) => string> {
  const films = await tx
    .selectFrom('movie_film')
    .select(['film_id as id', 'group_key as owner'])
    .where(
      'film_id',
      'in',
      files.map(({ film }) => film.film_id),
    )
    .execute()
  const rows = await tx
    .selectFrom('movie_file')
    .select(['file_id as id', 'path as owner'])
    .where(
      'file_id',
      'in',
      files.map(({ file_id }) => file_id),
    )
    .execute()
  const ownerOf = new Map([...films, ...rows].map(({ id, owner }) => [id, owner]))
  return (id, owner) => ((ownerOf.get(id) ?? owner) === owner ? id : idOf(`${id}\n${owner}\n${ownerOf.get(id)}`))
}
