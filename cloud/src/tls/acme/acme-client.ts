/** A client of ACME (RFC 8555): signed requests to a CA, as an account is known to it by its key. */
import { jsonIn } from '@homeport/contract/kit/http/inbound-json.ts'
import { retryAfterMs } from '@homeport/contract/kit/http/retry-after.ts'
import type { KeyObject } from 'node:crypto'
import { createPublicKey } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, FlattenedSign, type JWK } from 'jose'
import * as z from 'zod/mini'
import { exchange } from '../../kit/http/http-client.ts'

/** type: such as 'urn:ietf:params:acme:error:rateLimited', '' if the CA named none. retryMs: how long it asks to be left alone, 0 if it does not. */
export class AcmeError extends Error {
  readonly type: string
  readonly retryMs: number
  constructor(message: string, { type = '', retryMs = 0 }: { type?: string; retryMs?: number } = {}) {
    super(message)
    this.type = type
    this.retryMs = retryMs
  }
}

export const Problem = z.object({ type: z._default(z.string(), ''), detail: z._default(z.string(), '') })

export type Response<T> = { body: T; location: string; retryMs: number }

export type AcmeClient = {
  /** token of a challenge → what the server must answer with */
  keyAuthorization: (token: string) => string
  newOrder: <S extends z.ZodMiniType>(schema: S, payload: unknown) => Promise<Response<z.output<S>>>
  /** Without a payload it reads (POST-as-GET). */
  post: <S extends z.ZodMiniType>(url: string, schema: S, payload?: unknown) => Promise<Response<z.output<S>>>
  postForText: (url: string) => Promise<string>
}

export type AcmeAccount = {
  /** Its address; all others of this CA must have its origin (P34). */
  directory: string
  email: string
  key: KeyObject
  /** CAs in PEM form to be trusted besides the public ones. */
  roots: string | undefined
  now: () => number
}

const Directory = z.object({ newNonce: z.string(), newAccount: z.string(), newOrder: z.string() })
const badNonce = 'urn:ietf:params:acme:error:badNonce'
/** A CA may refuse any nonce, and gives another with its refusal. */
const maxNonces = 8

/** Makes the account, or finds the one that this key has. The operator who sets HOMEPORT_TLS=acme agrees to the CA's terms. */
export async function createAcmeClient({ directory, email, key, roots, now }: AcmeAccount): Promise<AcmeClient> {
  const { origin } = new URL(directory)
  const addresses = await readDirectory(directory, roots)
  const jwk = await exportJWK(createPublicKey(key))
  const thumbprint = await calculateJwkThumbprint(jwk)
  let nonce = ''
  let accountUrl = ''

  async function send(method: string, url: string, body?: string) {
    if (!URL.canParse(url) || new URL(url).origin !== origin) throw new AcmeError('the CA names an address of another host')
    const headers = { 'User-Agent': 'Homeport', ...(body === undefined ? {} : { 'Content-Type': 'application/jose+json' }) }
    const answer = await exchange(url, { method, headers, body, roots })
    nonce = String(answer.headers['replay-nonce'] ?? '')
    return answer
  }

  async function post(url: string, payload: unknown) {
    for (let tries = 1; ; tries += 1) {
      if (nonce === '') await send('HEAD', addresses.newNonce)
      const answer = await send(
        'POST',
        url,
        await signed(payload, { url, nonce, ...(accountUrl ? { kid: accountUrl } : { jwk }) }),
      )
      if (answer.status >= 200 && answer.status < 300) return answer
      const { type, detail } = readJson(Problem, answer.text) ?? { type: '', detail: '' }
      if (type !== badNonce || tries === maxNonces)
        throw new AcmeError(`HTTP ${answer.status} ${type} ${detail}`.trim(), {
          type,
          retryMs: retryAfterMs(answer.headers, now()),
        })
    }
  }

  async function signed(payload: unknown, header: { url: string; nonce: string; kid?: string; jwk?: JWK }): Promise<string> {
    const bytes = new TextEncoder().encode(payload === undefined ? '' : JSON.stringify(payload))
    nonce = ''
    return JSON.stringify(await new FlattenedSign(bytes).setProtectedHeader({ alg: 'ES256', ...header }).sign(key))
  }

  async function read<S extends z.ZodMiniType>(url: string, schema: S, payload: unknown): Promise<Response<z.output<S>>> {
    const { text, headers } = await post(url, payload)
    const body = readJson(schema, text)
    if (body === undefined) throw new AcmeError('the CA answered what is no ACME')
    return { body, location: headers.location ?? '', retryMs: retryAfterMs(headers, now()) }
  }

  const contact = email === '' ? {} : { contact: [`mailto:${email}`] }
  const account = await read(addresses.newAccount, z.object({ status: z.string() }), { termsOfServiceAgreed: true, ...contact })
  if (account.body.status !== 'valid') throw new AcmeError(`the account is ${account.body.status}`)
  accountUrl = account.location
  // An account that is there already keeps the contact that it was made with.
  await read(accountUrl, z.object({}), contact)

  return {
    keyAuthorization: (token) => `${token}.${thumbprint}`,
    newOrder: (schema, payload) => read(addresses.newOrder, schema, payload),
    post: read,
    postForText: async (url) => (await post(url, undefined)).text,
  }
}

async function readDirectory(url: string, roots: string | undefined) {
  const { status, text } = await exchange(url, { method: 'GET', headers: { 'User-Agent': 'Homeport' }, roots })
  const directory = readJson(Directory, text)
  if (status === 200 && directory) return directory
  throw new AcmeError(`HTTP ${status}: there is no ACME directory at this address`)
}

/** undefined: the caller says what was expected. */
function readJson<S extends z.ZodMiniType>(schema: S, text: string): z.output<S> | undefined {
  return z.safeParse(schema, jsonIn(text)).data
}
