/** Asks for feeds and for the torrent files of their items, politely and bounded: each redirect is judged again, and nothing that is asked for stands in a message (an address may hold a key). */
import { inflate } from 'node:zlib'
import { promisify } from 'node:util'
import type { FeedFault } from '@homeport/contract/feed/feed.ts'
import { retryAfterMs } from '@homeport/contract/kit/http/retry-after.ts'
import { torrentMaxBytes } from '@homeport/contract/download/download.ts'
import { gunzipBytes } from '../kit/gunzip.ts'
import { AddressRefused, AnswerTooLarge, createHttpClient, type HttpResponse, type RequestOptions } from '../kit/http-client.ts'
import type { SourceRule } from '../kit/outside.ts'
import type { LinkOrTorrent } from '../shared/link-or-torrent.ts'
import { readFeed, type ReadFeed } from './read-feed.ts'

/** etag, modified: of the answer before, '' if it had none. */
export type Validators = { etag: string; modified: string }
export const noValidators: Validators = { etag: '', modified: '' }
/** feed undefined: as it was. */
export type FetchedFeed = { feed: ReadFeed | undefined } & Validators
/** retryAfterMs: 0 if the server does not say. */
export class FeedUnreadable extends Error {
  readonly fault: Exclude<FeedFault, ''>
  readonly retryAfterMs: number
  constructor(fault: Exclude<FeedFault, ''>, retryAfterMs = 0) {
    super(`a feed cannot be read: ${fault}`)
    this.fault = fault
    this.retryAfterMs = retryAfterMs
  }
}
export type FeedClient = ReturnType<typeof createFeedClient>

export type FeedClientDeps = {
  /** Hosts of the house that may be asked, with their ports. */
  feedHosts: readonly string[]
  /** The one of all downloads. */
  rule: SourceRule
  now: () => number
  timeoutMs?: number
}

export const feedMaxBytes = 4_000_000
const usualTimeoutMs = 30_000
const maxHops = 5
const inflated = promisify(inflate)

export function createFeedClient({ feedHosts, rule, now, timeoutMs = usualTimeoutMs }: FeedClientDeps) {
  const { allowPrivate, ownPorts, lookup } = rule
  const client = createHttpClient({ proxy: '', timeoutMs, ownHosts: feedHosts, ownPorts, allowPrivate, lookup })

  /** Follows redirects; link: one that leads to a magnet link. */
  async function get(first: URL, options: RequestOptions): Promise<{ response: HttpResponse; url: URL } | { link: string }> {
    let url = first
    for (let hop = 0; hop <= maxHops; hop += 1) {
      const response = await client.request(url, options).catch((error: unknown) => {
        throw new FeedUnreadable(faultOfError(error))
      })
      const { location } = response.headers
      if (response.status < 300 || response.status > 399 || response.status === 304 || !location) return { response, url }
      if (/^magnet:/i.test(location.trim())) return { link: location.trim() }
      const next = URL.canParse(location, url) ? new URL(location, url) : undefined
      if (next?.protocol !== 'http:' && next?.protocol !== 'https:') throw new FeedUnreadable('away')
      url = next
    }
    throw new FeedUnreadable('away')
  }

  return {
    /** Throws FeedUnreadable. */
    async feed(address: URL, { etag, modified }: Validators, signal: AbortSignal): Promise<FetchedFeed> {
      const headers = {
        accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, */*;q=0.5',
        'accept-encoding': 'gzip',
        ...(etag !== '' && { 'if-none-match': etag }),
        ...(modified !== '' && { 'if-modified-since': modified }),
      }
      const answer = await get(address, { headers, maxBytes: feedMaxBytes, signal })
      if ('link' in answer) throw new FeedUnreadable('bad_feed')
      const { response, url } = answer
      if (response.status === 304) return { feed: undefined, etag, modified }
      if (response.status !== 200) throw new FeedUnreadable(faultOfStatus(response.status), retryAfterMs(response.headers, now()))
      const contentType = response.headers['content-type'] ?? ''
      const read = await readFeed(await unpacked(response), { contentType, url: url.href })
      if (typeof read === 'string') throw new FeedUnreadable(read === '' ? 'bad_feed' : read)
      return { feed: read, etag: response.headers.etag ?? '', modified: response.headers['last-modified'] ?? '' }
    },

    /** The torrent file that a link leads to, or the link itself where it is another thing. Throws FeedUnreadable. */
    async fetchLink(link: string, kind: 'torrent' | 'file' | 'unknown', signal: AbortSignal): Promise<LinkOrTorrent> {
      if (kind === 'file' || !/^https?:/i.test(link)) return { url: link }
      // A film is left to the downloads, from its first byte.
      const reads = (headers: HttpResponse['headers']) =>
        !/^(?:video|audio)\//i.test(headers['content-type'] ?? '') && !(Number(headers['content-length']) > torrentMaxBytes)
      const options = { headers: { 'accept-encoding': 'gzip' }, maxBytes: torrentMaxBytes, signal, reads }
      const answer = await get(new URL(link), options)
      if ('link' in answer) return { url: answer.link }
      const { response } = answer
      if (response.status !== 200) throw new FeedUnreadable(faultOfStatus(response.status), retryAfterMs(response.headers, now()))
      if (!reads(response.headers)) return { url: link }
      const bytes = await unpacked(response, torrentMaxBytes)
      if (/^d\d/.test(bytes.subarray(0, 2).toString('latin1'))) return { torrent: bytes }
      const isPage = /^\s*<(?:!doctype|html|\?xml)/i.test(bytes.subarray(0, 200).toString('latin1'))
      if (isPage || kind === 'torrent') throw new FeedUnreadable('page')
      return { url: link }
    },

    stop: () => client.stop(),
  }
}

async function unpacked({ headers, body }: HttpResponse, maxOutputLength = feedMaxBytes): Promise<Buffer> {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  // A file may be packed without a word of it.
  const isGzip = body[0] === 0x1f && body[1] === 0x8b
  try {
    if (isGzip) return await gunzipBytes(body, { maxOutputLength })
    if (encoding === 'deflate') return await inflated(body, { maxOutputLength })
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw new FeedUnreadable(isTooLarge ? 'too_large' : 'away')
  }
  return body
}

function faultOfStatus(status: number): Exclude<FeedFault, ''> {
  if (status === 401 || status === 403 || status === 407) return 'login'
  if (status === 404 || status === 410) return 'not_found'
  return status === 429 || status === 503 ? 'limit' : 'away'
}

const unknownHostCodes = ['ENOTFOUND', 'EAI_AGAIN']
const certificateCode = /^(?:CERT_|ERR_TLS_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/

function faultOfError(error: unknown): Exclude<FeedFault, ''> {
  if (error instanceof AddressRefused) return error.verdict
  if (error instanceof AnswerTooLarge) return 'too_large'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (unknownHostCodes.includes(code)) return 'unknown_host'
  return certificateCode.test(code) ? 'certificate' : 'away'
}
