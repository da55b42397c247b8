/** Registration by phone or WeChat with a generated username; of two parallel requests the second gets the first one's account. */
import { randomInt } from 'node:crypto'
import { accountChanged } from '@homeport/contract/account.ts'
import type { Registration } from '@homeport/contract/first-account.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Trx } from '../kit/db.ts'
import type { Realm } from '../kit/realm.ts'
import { newId } from '../kit/auth.ts'
import { Refusal } from '../kit/refusal.ts'
import { addUser, type UserRow } from './store.ts'
import { text } from './text.ts'

const maxTries = 5

/** fits: is this an invitation's code, or the pairing code that a box of this cloud shows now? The code is not used up. */
export type Admission = { registration: Registration; fits: (realm: Realm, code: string, address: string) => Promise<boolean> }

/** Refuses whoever may have no new account here. field: of the call, with the invitation. */
export async function admitNewcomer(
  { registration, fits }: Admission,
  realm: Realm,
  { invitation, address, field }: { invitation: string; address: string; field: string },
): Promise<void> {
  if (registration === 'closed') throw new Refusal(Code.notAllowed, text.closed)
  if (registration === 'code' && !(await fits(realm, invitation, address)))
    throw new Refusal(Code.wrongCredentials, text.invitation, { field })
}

type Newcomer = Partial<Pick<UserRow, 'area_code' | 'phone'>> & {
  prefix: string
  now: number
  /** Links the contact to the new account; false if it is linked to another account by now. */
  tie?: (trx: Trx, userId: string) => Promise<boolean>
  /** The account that the contact opens; undefined if there is none yet. */
  standing: () => Promise<string | undefined>
}

/** Returns the account's id. */
export async function signInOrRegister(realm: Realm, { prefix, now, tie, standing, ...contact }: Newcomer): Promise<string> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const user_id = newId()
    const username = `${prefix}_${randomInt(1e9).toString().padStart(9, '0')}`
    const isMade = await realm
      .change(async (trx, emit) => {
        if (!(await addUser(trx, { user_id, username, password_hash: '', created_at: now, ...contact }))) return false
        if (tie && !(await tie(trx, user_id))) throw new OpensAnother()
        await emit(accountChanged, { user_id, what: 'registered', at: now })
        return true
      })
      .catch(unlessOther)
    const existing = isMade ? user_id : await standing()
    if (existing !== undefined) return existing
  }
  throw new Error('no free name was found')
}

/** Rolls back an account that was created a moment too late. */
class OpensAnother extends Error {}

function unlessOther(error: unknown): false {
  if (error instanceof OpensAnother) return false
  throw error
}
