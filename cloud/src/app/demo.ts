/** HOMEPORT_DEMO=1: fills realms in which nobody is yet with people and threads, and an account for a tour. Never touches one that is used. */
import type { Lang } from '@homeport/contract/kit/promise.ts'
import { openPasswords } from '../account/password.ts'
import { addUser, hasUsers } from '../account/store.ts'
import { sowThreads } from '../forum/sow.ts'
import type { Realm } from '../kit/realm.ts'
import { newId } from '../kit/who.ts'
import { demoEn } from './demo-en.ts'
import type { DemoRealm } from './demo-realm.ts'
import { demoZh } from './demo-zh.ts'

export const tourist = { username: 'demo', password: 'homeport-demo' } as const

const realmsDemo: Record<Lang, DemoRealm> = { en: demoEn, zh: demoZh }
const boardsFrom: Record<Lang, number> = { en: 200, zh: 100 }

export async function fillDemo(realms: readonly Realm[], now: number): Promise<void> {
  for (const realm of realms) {
    const { people, threads } = realmsDemo[realm.lang]
    if (await hasUsers(realm.db)) continue
    const password_hash = await openPasswords().inTurn((desk) => desk.hash(tourist.password))
    const ids: string[] = []
    for (const username of [tourist.username, ...people]) {
      const user_id = newId()
      // Nobody signs in as one of them: the hash is of no password.
      const secret = username === tourist.username ? password_hash : ''
      const isNew = await realm.change((trx) => addUser(trx, { user_id, username, password_hash: secret, created_at: now }))
      if (isNew) ids.push(user_id)
    }
    const seeds = threads.map((thread) => ({ ...thread, board: boardsFrom[realm.lang] + thread.board }))
    await sowThreads(realm, { people: ids.slice(1), seeds, now })
  }
}
