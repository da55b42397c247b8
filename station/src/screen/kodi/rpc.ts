/** Calls methods of a Kodi by JSON-RPC 2.0 over HTTP, with its password. */
import { isIPv6 } from 'node:net'
import { jsonIn } from '@homeport/contract/kit/http/inbound-json.ts'
import * as z from 'zod/mini'
import { createHttpClient } from '../../kit/http-client.ts'
import { PlayerRefusal } from '../driven/driver-base.ts'
import { bounds } from './bounds.ts'

/** address: an IP address, which was judged. */
export type KodiAddress = { address: string; port: number }
export type KodiLogin = { username: string; password: string }
export type Rpc = ReturnType<typeof createRpc>

/** It answers, and does not accept the password. */
export class WrongPassword extends Error {}
/** Its answer is none of a Kodi. */
export class NoKodi extends Error {}

const Answer = z.object({ result: z.optional(z.unknown()), error: z.optional(z.object({ code: z.number() })) })
const httpOk = 200
const loginStatuses = [401, 403]

export function createRpc({ address, port }: KodiAddress, { username, password }: KodiLogin, ownPorts: () => readonly number[]) {
  const url = new URL(`http://${isIPv6(address) ? `[${address}]` : address}:${port}/jsonrpc`)
  // Its web server ends connections when it likes, and a command is not sent twice.
  const client = createHttpClient({
    proxy: '',
    timeoutMs: bounds.answerWithinMs,
    ownHosts: [url.host],
    ownPorts,
    keepsAlive: false,
  })
  const isNamed = username !== '' || password !== ''
  const login = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  return {
    /** Its result. Rejects with a PlayerRefusal where Kodi refuses, and with another error where it does not answer within the bounds. */
    call: async (method: string, params: object = {}): Promise<unknown> => {
      const { status, body } = await client.request(url, {
        headers: isNamed ? { authorization: login } : {},
        maxBytes: bounds.maxAnswerBytes,
        signal: AbortSignal.timeout(bounds.answerWithinMs),
        json: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      if (loginStatuses.includes(status)) throw new WrongPassword()
      if (status !== httpOk) throw new NoKodi(`${method} is answered with HTTP ${status}`)
      const { result, error } = answerIn(body.toString(), method)
      if (error) throw new PlayerRefusal(`${method} is refused with ${error.code}`)
      if (result === undefined) throw new NoKodi(`${method} has no result`)
      return result
    },
    stop: () => client.stop(),
  }
}

function answerIn(text: string, method: string): z.infer<typeof Answer> {
  const answer = Answer.safeParse(jsonIn(text))
  if (!answer.success) throw new NoKodi(`${method} is answered with what is no JSON-RPC`)
  return answer.data
}
