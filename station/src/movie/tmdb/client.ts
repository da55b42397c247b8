/** Asks the film database: paced, tried once more, kept, and every failure told apart by what to do about it. */
import { jsonIn } from '@homeport/contract/kit/http/inbound-json.ts'
import { retryAfterMs } from '@homeport/contract/kit/http/retry-after.ts'
import type { KeyFault } from '@homeport/contract/api-key.ts'
import * as z from 'zod/mini'
import { keyFaultOf } from '../../shared/api-key.ts'
import type { Db } from '../../kit/db.ts'
import { createHttpClient, type HostSettings, type HttpResponse } from '../../kit/http-client.ts'
import { answerStore } from './answer.store.ts'
import { createPace, sleep } from './pace.ts'

/** url, images: without a slash at the end. key: a v3 key or a v4 token. */
export type FilmDatabaseSettings = HostSettings & { key: string; url: string; images: string }

/** away: no usable answer for now. bad_key: the key is refused. */
export class DatabaseError extends Error {
  readonly kind: 'away' | 'bad_key'
  constructor(kind: 'away' | 'bad_key', why: string) {
    super(why)
    this.kind = kind
  }
}

const perSecond = 20
const maxAnswerBytes = 4 * 1024 * 1024
const maxPictureBytes = 5 * 1024 * 1024
const againMs = 500
/** The longest pause that a Retry-After may ask for. */
const maxPauseMs = 60_000

export type DatabaseClient = ReturnType<typeof createClient>
export type ClientDeps = { db: Db; settings: FilmDatabaseSettings; now: () => number; elapsed?: () => number }

export function createClient({ db, settings, now, elapsed = now }: ClientDeps) {
  const answers = answerStore(db, { now })
  const http = createHttpClient(settings)
  const pace = createPace({ perSecond, now: elapsed })
  const { headers, query: keyQuery } = signed(settings.key)

  /** undefined if it has no such entry. An answer that does not fit the schema is none. */
  async function ask<S extends z.ZodMiniType>(
    path: string,
    { query, schema, signal, maxAgeMs }: { query: Record<string, string>; schema: S; signal: AbortSignal; maxAgeMs?: number },
  ): Promise<z.output<S> | undefined> {
    const search = new URLSearchParams(query)
    const request = `${path}?${search.toString()}`
    const cached = await answers.stored(request, maxAgeMs)
    if (cached) return cached.body === undefined ? undefined : z.parse(schema, cached.body)
    const signedSearch = new URLSearchParams({ ...query, ...keyQuery })
    const { status, body } = await get(new URL(`${settings.url}${path}?${signedSearch.toString()}`), {
      signal,
      maxBytes: maxAnswerBytes,
    })
    if (status === 404) {
      await answers.keep(request, { body: undefined, isEmpty: true })
      return undefined
    }
    const parsed = z.safeParse(schema, jsonIn(body.toString()))
    if (!parsed.success) throw new DatabaseError('away', `the film database answered what it should not to ${path}`)
    await answers.keep(request, { body: parsed.data, isEmpty: hasNoResults(parsed.data) })
    return parsed.data
  }

  /** undefined if the image host has none. path: as in an answer, /abc.jpg. */
  async function picture(path: string, { size, signal }: { size: string; signal: AbortSignal }): Promise<Buffer | undefined> {
    const url = new URL(`${settings.images}/${size}${path}`)
    const { status, body } = await get(url, { signal, maxBytes: maxPictureBytes })
    return status === 404 ? undefined : body
  }

  const pauseOf = (answer: HttpResponse): number => Math.min(retryAfterMs(answer.headers, now()), maxPauseMs)

  /** The status is 200 or 404. */
  async function get(url: URL, limits: { signal: AbortSignal; maxBytes: number }): Promise<HttpResponse> {
    const first = await getOnce(url, limits)
    if (isAnswer(first)) return first
    limits.signal.throwIfAborted()
    const pauseMs = first instanceof Error ? 0 : pauseOf(first)
    if (pauseMs > 0) pace.pause(pauseMs)
    else await sleep(againMs, limits.signal)
    const second = await getOnce(url, limits)
    if (isAnswer(second)) return second
    if (!(second instanceof Error) && pauseOf(second) > 0) pace.pause(pauseOf(second))
    throw second instanceof Error ? second : new DatabaseError('away', `the film database answered HTTP ${second.status}`)
  }

  async function getOnce(
    url: URL,
    { signal, maxBytes }: { signal: AbortSignal; maxBytes: number },
  ): Promise<HttpResponse | DatabaseError> {
    await pace.turn(signal)
    try {
      const response = await http.request(url, { headers, maxBytes, signal })
      if (response.status === 401 || response.status === 403)
        throw new DatabaseError('bad_key', 'The film database refuses the key.')
      return response
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof DatabaseError) throw error
      return new DatabaseError('away', error instanceof Error ? error.message : 'no answer')
    }
  }

  return {
    ask,
    picture,
    sweep: () => answers.sweep(),
    stop: () => http.stop(),
  }
}

const Configuration = z.object({ images: z.object({}) })

/** Whether the film database takes a key: asked anew each time, once. */
export async function tryDatabaseKey(settings: FilmDatabaseSettings, signal: AbortSignal): Promise<KeyFault> {
  const http = createHttpClient(settings)
  const { headers, query } = signed(settings.key)
  const url = new URL(`${settings.url}/configuration?${new URLSearchParams(query).toString()}`)
  try {
    return await keyFaultOf(http.request(url, { headers, maxBytes: maxAnswerBytes, signal }), Configuration)
  } finally {
    http.stop()
  }
}

/** A v3 key goes into the query, a v4 token into a header. */
function signed(key: string): { headers: Record<string, string>; query: Record<string, string> } {
  const accept = 'application/json'
  return key.startsWith('eyJ')
    ? { headers: { accept, authorization: `Bearer ${key}` }, query: {} }
    : { headers: { accept }, query: { api_key: key } }
}

function isAnswer(answer: HttpResponse | DatabaseError): answer is HttpResponse & { status: 200 | 404 } {
  return !(answer instanceof Error) && (answer.status === 200 || answer.status === 404)
}

function hasNoResults(answer: unknown): boolean {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'results' in answer &&
    Array.isArray(answer.results) &&
    answer.results.length === 0
  )
}
