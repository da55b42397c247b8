/** The one origin list (wire.md): which Host a request may name and which Origin may ask; for calls, sockets and the broker alike. */
import { isIP } from 'node:net'

/** `names`: host names that are ours. `origins`: the public address and whatever else the operator lets in. */
export type OriginList = { names: readonly string[]; origins: readonly string[] }

/** The origins that a Capacitor app has on iOS and on Android. */
const appOrigins = ['capacitor://localhost', 'https://localhost']

/** `host` as in the Host header, with or without a port. */
export function isHostAllowed(list: OriginList, host: string | undefined): boolean {
  const name = nameOf(host)
  if (name === undefined) return false
  return (
    isLocalName(name) ||
    name === 'localhost' ||
    list.names.includes(name) ||
    list.origins.some((origin) => new URL(origin).hostname === name)
  )
}

/** No Origin is no browser page of another site, and allowed; `host` is the request's own Host. */
export function isOriginAllowed(list: OriginList, origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true
  const plain = origin.toLowerCase()
  if (appOrigins.includes(plain) || list.origins.includes(plain)) return true
  const asked = URL.canParse(plain) ? new URL(plain) : undefined
  if (!asked || (asked.protocol !== 'http:' && asked.protocol !== 'https:')) return false
  return isHostAllowed(list, host) && asked.host === withoutDefaultPort(host, asked.protocol)
}

function isLocalName(name: string): boolean {
  return isIP(name) !== 0 || name.endsWith('.local')
}

function nameOf(host: string | undefined): string | undefined {
  if (!host || !URL.canParse(`http://${host}/`)) return undefined
  const { hostname, pathname, username, search } = new URL(`http://${host}/`)
  return pathname === '/' && !username && !search ? hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '') : undefined
}

function withoutDefaultPort(host: string | undefined, protocol: string): string | undefined {
  return host && URL.canParse(`${protocol}//${host}/`) ? new URL(`${protocol}//${host}/`).host : undefined
}
