/** Who asks: the token of the Token header, as it is made, sent and kept. */
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export type User = { user_id: string; username: string; nickname: string }
export type Session = { user: User; tokenHash: string }

/** 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Tokens are kept as this only. */
export function tokenHashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export function newId(): string {
  return randomBytes(15).toString('base64url').replace(/[-_]/g, 'x')
}

/** A header as one text, '' where it is absent; given twice, the last. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name]
  return (Array.isArray(value) ? value.at(-1) : value)?.trim() ?? ''
}
