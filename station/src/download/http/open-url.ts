/** Opens a web address for reading: every redirect is checked, and the connection goes to exactly the checked address (promise 34). */
import http from 'node:http'
import https from 'node:https'
import { BadAnswer, boundHead, headBounds, LateAnswer } from '@homeport/contract/kit/http/inbound-http.ts'
import { judgeSource, portOf, type SourceRule } from '../../kit/outside.ts'
import { createChainCookies } from './chain-cookies.ts'
import { mendedConnection } from './mended-connection.ts'
import { redirectTarget } from './redirect.ts'
import { connectionError, NoSuchRange, UrlError } from './url-error.ts'

/** Redirects, as browsers follow (Fetch, 4.4). */
const maxRedirects = 20
/** Browsers read heads of up to 256 KB. */
const headMaxBytes = 64 * 1024
/** Answers whose body is the file. That of 202 says how far the server is. */
const fileStatuses = new Set([200, 201, 203, 206])

export type UrlResponse = { response: http.IncomingMessage; url: URL }

/** end is exclusive, Infinity: to the end of the file. validator: only if the file is still this one (If-Range). */
export type RequestedRange = { from: number; end: number; validator: string }

export type OpenUrlDeps = {
  rule: SourceRule
  signal: AbortSignal
  range?: RequestedRange | undefined
  silenceMs?: number
  method?: 'GET' | 'HEAD'
}

/** silenceMs: how long the server may stay silent. Throws UrlError. */
export async function openUrl(
  first: URL,
  { rule, signal, range, silenceMs = 60_000, method = 'GET' }: OpenUrlDeps,
): Promise<UrlResponse> {
  let url = first
  const cookies = createChainCookies()
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const addresses = await allowedAddresses(url, rule, signal)
    const request = { range, signal, silenceMs, method, cookies: cookies.of(url) }
    const response = await get(url, addresses, request)
    const status = response.statusCode ?? 0
    if (fileStatuses.has(status)) return { response, url }
    response.destroy()
    const isRedirect = status >= 300 && status < 400
    if (!isRedirect || !response.headers.location)
      throw isRedirect || (status < 300 && status !== 202) ? new UrlError(28, 'no file') : refused(response)
    cookies.take(url, response.headers)
    url = redirectTarget(response.headers.location, url)
  }
  throw new UrlError(23, 'too many redirects')
}

function refused({ statusCode, headers }: http.IncomingMessage): UrlError {
  const { 'retry-after': retryAfter, date } = headers
  if (statusCode === 416) return new NoSuchRange(headers['content-range'] ?? '')
  return new UrlError(22, `status=${statusCode}`, { 'retry-after': retryAfter, date })
}

/** The addresses to connect to, checked. Throws UrlError where one of them is forbidden or none is known; an abort does not wait for a silent resolver. */
export async function allowedAddresses(url: URL, rule: SourceRule, signal: AbortSignal): Promise<string[]> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    const { verdict, addresses } = await Promise.race([judgeSource(url.hostname, portOf(url), rule), aborted.promise])
    if (verdict !== 'fine') throw new UrlError(22, verdict)
    return addresses
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

type GetOptions = Omit<OpenUrlDeps, 'rule'> & { cookies: { cookie?: string } }

function get(
  url: URL,
  addresses: string[],
  { range, signal, silenceMs = 0, method, cookies }: GetOptions,
): Promise<http.IncomingMessage> {
  const headers = { 'accept-encoding': 'identity', 'user-agent': 'Homeport', ...cookies, ...rangeHeaders(range) }
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(
      url,
      {
        method,
        headers,
        signal,
        insecureHTTPParser: true,
        maxHeaderSize: headMaxBytes,
        // One of its own: a connection that is kept for reuse would not be to the address that was checked now.
        createConnection: () => mendedConnection(url, addresses, method !== 'HEAD'),
      },
      (response) => {
        request.once('timeout', () => response.destroy(new UrlError(2, 'the server is silent')))
        // Node takes a body without a length for whole where its connection breaks.
        request.on('error', (error) => {
          if (!response.complete) response.destroy(requestError(error))
        })
        resolve(response)
      },
    )
    boundHead(request, headBounds)
    // As an option it counts for the sockets of an agent only.
    request.setTimeout(silenceMs)
    request.once('timeout', () => request.destroy(new UrlError(2, 'the server is silent')))
    request.on('error', (error) => reject(requestError(error)))
    request.end()
  })
}

function requestError(error: Error): Error {
  if (error instanceof BadAnswer) return new UrlError(22, 'bad_answer')
  return error instanceof LateAnswer ? new UrlError(2, 'the server is silent') : connectionError(error)
}

function rangeHeaders(range: RequestedRange | undefined): Record<string, string> {
  if (!range) return {}
  const { from, end, validator } = range
  return {
    range: `bytes=${from}-${Number.isFinite(end) ? end - 1 : ''}`,
    ...(validator === '' ? {} : { 'if-range': validator }),
  }
}
