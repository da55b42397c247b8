/** A small server that speaks version 1 of the OpenSubtitles API over a list of subtitles, with its faults; for unit and end-to-end tests. */
import http from 'node:http'
import { gzipSync } from 'node:zlib'

/** slow: never answers. away: connections are closed. huge: a body without end. many: a million entries of another kind. elsewhere: the link leads to another private address. 401 … 503: this status. */
export type SubtitleFault =
  | 'garbage'
  | 'slow'
  | 'away'
  | 'huge'
  | 'many'
  | 'elsewhere'
  | 'redirect'
  | 401
  | 404
  | 406
  | 410
  | 429
  | 500
/** hash, tmdb, parent, query: by which it is found. */
export type SubtitleEntry = {
  id: number
  language: string
  release: string
  text: string | Uint8Array
  hash?: string
  tmdb?: string
  parent?: string
  season?: string
  episode?: string
  title?: string
  downloads?: number
  isImpaired?: boolean
  isGzip?: boolean
}
export type SubtitleRequest = { path: string; query: URLSearchParams; key: string; agent: string; body: string }
export type SubtitleServer = Awaited<ReturnType<typeof openSubtitleProvider>>

export const testSubtitleKey = 'a-key-for-tests'

/** faultsOf: of the API, or of the links that it gives. */
export async function openSubtitleProvider({ entries = [] as SubtitleEntry[], port = 0 } = {}) {
  const requests: SubtitleRequest[] = []
  let fault: { kind: SubtitleFault; at: 'api' | 'link' } | undefined

  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://provider')
    const isLink = url.pathname.startsWith('/file/')
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const { 'api-key': key = '', 'user-agent': agent = '' } = request.headers
      requests.push({ path: url.pathname, query: url.searchParams, key: String(key), agent, body })
      if (fault && fault.at === (isLink ? 'link' : 'api') && fault.kind !== 'elsewhere') return fail(response, fault.kind)
      if (isLink) return sendFile(response, url.pathname)
      if (key !== testSubtitleKey || !/^\S+ v[\d.]+$/.test(agent))
        return sendJson(response, 401, { message: 'You cannot consume this service' })
      if (url.pathname === '/api/v1/subtitles') return sendJson(response, 200, resultsOf(entries, url.searchParams))
      if (url.pathname === '/api/v1/download' && request.method === 'POST') return sendLink(response, body)
      sendJson(response, 404, { message: 'Not found' })
    })
  })

  function sendLink(response: http.ServerResponse, body: string): void {
    const { file_id }: { file_id?: number } = JSON.parse(body)
    const entry = entries.find(({ id }) => id === file_id)
    if (!entry) return sendJson(response, 404, { message: 'Not found' })
    const host = fault?.kind === 'elsewhere' ? 'http://192.168.0.1' : origin()
    sendJson(response, 200, { link: `${host}/file/${entry.id}`, file_name: `${entry.release}.srt`, requests: 1, remaining: 9 })
  }

  function sendFile(response: http.ServerResponse, path: string): void {
    const entry = entries.find(({ id }) => path === `/file/${id}`)
    if (!entry) return void response.writeHead(410).end()
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    response.end(entry.isGzip ? gzipSync(entry.text) : entry.text)
  }

  function origin(): string {
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    /** OPENSUBTITLES_URL. */
    url: `${origin()}/api/v1`,
    requests,
    entries,
    fail: (kind: SubtitleFault, at: 'api' | 'link' = 'api') => void (fault = { kind, at }),
    recover: () => void (fault = undefined),
    stop: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function resultsOf(entries: readonly SubtitleEntry[], query: URLSearchParams) {
  const languages = query.get('languages')?.split(',') ?? []
  const matches = entries.filter(
    (entry) => isMatch(entry, query) && (languages.length === 0 || languages.includes(entry.language)),
  )
  return {
    total_pages: 1,
    total_count: matches.length,
    page: 1,
    data: matches.map((entry) => ({
      id: String(entry.id),
      type: 'subtitle',
      attributes: {
        language: entry.language,
        release: entry.release,
        download_count: entry.downloads ?? 0,
        hearing_impaired: entry.isImpaired ?? false,
        moviehash_match: isHashMatch(entry, query),
        files: [{ file_id: entry.id, cd_number: 1, file_name: `${entry.release}.srt` }],
      },
    })),
  }
}

function isHashMatch({ hash }: SubtitleEntry, query: URLSearchParams): boolean {
  return hash !== undefined && hash === query.get('moviehash')
}

function isMatch(entry: SubtitleEntry, query: URLSearchParams): boolean {
  const is = (name: string, value: string | undefined) => value !== undefined && query.get(name) === value
  const title = query.get('query')
  const isEpisode = is('parent_tmdb_id', entry.parent) && is('season_number', entry.season) && is('episode_number', entry.episode)
  const isTitle = title !== null && entry.title?.toLowerCase() === title
  return isHashMatch(entry, query) || is('tmdb_id', entry.tmdb) || isEpisode || isTitle
}

function fail(response: http.ServerResponse, kind: SubtitleFault): void {
  if (kind === 'away') return void response.destroy()
  if (kind === 'slow') return
  if (kind === 'garbage') return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[{"attrib')
  if (kind === 'redirect') return void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  if (kind === 'huge') return sendWithoutEnd(response)
  if (kind === 'many') return void response.writeHead(200).end(`{"data":[${'0,'.repeat(1_000_000)}0]}`)
  if (kind === 'elsewhere') return void response.writeHead(500).end()
  response.writeHead(kind).end(JSON.stringify({ message: 'A fault for a test' }))
}

function sendWithoutEnd(response: http.ServerResponse): void {
  response.writeHead(200)
  const part = Buffer.alloc(256 * 1024, ' ')
  const send = () => {
    if (!response.destroyed) response.write(part, () => setImmediate(send))
  }
  send()
}

function sendJson(response: http.ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
