/** A server of the eDonkey network: logs in when sources are searched and stays connected for a while, so that many jobs need one login. */
import type { SourceRule } from '../../../kit/outside.ts'
import type { Address } from '../ed2k-file.ts'
import { connectTo, type Ed2kConnection } from '../wire/connection.ts'
import { getSourcesFrame, isOf, loginFrame, Opcode, readSources } from '../wire/messages.ts'
import { Protocol } from '../wire/frame.ts'

/** A server hears nothing of us for this long and is left. */
const idleMs = 60_000

export type ServerSession = ReturnType<typeof createServerSession>
export type ServerParts = { address: Address; userHash: Buffer; rule: SourceRule; silenceMs: number; signal: AbortSignal }

type Pending = { resolve: (sources: Address[]) => void; reject: (error: unknown) => void }

export function createServerSession({ address, userHash, rule, silenceMs, signal }: ServerParts) {
  const pending = new Map<string, Pending[]>()
  let connecting: Promise<Ed2kConnection> | undefined

  async function login(): Promise<Ed2kConnection> {
    const line = await connectTo(address, { rule, signal, silenceMs })
    line.send(loginFrame(userHash))
    // Messages of the day come before the id.
    while (!isOf(await line.next(), Protocol.edonkey, Opcode.idChange)) continue
    void listen(line)
    return line
  }

  async function listen(line: Ed2kConnection): Promise<void> {
    try {
      for (;;) {
        const frame = await line.next(Math.max(idleMs, silenceMs))
        if (frame.opcode !== Opcode.foundSources) continue
        const { hash, addresses } = readSources(frame.payload)
        for (const { resolve } of pending.get(hash) ?? []) resolve(addresses)
        pending.delete(hash)
      }
    } catch (error) {
      line.close()
      connecting = undefined
      for (const { reject } of [...pending.values()].flat()) reject(error)
      pending.clear()
    }
  }

  return {
    /** Throws ConnectionEnded where the server is away. One that knows no source does not answer. */
    async search(file: { hash: string; size: number }): Promise<Address[]> {
      connecting ??= login()
      const line = await connecting.catch((error: unknown) => {
        connecting = undefined
        throw error
      })
      const result = Promise.withResolvers<Address[]>()
      pending.set(file.hash, [...(pending.get(file.hash) ?? []), result])
      line.send(getSourcesFrame(file))
      const timer = setTimeout(() => result.resolve([]), silenceMs)
      return result.promise.finally(() => clearTimeout(timer))
    },
  }
}
