/** Tables of the queue of each screen, and of what plays on it now. */
import type { Db } from '../../kit/db.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    play_queue: QueueRow
    now_playing: NowPlayingRow
  }
}

/** A film or file that plays after others on a screen. path: absolute, of the file. realm, user_id: who added it. */
export type QueueRow = {
  entry_id: string
  screen_id: string
  place: number
  movie_id: string
  file_id: string
  path: string
  realm: Lang | ''
  user_id: string
}

/** The film that plays on a screen; realm and user_id '' if started on the TV. at: when it was written. */
export type NowPlayingRow = {
  screen_id: string
  file_id: string
  path: string
  point_ms: number
  is_paused: number
  speed_percent: number
  realm: Lang | ''
  user_id: string
  at: number
}

export type QueueStore = ReturnType<typeof queueStore>
export type NowPlayingStore = ReturnType<typeof nowPlayingStore>

export function queueStore(db: Db) {
  const of = (screen_id: string): Promise<QueueRow[]> =>
    db.selectFrom('play_queue').selectAll().where('screen_id', '=', screen_id).orderBy('place').execute()
  return {
    of,
    /** The whole queue of a screen, in this order. */
    async replace(screen_id: string, rows: readonly QueueRow[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('play_queue').where('screen_id', '=', screen_id).execute()
        const numbered = rows.map((row, place) => ({ ...row, place }))
        if (numbered.length > 0) await tx.insertInto('play_queue').values(numbered).execute()
      })
    },
  }
}

export function nowPlayingStore(db: Db) {
  return {
    of: (screen_id: string): Promise<NowPlayingRow | undefined> =>
      db.selectFrom('now_playing').selectAll().where('screen_id', '=', screen_id).executeTakeFirst(),
    async keep(row: NowPlayingRow): Promise<void> {
      await db.replaceInto('now_playing').values(row).execute()
    },
    async remove(screen_id: string): Promise<void> {
      await db.deleteFrom('now_playing').where('screen_id', '=', screen_id).execute()
    },
  }
}
