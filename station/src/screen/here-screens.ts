/** Users who watch in their own browser: a one-time key lets it in, and it is forgotten after a day without use. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Lang } from '@homeport/contract/kit/promise.ts'
import type { AdmittedScreens } from './admitted-screens.ts'
import { ownerOf, type ScreenOwner } from './screen-owner.ts'
import type { ScreenRow } from './store.ts'

const keyMs = 60_000
const unusedMs = 24 * 3_600_000

export function createHereScreens({ screens, now }: { screens: AdmittedScreens; now: () => number }) {
  let keys: { key: Buffer; screen_id: string; until: number }[] = []

  return {
    /** The same screen again for the same name. */
    async issue(owner: ScreenOwner, name: string): Promise<{ screen_id: string; key: string }> {
      const isSame = (row: ScreenRow) => ownerOf(row)?.realm === owner.realm && row.user_id === owner.user_id && row.name === name
      const row = screens.all().find(isSame) ?? (await screens.addHere(owner, name))
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
      return match && screens.get(match.screen_id)
    },
    /** Rows that were not used for a day, or whose user is not bound any more. */
    expired: (isOnline: (screen_id: string) => boolean, isMember: (realm: Lang, user_id: string) => boolean): ScreenRow[] =>
      screens.all().filter((row) => {
        const owner = ownerOf(row)
        if (!owner) return false
        return !isMember(owner.realm, owner.user_id) || (!isOnline(row.screen_id) && now() - row.seen_at >= unusedMs)
      }),
  }
}
