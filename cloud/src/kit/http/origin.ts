/** Allowed Hosts and Origins (wire.md), one list for calls, sockets and the broker. */
import { isIP } from 'node:net'

/** `names`: our own host names. `origins`: the public address and others that the operator allows. */
export type OriginList = { names: readonly string[]; origins: readonly string[] }

/** The origins of a Capacitor app on iOS and Android. */
const appOrigins = ['capacitor://localhost', 'https://localhost']

/** Hosts of recent requests that are allowed, by their list. */
const allowedHosts = new WeakMap<OriginList, Set<string>>()
const maxHosts = 100

/** `host` as in the Host header, with or without port. */
export function isHostAllowed(list: OriginList, host: string | undefined): boolean {
  if (host === undefined) return false
  const allowed = allowedHosts.get(list) ?? new Set<string>()
  if (allowed.has(host)) return true
  if (!isInList(list, host)) return false
  if (allowed.size >= maxHosts) allowed.clear()
  allowedHosts.set(list, allowed.add(host))
  return true
}

function isInList(list: OriginList, host: string): boolean {
  const name = nameOf(host)
  if (name === undefined) return false
  return (
    isLocalName(name) ||
    name === 'localhost' ||
    list.names.includes(name) ||
    list.origins.some((origin) => new URL(origin).hostname === name)
  )
}

/** A request without Origin is allowed: it is not from a browser page of another site. `host` is the request's own Host. */
export function isOriginAllowed(list: OriginList, origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true
  const plain = origin.toLowerCase()
  if (appOrigins.includes(plain) || list.origins.includes(plain)) return true
  const url = URL.canParse(plain) ? new URL(plain) : undefined
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false
  return isHostAllowed(list, host) && url.host === withoutDefaultPort(host, url.protocol)
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
