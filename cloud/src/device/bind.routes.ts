/** Binding a box by the pairing code that it shows: the serial alone never binds (P19). */
import { bindDevice, deviceBound } from '@homeport/contract/device.ts'
import { serve, type Route } from '../kit/serve.ts'
import type { Pairing } from './pairing.ts'
import { bindUser, membersOf } from './store.ts'
import { viewOf, type Sight } from './view.ts'

export function bindRoutes({ pairing, sight }: { pairing: Pairing; sight: Sight }): Route[] {
  return [
    serve(bindDevice, async ({ devsn: named, code }, { realm, db, now, address, user }) => {
      const { lang } = realm
      const devsn = await pairing.pair({
        lang,
        devsn: named,
        code,
        user: `${lang}:${user.user_id}`,
        address,
        from: async (one) => {
          const members = await membersOf(db, one)
          const role =
            members.find(({ user_id }) => user_id === user.user_id)?.role ?? (members.length === 0 ? 'owner' : 'member')
          return { user_id: user.user_id, role, name: user.nickname }
        },
      })
      const row = await realm.change(async (trx, emit) => {
        const bound = await bindUser(trx, user.user_id, { devsn, now })
        await emit(deviceBound, { devsn, user_id: user.user_id, role: bound.role })
        return bound
      })
      return viewOf(realm, row, sight)
    }),
  ]
}
