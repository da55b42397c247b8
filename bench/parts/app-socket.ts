/** An app's socket for a bench: signed in, sends acts and receives replies, and records its close. */
import { WebSocket, type RawData } from 'ws'

type Reply = { id?: string; act: string; code: number; data: unknown }

/** devsn: the box that the socket is opened for, '' if none. */
export async function openAppSocket({ port, token, devsn = '' }: { port: number; token: string; devsn?: string }) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/en/ws`)
  const waiting = new Map<string, (reply: Reply) => void>()
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('message', (data: RawData) => {
    const reply: Reply = JSON.parse(Buffer.isBuffer(data) ? data.toString() : '{}')
    waiting.get(reply.id ?? '')?.(reply)
  })
  let count = 0
  function act(name: string, data: object): Promise<Reply> {
    count += 1
    const id = `${name}-${count}`
    return new Promise((resolve) => {
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ act: name, time: 0, id, data: { app: 'bench', devsn, appuid: '', data } }))
    })
  }
  const { code } = token === '' ? { code: 200 } : await act('login', { token })
  if (code !== 200) throw new Error(`the socket could not sign in: ${code}`)
  return { act, closed, close: () => socket.close() }
}
