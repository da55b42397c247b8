/** JSON-RPC client for aria2 over WebSocket: calls, responses and job notifications. */
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { EngineAway, EngineRefusal } from '../engine/engine.ts'

const callWithinMs = 15_000
const answerMaxBytes = 256 * 1024 * 1024

const Answer = z.object({ id: z.string(), result: z.optional(z.unknown()), error: z.optional(z.object({ message: z.string() })) })
const Notice = z.object({ method: z.string(), params: z.array(z.object({ gid: z.string() })) })

export type Rpc = Awaited<ReturnType<typeof openRpc>>

export async function openRpc({
  port,
  secret,
  onNotice,
  onClose,
}: {
  port: number
  secret: string
  onNotice: (gid: string) => void
  onClose: () => void
}) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/jsonrpc`, {
    perMessageDeflate: false,
    maxPayload: answerMaxBytes,
    handshakeTimeout: 2_000,
  })
  const waiting = new Map<string, { resolve: (result: unknown) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }>()
  let count = 0

  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    for (const id of waiting.keys()) settle(id, new EngineAway('aria2 went away'), undefined)
    onClose()
  })
  socket.on('message', (raw) => {
    const message: unknown = JSON.parse(Buffer.isBuffer(raw) ? raw.toString() : '{}')
    const answer = Answer.safeParse(message)
    if (answer.success) {
      const { id, error, result } = answer.data
      return settle(id, error && new EngineRefusal(error.message), result)
    }
    const notice = Notice.safeParse(message)
    if (notice.success) for (const { gid } of notice.data.params) onNotice(gid)
  })

  function settle(id: string, error: Error | undefined, result: unknown): void {
    const pending = waiting.get(id)
    if (!pending) return
    waiting.delete(id)
    clearTimeout(pending.timer)
    if (error) pending.reject(error)
    else pending.resolve(result)
  }

  return {
    /** Throws EngineRefusal with aria2's message, EngineAway if there is no response. */
    call(method: string, ...params: unknown[]): Promise<unknown> {
      if (socket.readyState !== WebSocket.OPEN) return Promise.reject(new EngineAway('aria2 is away'))
      count += 1
      const id = String(count)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => settle(id, new EngineAway(`aria2 did not answer ${method}`), undefined), callWithinMs)
        waiting.set(id, { resolve, reject, timer })
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: `aria2.${method}`, params: [`token:${secret}`, ...params] }))
      })
    },
    close: () => socket.terminate(),
  }
}
