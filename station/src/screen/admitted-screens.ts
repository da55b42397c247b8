/** The admitted screens of the box: their rows, names, and the cookies that must be replaced. */
import { randomBytes } from 'node:crypto'
import { Code } from '@homeport/contract/kit/codes.ts'
import { Refusal } from '../kit/refusal.ts'
import { freeName } from './browser-name.ts'
import type { ScreenOwner, ScreenRow, ScreenStore } from './store.ts'

export type AdmittedScreens = Awaited<ReturnType<typeof loadAdmittedScreens>>

export async function loadAdmittedScreens({ store, now }: { store: ScreenStore; now: () => number }) {
  const rows = new Map<string, ScreenRow>((await store.all()).map((row) => [row.screen_id, row]))
  /** Screens whose cookie must be replaced by a new secret. */
  const renewing = new Set<string>()

  return {
    all: () => [...rows.values()],
    get: (screen_id: string) => rows.get(screen_id),
    require(screen_id: string): ScreenRow {
      const row = rows.get(screen_id)
      if (!row) throw new Refusal(Code.notFound)
      return row
    },
    bySession: (sessionHash: string) => store.bySession(sessionHash),
    /** isOwn: the box's own screen, which no owner admitted. */
    async add({ browser, sessionHash, isOwn }: { browser: string; sessionHash: string; isOwn: boolean }): Promise<ScreenRow> {
      const row: ScreenRow = {
        screen_id: newScreenId(),
        name: freeName(browser, namesOf(rows)),
        session_hash: sessionHash,
        is_own: isOwn ? 1 : 0,
        created_at: now(),
        seen_at: now(),
        kind: 'tv',
        realm: '',
        user_id: '',
      }
      await store.add(row)
      rows.set(row.screen_id, row)
      renewing.add(row.screen_id)
      return row
    },
    /** The browser of a user, before it comes with its key: no session opens it yet. */
    async addHere({ realm, user_id }: ScreenOwner, name: string): Promise<ScreenRow> {
      const row: ScreenRow = {
        screen_id: newScreenId(),
        name,
        session_hash: noSession(),
        is_own: 0,
        created_at: now(),
        seen_at: now(),
        kind: 'here',
        realm,
        user_id,
      }
      await store.add(row)
      rows.set(row.screen_id, row)
      return row
    },
    /** A screen without a page is given its first film, or a name. */
    async addDriven(driven: ScreenRow): Promise<ScreenRow> {
      const existing = rows.get(driven.screen_id)
      if (existing) return existing
      const row = { ...driven, name: freeName(driven.name, namesOf(rows)) }
      rows.set(row.screen_id, row)
      await store.add(row)
      return row
    },
    /** The browser with this session is this screen from now on, and no other. */
    async assign(row: ScreenRow, sessionHash: string): Promise<void> {
      const before = await store.bySession(sessionHash)
      if (before && before.screen_id !== row.screen_id) await store.change(before.screen_id, { session_hash: noSession() })
      await store.change(row.screen_id, { session_hash: sessionHash })
      renewing.add(row.screen_id)
    },
    /** beforeGone: what is said of the screen meanwhile still knows whose it was. */
    async remove(screen_id: string, beforeGone: () => void): Promise<void> {
      await store.remove(screen_id)
      beforeGone()
      rows.delete(screen_id)
    },
    /** A name that another screen has gets a number. */
    async rename(row: ScreenRow, newName: string): Promise<void> {
      const others = [...rows.values()].filter((one) => one !== row)
      const name = freeName(
        newName,
        others.map((one) => one.name),
      )
      await store.change(row.screen_id, { name })
      row.name = name
    },
    async saveSeen(row: ScreenRow): Promise<void> {
      row.seen_at = now()
      await store.change(row.screen_id, { seen_at: row.seen_at })
    },
    /** True if the cookie was due for a new secret, which is stored now. */
    async renewed(sessionHash: string, nextHash: string): Promise<boolean> {
      const row = await store.bySession(sessionHash)
      if (!row || !renewing.delete(row.screen_id)) return false
      await store.change(row.screen_id, { session_hash: nextHash })
      return true
    },
  }
}

function namesOf(rows: ReadonlyMap<string, ScreenRow>): string[] {
  return [...rows.values()].map(({ name }) => name)
}

function newScreenId(): string {
  return `s_${randomBytes(6).toString('hex')}`
}

/** In place of the hash of a session. */
export function noSession(): string {
  return `none-${randomBytes(18).toString('base64url')}`
}
