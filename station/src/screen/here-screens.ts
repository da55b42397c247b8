/** Users who watch in their own browser: a one-time key lets it in, and it is forgotten seconds after its page is gone. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { AdmittedScreens } from './admitted-screens.ts'
import { ownerOf, type ScreenOwner, type ScreenRow } from './store.ts'

const keyMs = 60_000
/** A person who finds the box out of reach is back in the app by then, and asks whether the page came. */
const awaitedMs = 600_000
/** A page that is reloaded is back sooner. */
const reloadMs = 4_000
/** A phone that slept, or lost its network, may come back to its page so much later; its film has ended meanwhile. */
const asleepMs = 3_600_000

export type Leaving = 'closed' | 'lost'

export function createHereScreens({ screens, now }: { screens: AdmittedScreens; now: () => number }) {
  let keys: { key: Buffer; screen_id: string; until: number }[] = []
  /** Screens with a key whose page did not come. */
  const awaited = new Set<string>()
  /** By screen whose last page is gone: until when it may come back. */
  const backUntil = new Map<string, number>()
  /** A page whose box was away has the time of a key. */
  const openedAt = now()

  return {
    /** The same screen again for the same name. */
    async issue(owner: ScreenOwner, name: string): Promise<{ screen_id: string; key: string }> {
      const isSame = (row: ScreenRow) => ownerOf(row)?.realm === owner.realm && row.user_id === owner.user_id && row.name === name
      const row = screens.all().find(isSame) ?? (await screens.addHere(owner, name))
      row.seen_at = now()
      backUntil.delete(row.screen_id)
      awaited.add(row.screen_id)
      const key = randomBytes(18).toString('base64url')
      keys = keys.filter((one) => one.until > now() && one.screen_id !== row.screen_id)
      keys.push({ key: Buffer.from(key), screen_id: row.screen_id, until: now() + keyMs })
      return { screen_id: row.screen_id, key }
    },
    /** Uses up the key; undefined if there is no such key. */
    take(typed: string): ScreenRow | undefined {
      const bytes = Buffer.from(typed)
      const match = keys.find(({ key, until }) => until > now() && key.length === bytes.length && timingSafeEqual(key, bytes))
      keys = keys.filter((one) => one !== match)
      if (match) awaited.delete(match.screen_id)
      return match && screens.get(match.screen_id)
    },
    isAwaited: (screen_id: string): boolean => awaited.has(screen_id),
    /** The last page of a screen is gone. */
    left: (screen_id: string, how: Leaving): void =>
      void backUntil.set(screen_id, now() + (how === 'closed' ? reloadMs : asleepMs)),
    /** The screen was removed. */
    removed(screen_id: string): void {
      awaited.delete(screen_id)
      backUntil.delete(screen_id)
    },
    /** Rows whose page is gone or never came, or whose user is not bound any more. */
    expired: (isOnline: (screen_id: string) => boolean, isMember: (realm: Lang, user_id: string) => boolean): ScreenRow[] =>
      screens.all().filter((row) => {
        const owner = ownerOf(row)
        if (!owner) return false
        const comesWithinMs = awaited.has(row.screen_id) ? awaitedMs : keyMs
        const until = backUntil.get(row.screen_id) ?? Math.max(row.seen_at, openedAt) + comesWithinMs
        return !isMember(owner.realm, owner.user_id) || (!isOnline(row.screen_id) && now() >= until)
      }),
  }
}
