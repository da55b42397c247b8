/** Sign-in of a box at the broker: by its key; unbound boxes are limited per address. */
import type { IncomingMessage } from 'node:http'
import type { BoxProcess } from '@homeport/contract/kit/connection.ts'
import type { Client } from 'aedes'
import { isBehindUntrustedProxy } from '../../kit/http/mount.ts'
import type { Limit } from '../../kit/rate-limit.ts'
import { BoxConnection } from './box-connection.ts'
import type { BoxState } from './handle-publish.ts'
import { boxOf, type SpendNonce } from './identity.ts'
import type { Secrets } from '../base/secrets.ts'

export type SignInDeps = {
  now: () => number
  secrets: Secrets
  spend: SpendNonce
  /** Rate limit for sign-ins of unbound boxes, per address. */
  unbound: Limit
  /** True if bound in any realm. */
  isBound: (devsn: string) => Promise<boolean>
  /** False: another process of this box holds the connection. */
  admit: (devsn: string, process: BoxProcess) => Promise<boolean>
  addressOf: (request: IncomingMessage) => string
}

/** Returns the state of the new connection; undefined: refused; 'copy': refused because the box is connected already. */
export function signInChecker({ secrets, now, spend, unbound, ...deps }: SignInDeps) {
  return async (client: Client, password: string): Promise<BoxState | 'copy' | undefined> => {
    const signed = await boxOf(password, { secrets, now: now(), spend })
    if (!signed || signed.devsn !== client.id) return undefined
    const { devsn, process } = signed
    const isBound = await deps.isBound(devsn)
    const address = client.req ? deps.addressOf(client.req) : ''
    if (!isBound && !(await unbound.take(address))) return undefined
    if (process && !(await deps.admit(devsn, process))) return 'copy'
    if (client.conn instanceof BoxConnection) client.conn.trust(isBound)
    return { client, isBound, epoch: 0, address: client.req && !isBehindUntrustedProxy(client.req, address) ? address : '' }
  }
}
