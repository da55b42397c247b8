/** Errors of a web address. */
import type { RetryAfter } from '@homeport/contract/kit/http/retry-after.ts'
import { BadChunks } from './chunked-body.ts'

/** With aria2's error number for it. retryAfter: how long its server asks to be left alone. */
export class UrlError extends Error {
  readonly error: number
  readonly retryAfter: RetryAfter
  constructor(error: number, message: string, retryAfter: RetryAfter = {}) {
    super(message)
    this.error = error
    this.retryAfter = retryAfter
  }
}

/** The file has no such bytes. size: of the whole file, 0 where the server does not say (RFC 9110, 15.5.17). */
export class NoSuchRange extends UrlError {
  readonly size: number
  constructor(contentRange: string) {
    super(22, 'status=416')
    this.size = Number(/^\s*bytes\s+\*\/(\d{1,15})\s*$/i.exec(contentRange)?.[1] ?? 0)
  }
}

/** A redirect or a name led to an address that the box may not reach. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof UrlError && (error.message === 'private' || error.message === 'own_port')

const certificateCode =
  /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|HOSTNAME_MISMATCH)/

/** The rest: nobody whom the box trusts signed it. */
const certificateWords: [RegExp, string][] = [
  [/^CERT_HAS_EXPIRED$/, 'certificate_expired'],
  [/^CERT_NOT_YET_VALID$/, 'certificate_early'],
  [/^(?:ERR_TLS_CERT_ALTNAME|HOSTNAME_MISMATCH)/, 'certificate_name'],
]

/**
 * Node's error of a connection. A certificate that nobody may trust, and a head that no reader takes, are no matter of the network. Nor is a handshake that the
 * server refuses, which it may accept later, and an answer without TLS.
 */
export function connectionError(error: NodeJS.ErrnoException): Error {
  const { code = '' } = error
  if (certificateCode.test(code))
    return new UrlError(1, certificateWords.find(([words]) => words.test(code))?.[1] ?? 'certificate')
  if (code === 'EPROTO')
    return /wrong version number/.test(error.message) ? new UrlError(28, 'no secure answer') : new UrlError(22, 'bad_answer')
  return isBadHead(error) || error instanceof BadChunks ? new UrlError(28, 'no http answer') : error
}

const isBadHead = (error: NodeJS.ErrnoException): boolean => error.code?.startsWith('HPE_') ?? false
