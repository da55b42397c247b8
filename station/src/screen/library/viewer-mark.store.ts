/** Stores the films that people marked in the app, as the cloud last sent them, and those watched to their end on this box: the TV shows them to the person who watches. */
import { FilmChange, type FilmMarkKind } from '@homeport/contract/movie/watch-history.ts'
import type { Db } from '../../kit/db.ts'
import { addChange } from '../../shared/viewer-change.store.ts'
import type { Viewer } from '../../shared/viewer.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    /** Films that a person marked in the app, or watched to their end on a screen of this box; aside: out of what they go on with, while they were not played since. marked_at: ms by the cloud's clock. */
    viewer_film: { realm: Lang; user_id: string; kind: FilmMarkKind; movie_id: string; marked_at: number }
    /** How far a person's marks are those of the cloud: its word for their state, '' while they are being sent. */
    viewer_state: { realm: Lang; user_id: string; state: string }
  }
}

/** A mark that people set on the TV. */
type TvMark = Extract<FilmChange, { kind: 'favorite' | 'aside' }>
type Mark = { id: string; at: number }
export type ViewerMarkStore = ReturnType<typeof viewerMarkStore>

const rowsAtOnce = 200

export function viewerMarkStore(db: Db) {
  const marksOf = ({ realm, user_id }: Viewer, kind: FilmMarkKind) =>
    db
      .selectFrom('viewer_film')
      .select('movie_id')
      .where('realm', '=', realm)
      .where('user_id', '=', user_id)
      .where('kind', '=', kind)
  async function markedOf(viewer: Viewer, kind: FilmMarkKind, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set()
    const rows = await marksOf(viewer, kind).where('movie_id', 'in', ids).execute()
    return new Set(rows.map(({ movie_id }) => movie_id))
  }

  async function write(tx: Db, { realm, user_id }: Viewer, mark: TvMark): Promise<void> {
    const row = { realm, user_id, kind: mark.kind, movie_id: mark.id }
    if (mark.kind === 'favorite' ? mark.is_favorite : mark.is_aside)
      return void (await tx
        .replaceInto('viewer_film')
        .values({ ...row, marked_at: mark.at })
        .execute())
    await tx
      .deleteFrom('viewer_film')
      .where((where) => where.and(row))
      .execute()
  }

  /** A mark that the person set on the TV and the cloud has not taken counts above the cloud's. */
  async function keepUntaken(tx: Db, viewer: Viewer, kind: TvMark['kind']): Promise<void> {
    const rows = await tx
      .selectFrom('viewer_change')
      .select('value')
      .where((where) => where.and({ ...viewer, kind }))
      .execute()
    for (const { value } of rows) {
      const change = FilmChange.parse(JSON.parse(value))
      if (change.kind !== 'point') await write(tx, viewer, change)
    }
  }

  return {
    /** On the TV, by the person who watches. at: ms by the cloud's clock. */
    async mark(viewer: Viewer, mark: TvMark): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await write(tx, viewer, mark)
        await addChange(tx, viewer, mark)
      })
    },
    watchedOf: (viewer: Viewer, ids: readonly string[]) => markedOf(viewer, 'watched', ids),
    favoritesOf: (viewer: Viewer, ids: readonly string[]) => markedOf(viewer, 'favorite', ids),
    /** When the person took films and series out of what they go on with, ms by the cloud's clock. */
    async asideOf(viewer: Viewer): Promise<Map<string, number>> {
      const rows = await marksOf(viewer, 'aside').select('marked_at').execute()
      return new Map(rows.map(({ movie_id, marked_at }) => [movie_id, marked_at]))
    },
    /** Latest first. */
    async recentlyWatched(viewer: Viewer, limit: number): Promise<{ movie_id: string; watched_at: number }[]> {
      return marksOf(viewer, 'watched').select('marked_at as watched_at').orderBy('marked_at', 'desc').limit(limit).execute()
    },
    /** isAll: instead of all that the person has of this kind. state: see filmMarks; undefined: as it was. */
    async save(
      { realm, user_id }: Viewer,
      { kind, marks, isAll, state }: { kind: FilmMarkKind; marks: readonly Mark[]; isAll: boolean; state: string | undefined },
    ): Promise<void> {
      await db.transaction().execute(async (tx) => {
        if (isAll)
          await tx
            .deleteFrom('viewer_film')
            .where('realm', '=', realm)
            .where('user_id', '=', user_id)
            .where('kind', '=', kind)
            .execute()
        for (let at = 0; at < marks.length; at += rowsAtOnce) {
          const rows = marks
            .slice(at, at + rowsAtOnce)
            .map(({ id, at: marked_at }) => ({ realm, user_id, kind, movie_id: id, marked_at }))
          await tx.replaceInto('viewer_film').values(rows).execute()
        }
        if (kind !== 'watched') await keepUntaken(tx, { realm, user_id }, kind)
        if (state !== undefined) await tx.replaceInto('viewer_state').values({ realm, user_id, state }).execute()
      })
    },
    async remove({ realm, user_id }: Viewer, kind: FilmMarkKind, ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return
      await db
        .deleteFrom('viewer_film')
        .where('realm', '=', realm)
        .where('user_id', '=', user_id)
        .where('kind', '=', kind)
        .where('movie_id', 'in', ids)
        .execute()
    },
    /** '' if none is known. */
    async stateOf({ realm, user_id }: Viewer): Promise<string> {
      const row = await db
        .selectFrom('viewer_state')
        .select('state')
        .where('realm', '=', realm)
        .where('user_id', '=', user_id)
        .executeTakeFirst()
      return row?.state ?? ''
    },
    /** Those of people who left the household, with their points and what their cloud has not taken. */
    async forgetOthers(people: readonly Viewer[]): Promise<void> {
      const isMember = new Set(people.map(({ realm, user_id }) => `${realm}/${user_id}`))
      for (const table of ['viewer_film', 'viewer_state', 'viewer_point', 'viewer_change'] as const) {
        const owners = await db.selectFrom(table).select(['realm', 'user_id']).distinct().execute()
        for (const { realm, user_id } of owners.filter((one) => !isMember.has(`${one.realm}/${one.user_id}`)))
          await db.deleteFrom(table).where('realm', '=', realm).where('user_id', '=', user_id).execute()
      }
    },
  }
}
