/** Household routes: the members of a box, the name that the owner gives it, unbinding a member by the owner, and which copy of the box stays. */
import { deviceRenamed, deviceUnbound, keepCopy, members, renameDevice, unbindMember } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Trx } from '../kit/db.ts'
import { invalid, Refusal } from '../kit/refusal.ts'
import { serve, type Route } from '../kit/http/serve.ts'
import type { BoxCopies } from '../connection/presence/box-copies.ts'
import { deviceOf, householdOf, lockRole, renameBox, unbindUser } from './store.ts'
import { viewOf, type BoxFacts } from './to-wire.ts'

export function householdRoutes(facts: BoxFacts, copies: Pick<BoxCopies, 'keep'>): Route[] {
  return [
    serve(
      members,
      async (_, { db, user, device }) => {
        const people = await householdOf(db, device.devid)
        return {
          data: people.map((one) => ({
            ...one,
            since: Math.floor(one.since / 1000),
            is_me: one.user_id === user.user_id,
          })),
        }
      },
      { otherBox: true },
    ),

    serve(
      renameDevice,
      async ({ name }, { realm, db, user, device: { devid, devsn } }) => {
        await realm.change(async (trx, emit) => {
          await ownerOnly(trx, user.user_id, devid)
          await renameBox(trx, devid, name)
          await emit(deviceRenamed, { devsn })
        })
        const row = await deviceOf(db, user.user_id, devid)
        if (!row) throw new Refusal(Code.notBound)
        return viewOf(realm, row, facts)
      },
      { otherBox: true },
    ),

    serve(
      unbindMember,
      async ({ user_id: member }, { realm, user, device: { devid, devsn } }) => {
        await realm.change(async (trx, emit) => {
          await ownerOnly(trx, user.user_id, devid)
          if (member === user.user_id) throw invalid('user_id')
          if (!(await deviceOf(trx, member, devid))) throw new Refusal(Code.notFound)
          await unbindUser(trx, member, devid)
          await emit(deviceUnbound, { devsn, user_id: member })
        })
        return null
      },
      { otherBox: true },
    ),

    serve(
      keepCopy,
      async ({ id }, { realm, user, device: { devid, devsn } }) => {
        await realm.change((trx) => ownerOnly(trx, user.user_id, devid))
        if (!(await copies.keep(devsn, id))) throw new Refusal(Code.notFound)
        return null
      },
      { otherBox: true },
    ),
  ]
}

/** Checks the role inside the transaction: it may have changed since the call came in. */
async function ownerOnly(trx: Trx, userId: string, devid: string): Promise<void> {
  const role = await lockRole(trx, userId, devid)
  if (role === undefined) throw new Refusal(Code.notBound)
  if (role !== 'owner') throw new Refusal(Code.notAllowed)
}
