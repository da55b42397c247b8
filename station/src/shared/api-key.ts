/** A feature whose service needs a key, and the fault of the key in an answer of that service. */
import { jsonIn } from '@homeport/contract/kit/http/inbound-json.ts'
import type { KeyFault } from '@homeport/contract/api-key.ts'
import type * as z from 'zod/mini'
import type { HttpResponse } from '../kit/http-client.ts'

/** tryKey asks the service whether it takes the key, which changes nothing. useKey: from now on; '' for none. */
export type KeyUser = {
  tryKey: (key: string, signal: AbortSignal) => Promise<KeyFault>
  useKey: (key: string) => Promise<void> | void
}

/** Errors of a network without a name server or a route; all others are the service's. */
const noNetwork: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN'])

/** schema: of the answer to a key that works; the sign-in page of a network is none. */
export async function keyFaultOf(response: Promise<HttpResponse>, schema: z.ZodMiniType): Promise<KeyFault> {
  try {
    const { status, body } = await response
    if (status === 401 || status === 403) return 'bad_key'
    if (status === 406 || status === 429) return 'limit'
    return status === 200 && schema.safeParse(jsonIn(body.toString())).success ? '' : 'away'
  } catch (error) {
    return error instanceof Error && 'code' in error && noNetwork.has(error.code) ? 'no_network' : 'away'
  }
}
