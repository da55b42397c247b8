/** Speaks mpv's JSON IPC: a JSON text a line, answers by their request_id, events between them. */
import net from 'node:net'
import type { Later } from '@homeport/contract/kit/later.ts'
import * as z from 'zod/mini'
import { PlayerRefusal } from '../driven/driver-base.ts'
import { bounds } from './bounds.ts'

const Line = z.object({
  event: z.optional(z.string()),
  request_id: z.optional(z.number()),
  error: z.optional(z.string()),
  data: z.optional(z.unknown()),
  name: z.optional(z.string()),
  reason: z.optional(z.string()),
  playlist_entry_id: z.optional(z.number()),
})
/** An event with what it says: name and data of a property, reason and playlist_entry_id of an end-file. */
export type MpvEvent = z.infer<typeof Line> & { event: string }

export type IpcDeps = {
  later: Later
  /** ms by a clock that nobody sets. */
  elapsed: () => number
  onEvent: (event: MpvEvent) => void
  /** why: undefined where mpv closed it. */
  onGone: (why: Error | undefined) => void
}
export type Ipc = Awaited<ReturnType<typeof openIpc>>
type Waiting = { resolve: (data: unknown) => void; reject: (error: Error) => void; cancel: () => void }

/** Rejects where nothing listens. */
export async function openIpc(path: string, { later, elapsed, onEvent, onGone }: IpcDeps) {
  const socket = net.createConnection(path)
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  const waiting = new Map<number, Waiting>()
  let sent = 0
  let rest = Buffer.alloc(0)
  let second = { at: elapsed(), bytes: 0, lines: 0 }
  let isGone = false

  function end(why: Error | undefined): void {
    if (isGone) return
    isGone = true
    socket.destroy()
    for (const { reject, cancel } of waiting.values()) {
      cancel()
      reject(why ?? new Error('mpv is gone'))
    }
    waiting.clear()
    onGone(why)
  }

  function take(text: string): void {
    if (isGone || text.trim() === '') return
    const line = Line.parse(JSON.parse(text))
    if (line.event !== undefined) return onEvent({ ...line, event: line.event })
    const request = waiting.get(line.request_id ?? -1)
    if (!request) return
    waiting.delete(line.request_id ?? -1)
    request.cancel()
    if (line.error === 'success') request.resolve(line.data)
    else request.reject(new PlayerRefusal(line.error ?? 'no error named'))
  }

  function read(chunk: Buffer): void {
    if (elapsed() - second.at >= 1_000) second = { at: elapsed(), bytes: 0, lines: 0 }
    second.bytes += chunk.length
    if (rest.length + chunk.length > bounds.maxUnreadBytes || second.bytes > bounds.maxBytesASecond)
      return end(new Error('mpv says too much'))
    const whole = Buffer.concat([rest, chunk])
    const lineEnd = whole.lastIndexOf(10) + 1
    rest = whole.subarray(lineEnd)
    const lines = whole.subarray(0, lineEnd).toString().split('\n')
    second.lines += lines.length
    if (second.lines > bounds.maxLinesASecond) return end(new Error('mpv says too much'))
    lines.forEach(take)
  }

  socket.on('data', (chunk) => {
    try {
      read(chunk)
    } catch (error) {
      end(new Error('mpv talks nonsense', { cause: error }))
    }
  })
  socket.on('error', () => end(undefined))
  socket.on('close', () => end(undefined))

  return {
    /** Its answer. Rejects with a PlayerRefusal, or with another error where it does not answer: then it is gone. */
    command: (...command: readonly (string | number | boolean)[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        if (isGone || waiting.size >= bounds.maxPending) return reject(new Error('mpv takes no command'))
        const request_id = (sent += 1)
        const cancel = later(bounds.answerWithinMs, () => end(new Error(`mpv does not answer ${String(command[0])}`)))
        waiting.set(request_id, { resolve, reject, cancel })
        socket.write(`${JSON.stringify({ command, request_id })}\n`)
      }),
    isOpen: (): boolean => !isGone,
    close: () => end(undefined),
  }
}
