/** Event listeners for binding, unbinding and ended tokens: update the boxes' households, notify apps, close sockets, delete mirrors. */
import { tokensEnded, userErased } from '@homeport/contract/account.ts'
import { deviceBound, deviceCopied, deviceRenamed, deviceUnbound } from '@homeport/contract/device.ts'
import { langs } from '@homeport/contract/kit/operation.ts'
import { listener, type Listener } from '../kit/events.ts'
import type { Connection } from '../connection/open-connection.ts'
import { devicesOf, unbindUser } from './store.ts'

export function deviceListeners(connection: Connection): Listener[] {
  return [
    listener(deviceBound, 'everywhere', async ({ devsn, user_id }, { lang }) => {
      await connection.householdSync.changed(lang, devsn)
      await connection.sockets.bindingsChanged(lang, user_id)
    }),
    listener(deviceUnbound, 'everywhere', async ({ devsn, user_id }, { lang }) => {
      // P20: the sockets first, because the message to the box may take longer.
      await connection.sockets.bindingsChanged(lang, user_id, devsn)
      await connection.householdSync.changed(lang, devsn)
      // One of the remaining members may be the owner now.
      for (const member of await connection.memberCache.members(lang, devsn))
        await connection.sockets.bindingsChanged(lang, member.user_id)
    }),
    listener(deviceUnbound, 'once', ({ devsn }, { lang }) => connection.mirror.forgetUnbound(lang, devsn)),
    // P36: an offline box learns it at its next connection.
    listener(userErased, 'once', async ({ user_id }, realm) => {
      for (const { devid, devsn } of await devicesOf(realm.db, user_id))
        await realm.change(async (trx, emit) => {
          await unbindUser(trx, user_id, devid)
          await emit(deviceUnbound, { devsn, user_id })
        })
    }),
    listener(deviceRenamed, 'everywhere', async ({ devsn }, { lang }) => {
      await connection.householdSync.resend(lang, devsn)
      for (const member of await connection.memberCache.members(lang, devsn))
        await connection.sockets.bindingsChanged(lang, member.user_id)
    }),
    listener(deviceCopied, 'everywhere', async ({ devsn, is_moved }) => {
      if (is_moved) connection.broker.cut(devsn)
      for (const lang of langs)
        for (const member of await connection.memberCache.members(lang, devsn))
          await connection.sockets.bindingsChanged(lang, member.user_id)
    }),
    listener(tokensEnded, 'everywhere', async ({ user_id, token_hashes }, { lang, db }) => {
      connection.sockets.tokensEnded(lang, token_hashes)
      // P10: the direct sockets of these sign-ins end too.
      for (const { devsn } of await devicesOf(db, user_id)) await connection.householdSync.resend(lang, devsn)
    }),
  ]
}
