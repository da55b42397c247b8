/** A small server that speaks version 3 of TMDB's API over a fixed list of films, with its image host and its faults; for unit and end-to-end tests. */
import http from 'node:http'
import { creditsOf, detailsOf, externalMatches, searchResults, seasonOf } from './answers.ts'
import { entries, type Entry } from './entries.ts'
import { pictureOf } from './pictures.ts'

/** slow: answers after 20 s. away: connections are closed. huge: a body without end. many: a million entries of another kind. 401 … 503: this status. */
export type DatabaseFault = 'garbage' | 'slow' | 'away' | 'huge' | 'many' | 401 | 404 | 429 | 500 | 503
export type DatabaseRequest = { path: string; query: URLSearchParams; authorization: string; at: number }
export type FilmDatabaseServer = Awaited<ReturnType<typeof openFilmDatabase>>

const slowMs = 20_000
/** A v3 key, sent as api_key, and a v4 token, sent as Bearer. */
export const testKeys = { v3: '0123456789abcdef0123456789abcdef', v4: 'eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJ0ZXN0In0.c2lnbmF0dXJl' }

/** films: known besides the fixed list. retryAfter: seconds, of a 429. */
export async function openFilmDatabase({ films = [] as readonly Entry[], retryAfter = 1, port = 0 } = {}) {
  const all = [...films, ...entries]
  const requests: DatabaseRequest[] = []
  const pictures = new Map<string, Buffer>()
  let fault: DatabaseFault | undefined
  let remainingFaults = Infinity
  let isImageFault = false

  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://database')
    const isImage = url.pathname.startsWith('/t/p/')
    const authorization = request.headers.authorization ?? ''
    requests.push({ path: url.pathname, query: url.searchParams, authorization, at: performance.now() })
    if (fault !== undefined && remainingFaults > 0 && (!isImage || isImageFault)) {
      remainingFaults -= 1
      return fail(response, fault)
    }
    if (isImage) return sendPicture(response, url.pathname)
    const isKnown = url.searchParams.get('api_key') === testKeys.v3 || authorization === `Bearer ${testKeys.v4}`
    if (!isKnown) return sendJson(response, 401, { status_code: 7, status_message: 'Invalid API key' })
    const body = answerOf(all, url)
    if (body === undefined) sendJson(response, 404, { status_code: 34, status_message: 'Not found' })
    else sendJson(response, 200, body)
  })

  function fail(response: http.ServerResponse, kind: DatabaseFault): void {
    if (kind === 'away') return void response.destroy()
    if (kind === 'garbage') return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"results":[{"id":')
    if (kind === 'slow') return void setTimeout(() => response.destroy(), slowMs).unref()
    if (kind === 'huge') return sendWithoutEnd(response)
    if (kind === 'many') return void response.writeHead(200).end(`{"id":19,"results":[${'{},'.repeat(1_000_000)}{}]}`)
    const headers = kind === 429 ? { 'retry-after': String(retryAfter) } : {}
    response.writeHead(kind, headers).end(JSON.stringify({ status_code: kind, status_message: 'A fault for a test' }))
  }

  function sendPicture(response: http.ServerResponse, path: string): void {
    const [, size = '', name = ''] = /^\/t\/p\/(\w+)\/([\w-]+\.(?:jpg|png))$/.exec(path) ?? []
    if (name === '') return void response.writeHead(404).end()
    response
      .writeHead(200, { 'content-type': name.endsWith('.png') ? 'image/png' : 'image/jpeg' })
      .end(pictures.get(name) ?? pictureOf(name, size))
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    /** TMDB_URL and TMDB_IMAGES. */
    url: `${url}/3`,
    images: `${url}/t/p`,
    requests,
    /** Bytes of a picture instead of a drawn one; name: as in its poster_path. */
    putPicture: (name: string, bytes: Buffer) => void pictures.set(name, bytes),
    /** The next `times` answers are this fault; of the image host too with `images`. */
    fail(kind: DatabaseFault, { times = Infinity, images = false } = {}): void {
      fault = kind
      remainingFaults = times
      isImageFault = images
    },
    recover: () => void (fault = undefined),
    stop: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answerOf(all: readonly Entry[], { pathname, searchParams }: URL): unknown {
  const [version, ...steps] = pathname.slice(1).split('/')
  if (version !== '3') return undefined
  const [first = '', second = '', third = '', fourth = ''] = steps
  if (first === 'configuration')
    return { images: { poster_sizes: ['w500'], backdrop_sizes: ['w1280'], profile_sizes: ['w185'], still_sizes: ['w300'] } }
  if (first === 'search' && (second === 'movie' || second === 'tv')) return searchResults(all, second, searchParams)
  if (first === 'find') return externalMatches(all, second, searchParams)
  if (first !== 'movie' && first !== 'tv') return undefined
  const entry = all.find(({ kind, id }) => kind === first && String(id) === second)
  if (!entry) return undefined
  if (third === '') return detailsOf(entry, searchParams)
  if (third === 'credits') return creditsOf(entry)
  if (third === 'season') return seasonOf(entry, { number: Number(fourth), language: searchParams.get('language') ?? 'en-US' })
  return undefined
}

function sendJson(response: http.ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function sendWithoutEnd(response: http.ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const part = Buffer.alloc(256 * 1024, ' ')
  const send = () => {
    if (!response.destroyed) response.write(part, () => setImmediate(send))
  }
  send()
}
