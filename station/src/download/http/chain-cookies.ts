/** The cookies of one chain of redirects: a server that sets one and leads back wants to see it. Each goes to its own host only. */
import type { IncomingHttpHeaders } from 'node:http'

const maxCookies = 50
const cookieMaxBytes = 4_096

export function createChainCookies(now: () => number = Date.now) {
  const byHost = new Map<string, Map<string, { value: string; isSecure: boolean }>>()
  return {
    take({ hostname }: URL, headers: IncomingHttpHeaders): void {
      const cookies = byHost.get(hostname) ?? new Map<string, { value: string; isSecure: boolean }>()
      byHost.set(hostname, cookies)
      for (const line of headers['set-cookie'] ?? []) {
        const [pair = ''] = line.split(';')
        const at = pair.indexOf('=')
        const name = pair.slice(0, at).trim()
        if (at < 1 || line.length > cookieMaxBytes) continue
        if (isOver(line, now())) cookies.delete(name)
        else if (cookies.size < maxCookies || cookies.has(name))
          cookies.set(name, { value: pair.slice(at + 1).trim(), isSecure: /;\s*secure\s*(?:;|$)/i.test(line) })
      }
    },
    /** As a header. */
    of({ hostname, protocol }: URL): { cookie?: string } {
      const cookie = [...(byHost.get(hostname) ?? [])]
        .filter(([, { isSecure }]) => !isSecure || protocol === 'https:')
        .map(([name, { value }]) => `${name}=${value}`)
        .join('; ')
      return cookie === '' ? {} : { cookie }
    },
  }
}

/** A server takes a cookie back by an age of none, or by a day that is over; the age counts before the day (RFC 6265, 4.1.2). */
function isOver(line: string, nowMs: number): boolean {
  const age = /;\s*max-age\s*=\s*(-?\d+)\s*(?:;|$)/i.exec(line)?.[1]
  if (age !== undefined) return Number(age) <= 0
  return Date.parse(/;\s*expires\s*=\s*([^;]+)/i.exec(line)?.[1] ?? '') <= nowMs
}
