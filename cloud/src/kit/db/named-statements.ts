/** Names of the prepared queries' statements on PostgreSQL: a connection parses a named statement once and keeps its plan. */
import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'

const names = new Map<string, string>()

/** Only SQL of which there are few variants: each connection keeps every named statement. */
export function nameStatement(statement: string): void {
  if (!names.has(statement)) names.set(statement, createHash('sha256').update(statement).digest('base64url').slice(0, 32))
}

/** From now on the client sends a statement that has a name under its name. */
export function sendNamed(client: ClientBase): void {
  // NOTE: of the overloads of query only (text, values) is changed; the others pass unchanged.
  const query = client.query.bind(client) as (...words: unknown[]) => unknown
  const named = (...words: unknown[]) => {
    const [text, values, callback] = words
    const name = typeof text === 'string' ? names.get(text) : undefined
    return name === undefined ? query(...words) : query({ name, text, values }, callback)
  }
  Object.assign(client, { query: named })
}
