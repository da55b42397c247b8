/** The cookies of one chain of redirects, as browsers send them (RFC 6265): to their own host, or to all of the domain that they name, and below their path. */
import type { IncomingHttpHeaders } from 'node:http'
import { isAddress } from '@homeport/contract/kit/private-address.ts'

const maxCookies = 50
const cookieMaxBytes = 4_096

/** isHostOnly: it names no domain. */
type Cookie = { name: string; value: string; domain: string; isHostOnly: boolean; path: string; isSecure: boolean }

export function createChainCookies(now: () => number = Date.now) {
  const cookies = new Map<string, Cookie>()

  function takeLine(url: URL, line: string): void {
    const cookie = line.length > cookieMaxBytes ? undefined : cookieOf(url, line)
    if (!cookie) return
    const key = JSON.stringify([cookie.name, cookie.domain, cookie.path])
    if (isOver(line, now())) cookies.delete(key)
    else if (cookies.size < maxCookies || cookies.has(key)) cookies.set(key, cookie)
  }

  return {
    take(url: URL, headers: IncomingHttpHeaders): void {
      for (const line of headers['set-cookie'] ?? []) takeLine(url, line)
    },
    /** As a header. The longest path first (RFC 6265, 5.4). */
    of({ hostname, pathname, protocol }: URL): { cookie?: string } {
      const cookie = [...cookies.values()]
        .filter(({ domain, isHostOnly }) => hostname === domain || (!isHostOnly && hostname.endsWith(`.${domain}`)))
        .filter(({ path, isSecure }) => isBelow(pathname, path) && (!isSecure || protocol === 'https:'))
        .toSorted((one, other) => other.path.length - one.path.length)
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ')
      return cookie === '' ? {} : { cookie }
    },
  }
}

/** undefined: it has no name, or is for a domain that its host does not lie in, or for a whole ending such as com. */
function cookieOf({ hostname, pathname }: URL, line: string): Cookie | undefined {
  const [pair = ''] = line.split(';')
  const at = pair.indexOf('=')
  if (at < 1) return undefined
  const attribute = (name: string) =>
    [...line.matchAll(new RegExp(String.raw`;\s*${name}\s*=\s*([^;]*)`, 'gi'))].at(-1)?.[1]?.trim() ?? ''
  const domain = attribute('domain').replace(/^\./, '').toLowerCase()
  const isHostOnly = domain === ''
  const isOwn = hostname === domain || (hostname.endsWith(`.${domain}`) && domain.includes('.') && !isAddress(hostname))
  if (!isHostOnly && !isOwn) return undefined
  const path = attribute('path')
  return {
    name: pair.slice(0, at).trim(),
    value: pair.slice(at + 1).trim(),
    domain: isHostOnly ? hostname : domain,
    isHostOnly,
    path: path.startsWith('/') ? path : pathname.slice(0, pathname.lastIndexOf('/')) || '/',
    isSecure: /;\s*secure\s*(?:;|$)/i.test(line),
  }
}

/** RFC 6265, 5.1.4 */
function isBelow(pathname: string, path: string): boolean {
  return pathname.startsWith(path) && (path.endsWith('/') || pathname.length === path.length || pathname[path.length] === '/')
}

/** A server takes a cookie back by an age of none, or by a day that is over; the age counts before the day (RFC 6265, 4.1.2). */
function isOver(line: string, nowMs: number): boolean {
  const age = /;\s*max-age\s*=\s*(-?\d+)\s*(?:;|$)/i.exec(line)?.[1]
  if (age !== undefined) return Number(age) <= 0
  return Date.parse(/;\s*expires\s*=\s*([^;]+)/i.exec(line)?.[1] ?? '') <= nowMs
}
