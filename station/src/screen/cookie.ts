/** The session cookie of a screen: 256 random bits, not readable by scripts; the box stores only the hash. */
import { createHash, randomBytes } from 'node:crypto'

const name = 'homeport_screen'
/** Browsers allow at most 400 days; each visit renews it. */
const keepSeconds = 400 * 24 * 3600

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

export function secretFrom(header: string | undefined): string | undefined {
  const match = header?.split(';').find((part) => part.trim().startsWith(`${name}=`))
  const secret = match?.trim().slice(name.length + 1)
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : undefined
}

export function cookieOf(secret: string): string {
  return `${name}=${secret}; Path=/; Max-Age=${keepSeconds}; HttpOnly; SameSite=Strict`
}
