/** The codes of the system's, Node's and SQLite's own errors. They are no secrets in a log, as a code that a person is sent is one. */
import { getSystemErrorMap } from 'node:util'

const systemCodes = new Set([...getSystemErrorMap().values()].map(([name]) => name))

/** A pairing code has no underscore, and one of a phone or an e-mail has digits alone. */
export function isErrorCode(value: unknown): boolean {
  return typeof value === 'string' && (systemCodes.has(value) || /^(ERR|SQLITE|UND|CERT|UNABLE|HPE)_[A-Z0-9_]+$/.test(value))
}

/** For the log of a program: what takes the place of a secret. path: of the names that lead to it. */
export function censored(value: unknown, path: readonly string[]): unknown {
  return path.at(-1) === 'code' && isErrorCode(value) ? value : '[hidden]'
}
