/** A server of the eDonkey network: logs in when sources are searched and stays connected for a while, so that many jobs need one login. */
import type { SourceRule } from '../../../kit/outside.ts'
import type { Address } from '../ed2k-file.ts'
import { ConnectionEnded, connectTo, type Ed2kConnection } from '../wire/connection.ts'
import { getSourcesFrame, isOf, loginFrame, Opcode, readSources } from '../wire/messages.ts'
import { Protocol, ProtocolError } from '../wire/frame.ts'

/** After its last search, also one of a job that still runs, a server is left. */
const idleMs = 60_000
const loginWithinMs = 10_000
/** Messages that bring nothing, one after the other. */
const maxOthers = 1_000

export type ServerSession = ReturnType<typeof createServerSession>
export type ServerDeps = { address: Address; userHash: Buffer; rule: SourceRule; silenceMs: number; signal: AbortSignal }

type Pending = { resolve: (sources: Address[]) => void; reject: (error: unknown) => void }

export function createServerSession({ address, userHash, rule, silenceMs, signal }: ServerDeps) {
  const pending = new Map<string, Pending[]>()
  let connecting: Promise<Ed2kConnection> | undefined
  let open: Ed2kConnection | undefined
  let idle: NodeJS.Timeout | undefined
  /** That may search. */
  let jobs = 0

  async function login(): Promise<Ed2kConnection> {
    const line = await connectTo(address, { rule, signal, silenceMs })
    open = line
    if (jobs === 0) line.close()
    const timer = setTimeout(() => line.close(), loginWithinMs).unref()
    try {
      line.send(loginFrame(userHash))
      await idOf(line)
    } catch (error) {
      drop(line, error)
      throw error
    } finally {
      clearTimeout(timer)
    }
    void listen(line)
    return line
  }

  function drop(line: Ed2kConnection, error: unknown): void {
    line.close()
    if (open !== line) return
    open = connecting = undefined
    for (const { reject } of [...pending.values()].flat()) reject(error)
    pending.clear()
  }

  async function listen(line: Ed2kConnection): Promise<void> {
    try {
      for (let others = 0; others <= maxOthers; others += 1) {
        const frame = await line.next(Math.max(idleMs, silenceMs))
        if (frame.opcode === Opcode.foundSources && take(readSources(frame.payload))) others = 0
      }
      throw new ProtocolError('messages in place of sources')
    } catch (error) {
      drop(line, error)
    }
  }

  /** False where nobody waits for them. */
  function take({ hash, addresses }: ReturnType<typeof readSources>): boolean {
    const waiting = pending.get(hash)
    for (const { resolve } of waiting ?? []) resolve(addresses)
    return pending.delete(hash)
  }

  return {
    /** A job runs that may search; call what is returned when it ends. The last one closes the connection. */
    join(): () => void {
      jobs += 1
      return () => {
        jobs -= 1
        if (jobs > 0) return
        clearTimeout(idle)
        if (open) drop(open, new ConnectionEnded('no job'))
      }
    },
    /** Throws ConnectionEnded where the server is away, ProtocolError where it sends something else. One that knows no source does not answer. */
    async search(file: { hash: string; size: number }): Promise<Address[]> {
      connecting ??= login()
      const line = await connecting.catch((error: unknown) => {
        connecting = undefined
        throw error
      })
      clearTimeout(idle)
      idle = setTimeout(() => line.close(), Math.max(idleMs, silenceMs)).unref()
      const result = Promise.withResolvers<Address[]>()
      pending.set(file.hash, [...(pending.get(file.hash) ?? []), result])
      line.send(getSourcesFrame(file))
      const timer = setTimeout(() => result.resolve([]), silenceMs)
      return result.promise.finally(() => clearTimeout(timer))
    },
  }
}

/** Messages of the day come before the id. */
async function idOf(line: Ed2kConnection): Promise<void> {
  for (let count = 0; count < maxOthers; count += 1) if (isOf(await line.next(), Protocol.edonkey, Opcode.idChange)) return
  throw new ProtocolError('no id among its messages')
}
