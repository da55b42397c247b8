/** Requests to a program of the owner's: every answer has a bound of time and of bytes, and one that is none of a program's own shows that another one is there. */
import { createHttpClient, type HttpResponse } from '../../kit/http-client.ts'
import { EngineAway } from '../engine/engine.ts'
import { OtherProgram } from './driver.ts'
import { houseLookup } from './house-address.ts'
import type { ProgramDeps } from './program-login.ts'

const answerMaxBytes = 24_000_000
/** A program that writes to a slow disk answers late. */
const withinMs = 10_000

type ProgramRequest = {
  headers?: Record<string, string>
  maxBytes?: number
  json?: string
  form?: { type: string; body: string | Buffer }
  /** The answer's head is enough. */
  isHeadOnly?: boolean
}

/** name: of the program, for the log. */
export function createProgramHttp(name: string, { ownPorts, lookup }: ProgramDeps) {
  const http = createHttpClient({
    proxy: '',
    timeoutMs: withinMs,
    ownHosts: [],
    ownPorts,
    allowPrivate: true,
    // It ends a connection that is idle, and a request that changes something is not sent twice.
    keepsAlive: false,
    lookup: houseLookup(lookup),
  })
  const stopping = new AbortController()
  return {
    async request(url: URL, { isHeadOnly = false, ...options }: ProgramRequest): Promise<HttpResponse> {
      const bounds = { headers: {}, maxBytes: answerMaxBytes, signal: stopping.signal }
      const reads = isHeadOnly ? { reads: () => false } : {}
      const answer = await http.request(url, { ...bounds, ...options, ...reads }).catch((error: unknown) => {
        throw new EngineAway(`${name} is away: ${error instanceof Error ? error.message : 'unknown'}`)
      })
      if (!isHeadOnly && (answer.status >= 500 || (answer.status >= 300 && answer.status < 400)))
        throw new OtherProgram(`HTTP ${answer.status}`)
      return answer
    },
    stop(): void {
      stopping.abort()
      http.stop()
    },
  }
}

/** The address as a folder. */
export const baseOf = (address: string): string => (address.endsWith('/') ? address : `${address}/`)
