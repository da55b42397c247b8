/** The log: JSON lines on stdout; secrets never reach it (P12). */
import { censored } from '@homeport/contract/kit/program/error-code.ts'
import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

const secrets = ['token', 'Token', 'password', 'code', 'authorization', 'Authorization', 'cookie', 'nonce', 'payload']

export function createLog(level: string, to?: DestinationStream): Logger {
  const paths = secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.*.*.${name}`])
  const options = { level, base: null, redact: { paths, censor: censored } }
  return to ? pino(options, to) : pino(options)
}

export const silent: Log = { debug() {}, info() {}, warn() {}, error() {} }
