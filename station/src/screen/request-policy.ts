/** Request policy of the screen server: hosts safe from DNS rebinding, same-origin pages only, and the headers of every response (promises 29 and 31). */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** IP addresses, localhost and *.local: no foreign DNS server resolves these. */
export function isHostOurs(host: string | undefined): boolean {
  const name = nameOf(host)
  return name !== undefined && (isIP(name) !== 0 || name === 'localhost' || name.endsWith('.local'))
}

/** True if the socket comes from a page that this address served. */
export function isOriginOurs(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined || host === undefined || !URL.canParse(origin) || !URL.canParse(`http://${host}/`)) return false
  const page = new URL(origin)
  return page.protocol === 'http:' && page.host === new URL(`http://${host}/`).host
}

/** True if the request is from this machine, under a name of this machine: a browser on the box itself. */
export function isLoopback(request: IncomingMessage): boolean {
  const name = nameOf(request.headers.host) ?? ''
  return isInner(addressOf(request)) && (name === 'localhost' || isInner(name))
}

/** The client's address, IPv4 in its plain form. */
export function addressOf(request: IncomingMessage): string {
  return (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
}

function isInner(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}

function nameOf(host: string | undefined): string | undefined {
  if (!host || !URL.canParse(`http://${host}/`)) return undefined
  const { hostname, pathname, username, search } = new URL(`http://${host}/`)
  return pathname === '/' && !username && !search ? hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '') : undefined
}

/** host: the request's Host header, already checked: 'self' does not cover sockets in every browser. */
export function headersFor(host: string | undefined): Record<string, string> {
  const socket = host === undefined ? '' : ` ws://${host}`
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
