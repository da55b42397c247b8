/** The session cookie of a screen: 256 random bits, not readable by scripts; the box stores only the hash. */
import { createHash, randomBytes } from 'node:crypto'
import { cookieValue } from '@homeport/contract/kit/http/cookie-value.ts'
import { boxPath } from '@homeport/contract/playback/box-paths.ts'
import type { Way } from '../request-policy.ts'

/** Cookies know no port: by https a session of its own, so that neither way takes the other's. */
const names: Record<Way, string> = { http: 'homeport_screen', https: '__Secure-homeport_screen', tunnel: 'homeport_screen' }
/** Browsers allow at most 400 days; each visit renews it. */
const keepSeconds = 400 * 24 * 3600

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

export function secretFrom(header: string | undefined, way: Way): string | undefined {
  const secret = cookieValue(header, names[way])
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : undefined
}

export function cookieOf(secret: string, way: Way): string {
  const scope = way === 'https' ? `Path=${boxPath}/; Secure` : 'Path=/'
  return `${names[way]}=${secret}; ${scope}; Max-Age=${keepSeconds}; HttpOnly; SameSite=Strict`
}
