/** Request policy of the screen server: hosts safe from DNS rebinding, same-origin pages only, and the headers of every response (promises 29 and 31). */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { streamKbitHeader } from '@homeport/contract/kit/http/tunnel.ts'
import { browserName } from './browser-name.ts'

/** How a request came: to the box's own port by http, handed on by the https port of the cloud beside it, or by a tunnel, whose page and origin the cloud has judged. */
export type Way = 'http' | 'https' | 'tunnel'

/** The person's browser that opened a page. isLoopback: on the box itself, under a name of this machine. mostKbit: what passes on its way, 0 where nothing is known. */
export type Visitor = { address: string; isLoopback: boolean; browser: string; isAway: boolean; mostKbit: number }

/** IP addresses, localhost and *.local: no foreign DNS server resolves these. */
export function isHostOurs(host: string | undefined): boolean {
  const name = nameOf(host)
  return name !== undefined && (isIP(name) !== 0 || name === 'localhost' || name.endsWith('.local'))
}

/** True if the request is from a page that this address served. */
export function isOriginOurs(origin: string | undefined, host: string | undefined, way: Way): boolean {
  if (way === 'tunnel') return origin === undefined
  if (origin === undefined || host === undefined || !URL.canParse(origin) || !URL.canParse(`${way}://${host}/`)) return false
  const page = new URL(origin)
  return page.protocol === `${way}:` && page.host === new URL(`${way}://${host}/`).host
}

/** The cloud names the address of a request that it hands on. */
export function visitorOf({ headers, socket }: IncomingMessage, way: Way): Visitor {
  const browser = browserName(headers['user-agent'])
  const near = { browser, isAway: way === 'tunnel', mostKbit: way === 'tunnel' ? Number(headers[streamKbitHeader] ?? 0) || 0 : 0 }
  if (way !== 'http') return { ...near, address: plain(String(headers['x-forwarded-for'] ?? '')), isLoopback: false }
  const address = plain(socket.remoteAddress ?? '')
  const name = nameOf(headers.host) ?? ''
  return { address, isLoopback: isInner(address) && (name === 'localhost' || isInner(name)), ...near }
}

/** IPv4 in its plain form. */
const plain = (address: string) => address.replace(/^::ffff:/, '')

function isInner(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}

function nameOf(host: string | undefined): string | undefined {
  if (!host || !URL.canParse(`http://${host}/`)) return undefined
  const { hostname, pathname, username, search } = new URL(`http://${host}/`)
  return pathname === '/' && !username && !search ? hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '') : undefined
}

/** host: the request's Host header, already checked: 'self' does not cover sockets in every browser. */
export function headersFor(host: string | undefined, way: Way): Record<string, string> {
  const socket = host === undefined ? '' : ` ${way === 'https' ? 'wss' : 'ws'}://${host}`
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "media-src 'self' blob:",
      `connect-src 'self'${socket}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Resource-Policy': 'same-origin',
  }
}
