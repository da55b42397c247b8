/** Session tokens: creation, hash, and reading the Token header. */
import { hash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export type User = { user_id: string; username: string; nickname: string }
export type Session = { user: User; tokenHash: string }

/** 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Only this hash of a token is stored. */
export function tokenHashOf(token: string): string {
  return hash('sha256', token)
}

export function newId(): string {
  return randomBytes(15).toString('base64url').replace(/[-_]/g, 'x')
}

/** A header as one string, '' if it is absent; if it is given twice, the last. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name]
  return (Array.isArray(value) ? value.at(-1) : value)?.trim() ?? ''
}
