/** One order of a certificate: the names are proved by http-01, then the certificate is made. */
import type { KeyObject } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { AcmeError, Problem, type AcmeClient, type Response } from './acme-client.ts'
import { certificateRequest } from '../certificate.ts'
import type { Challenges } from './challenges.ts'

const Status = z.enum(['pending', 'ready', 'processing', 'valid', 'invalid', 'deactivated', 'expired', 'revoked'])
const Order = z.object({
  status: Status,
  authorizations: z.array(z.string()),
  finalize: z.string(),
  certificate: z._default(z.string(), ''),
  error: z.optional(Problem),
})
const Challenge = z.object({
  type: z.string(),
  url: z.string(),
  token: z._default(z.string(), ''),
  error: z.optional(Problem),
})
const Authorization = z.object({
  identifier: z.object({ value: z.string() }),
  status: Status,
  challenges: z.array(Challenge),
})

export type OrderDeps = {
  names: readonly string[]
  /** The key of the certificate. */
  key: KeyObject
  challenges: Challenges
  /** Ends the order. */
  signal: AbortSignal
}

/** The certificate and those between it and its CA, in PEM form. */
export async function orderCertificate(client: AcmeClient, { names, key, challenges, signal }: OrderDeps): Promise<string> {
  const made = await client.newOrder(Order, { identifiers: names.map((value) => ({ type: 'dns', value })) })
  const orderUrl = made.location
  for (const url of made.body.authorizations) await prove(client, url, { challenges, signal })
  const ready = await until(() => client.post(orderUrl, Order), { isDone: ({ status }) => status !== 'pending', signal })
  if (ready.status === 'invalid') throw refusalOf('the order', ready.error)
  const csr = certificateRequest(key, names).toString('base64url')
  await client.post(ready.finalize, Order, { csr })
  const isDone = ({ status }: z.infer<typeof Order>) => status === 'valid' || status === 'invalid'
  const ended = await until(() => client.post(orderUrl, Order), { isDone, signal })
  if (ended.status === 'invalid') throw refusalOf('the order', ended.error)
  return client.postForText(ended.certificate)
}

async function prove(
  client: AcmeClient,
  url: string,
  { challenges, signal }: Pick<OrderDeps, 'challenges' | 'signal'>,
): Promise<void> {
  const { body } = await client.post(url, Authorization)
  // Proved by an order before.
  if (body.status === 'valid') return
  const name = body.identifier.value
  const challenge = body.challenges.find(({ type }) => type === 'http-01')
  if (!challenge) throw new AcmeError(`${name}: the CA offers no proof by http-01`)
  const take = challenges.publish(challenge.token, client.keyAuthorization(challenge.token))
  try {
    await client.post(challenge.url, z.object({}), {})
    const isDone = ({ status }: z.infer<typeof Authorization>) => status !== 'pending'
    const ended = await until(() => client.post(url, Authorization), { isDone, signal })
    if (ended.status !== 'valid') throw refusalOf(name, ended.challenges.find(({ error }) => error)?.error)
  } finally {
    take()
  }
}

function refusalOf(name: string, problem: z.infer<typeof Problem> | undefined): AcmeError {
  return new AcmeError(`${name}: ${problem?.type ?? ''} ${problem?.detail ?? 'refused without a reason'}`, problem)
}

const pollMs = [250, 500, 1_000, 2_000]
const maxPollMs = 5_000
const maxRetryMs = 30_000
const maxPolls = 40

/** Reads until it is done; between two readings at least as long as the CA says. */
async function until<T>(
  read: () => Promise<Response<T>>,
  { isDone, signal }: { isDone: (body: T) => boolean; signal: AbortSignal },
): Promise<T> {
  for (let tries = 0; tries < maxPolls; tries += 1) {
    const { body, retryMs } = await read()
    if (isDone(body)) return body
    await wait(Math.max(pollMs[tries] ?? maxPollMs, Math.min(retryMs, maxRetryMs)), undefined, { signal })
  }
  throw new AcmeError('the CA does not come to an end')
}
