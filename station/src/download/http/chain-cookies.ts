/** The cookies of one chain of redirects: a server that sets one and leads back wants to see it. Each goes to its own host only. */
import type { IncomingHttpHeaders } from 'node:http'

const cookiesAtMost = 50
const cookieMaxBytes = 4_096

export function createChainCookies() {
  const byHost = new Map<string, Map<string, string>>()
  return {
    take({ hostname }: URL, headers: IncomingHttpHeaders): void {
      const cookies = byHost.get(hostname) ?? new Map<string, string>()
      byHost.set(hostname, cookies)
      for (const line of headers['set-cookie'] ?? []) {
        const [pair = ''] = line.split(';')
        const at = pair.indexOf('=')
        const name = pair.slice(0, at).trim()
        if (at < 1 || line.length > cookieMaxBytes) continue
        if (/;\s*max-age\s*=\s*(?:0|-\d+)\s*(?:;|$)/i.test(line)) cookies.delete(name)
        else if (cookies.size < cookiesAtMost || cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim())
      }
    },
    /** As a header. */
    of({ hostname }: URL): { cookie?: string } {
      const cookie = [...(byHost.get(hostname) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
      return cookie === '' ? {} : { cookie }
    },
  }
}
