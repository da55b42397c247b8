/** Routes for a user's boxes: the list, the default one, choosing it, unbinding. */
import { defaultDevice, deviceUnbound, listDevices, selectDevice, unbindDevice } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve, type Route } from '../kit/http/serve.ts'
import type { BoxCopies } from '../connection/presence/box-copies.ts'
import { householdRoutes } from './household.routes.ts'
import { infoRoutes } from './info.routes.ts'
import { defaultDeviceOf, deviceOf, devicesOf, setDefault, unbindUser } from './store.ts'
import { viewOf, type BoxFacts } from './to-wire.ts'

export function deviceRoutes(facts: BoxFacts, copies: Pick<BoxCopies, 'keep'>): Route[] {
  return [
    ...householdRoutes(facts, copies),
    ...infoRoutes(facts),
    serve(listDevices, async ({ page, limit }, { realm, db, user }) => {
      const rows = await devicesOf(db, user.user_id)
      const shown = rows.slice((page - 1) * limit, page * limit)
      return { data: await Promise.all(shown.map((row) => viewOf(realm, row, facts))), total: rows.length, page, limit }
    }),

    serve(defaultDevice, async (_, { realm, db, user }) => {
      const row = await defaultDeviceOf(db, user.user_id)
      return row ? viewOf(realm, row, facts) : null
    }),

    serve(
      selectDevice,
      async (_, { realm, db, user, device }) => {
        await realm.change((trx) => setDefault(trx, user.user_id, device.devid))
        const row = await deviceOf(db, user.user_id, device.devid)
        if (!row) throw new Refusal(Code.notBound)
        return viewOf(realm, row, facts)
      },
      { otherBox: true },
    ),

    serve(
      unbindDevice,
      async (_, { realm, user, device }) => {
        await realm.change(async (trx, emit) => {
          await unbindUser(trx, user.user_id, device.devid)
          await emit(deviceUnbound, { devsn: device.devsn, user_id: user.user_id })
        })
        return null
      },
      { otherBox: true },
    ),
  ]
}
