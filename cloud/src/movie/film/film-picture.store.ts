/** The pictures that a box's films and episodes use: posters, backdrops, stills, photos of people. They are kept for as long as one of them does. */
import type { Trx } from '../../kit/db.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    /** owner: 'film:' or 'episode:' with its id; an id may have been a film's and be an episode's now. */
    film_pictures: { devsn: string; owner: string; blob_id: string }
  }
}

/** pictures: blob ids by owner; [] for one that is gone. */
export async function savePictures(trx: Trx, devsn: string, pictures: ReadonlyMap<string, readonly string[]>): Promise<void> {
  if (pictures.size === 0) return
  const existing = await trx
    .selectFrom('film_pictures')
    .select(['owner', 'blob_id'])
    .where('devsn', '=', devsn)
    .where('owner', 'in', [...pictures.keys()])
    .execute()
  const stored = new Set(existing.map(keyOf))
  const rows = [...pictures].flatMap(([owner, blobs]) =>
    [...new Set(blobs)].filter((blob_id) => blob_id !== '').map((blob_id) => ({ devsn, owner, blob_id })),
  )
  const used = new Set(rows.map(keyOf))
  const added = rows.filter((row) => !stored.has(keyOf(row)))
  const unused = existing.filter((row) => !used.has(keyOf(row)))
  for (const { owner, blob_id } of unused)
    await trx
      .deleteFrom('film_pictures')
      .where('devsn', '=', devsn)
      .where('owner', '=', owner)
      .where('blob_id', '=', blob_id)
      .execute()
  if (added.length > 0) await trx.insertInto('film_pictures').values(added).execute()
}

function keyOf({ owner, blob_id }: { owner: string; blob_id: string }): string {
  return `${owner}\n${blob_id}`
}
