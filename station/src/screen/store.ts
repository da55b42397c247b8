/** Table of admitted screens: their names and the hashes of their session cookies. */
import type { Db } from '../kit/db.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'

declare module '../kit/db.ts' {
  interface Tables {
    screen: ScreenRow
  }
}

export type ScreenRow = {
  screen_id: string
  name: string
  session_hash: string
  /** 1: a browser on the box itself, admitted by its key. */
  is_own: number
  created_at: number
  seen_at: number
  /** here: the browser of one user, who watches on it. dlna: a renderer that was used once; mpv: the box's own display, which was; kodi: one that the owner added; no session opens them. */
  kind: 'tv' | 'here' | 'dlna' | 'mpv' | 'kodi'
  /** The user; '' for a TV. */
  realm: Lang | ''
  user_id: string
}

export type ScreenOwner = { realm: Lang; user_id: string }

/** The user whose browser it is; undefined for a TV. */
export function ownerOf({ kind, realm, user_id }: ScreenRow): ScreenOwner | undefined {
  return kind !== 'here' || realm === '' ? undefined : { realm, user_id }
}

export type ScreenStore = ReturnType<typeof screenStore>

export function screenStore(db: Db) {
  return {
    all: (): Promise<ScreenRow[]> => db.selectFrom('screen').selectAll().orderBy('created_at').execute(),
    bySession: (hash: string): Promise<ScreenRow | undefined> =>
      db.selectFrom('screen').selectAll().where('session_hash', '=', hash).executeTakeFirst(),
    byId: (screen_id: string): Promise<ScreenRow | undefined> =>
      db.selectFrom('screen').selectAll().where('screen_id', '=', screen_id).executeTakeFirst(),
    async add(row: ScreenRow): Promise<void> {
      await db.insertInto('screen').values(row).execute()
    },
    async change(screen_id: string, values: Partial<Pick<ScreenRow, 'name' | 'seen_at' | 'session_hash'>>): Promise<void> {
      await db.updateTable('screen').set(values).where('screen_id', '=', screen_id).execute()
    },
    async remove(screen_id: string): Promise<void> {
      await db.deleteFrom('screen').where('screen_id', '=', screen_id).execute()
    },
  }
}
