/**
 * Many apps in one process, each with the app's own socket and its back-off: `node storm-apps.ts CLOUD`. Opens them at the message {targets}, sends at each change how many are logged in, and how
 * often each app at least has tried in vain since it was; and at the message 'ask' asks each app's box, and sends how many have their own box's answer.
 */
import { taskList } from '@homeport/contract/download/download.ts'
import { minOf } from '@homeport/contract/kit/extremes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { newId } from '../kit/id.ts'
import { createSocket, type Socket, type SocketDeps } from '../kit/call/socket.ts'

type Target = { token: string; devsn: string }

const [, , cloud = ''] = process.argv
const url = `${cloud.replace(/^http/, 'ws')}/en/ws`
const sockets: Socket[] = []
/** Ids of acts whose answer is pending. */
const pending = new Set<string>()
let [up, answered] = [0, 0]
/** Tries in vain since it was logged in, of each app. */
const tries = new Map<string, number>()

process.on('message', (message) => {
  if (message === 'ask') return askAll()
  // NOTE: the parent sends nothing else.
  for (const target of (message as { targets: Target[] }).targets) open(target)
})

function open({ token, devsn }: Target): void {
  let isUp = false
  const tell = () => process.send?.({ up, leastTries: minOf(tries.values(), 0) })
  const socket = createSocket({
    open: (to, events) => {
      const closed = () => {
        if (!isUp) tries.set(token, (tries.get(token) ?? 0) + 1)
        events.closed()
        tell()
      }
      return openWebSocket(to, { ...events, closed })
    },
    target: () => ({ url, token, devsn, appuid: '', isOnline: true }),
    later: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    now: Date.now,
    elapsed: () => performance.now(),
    keepFd: () => {},
    onFrame: (frame) => {
      if (frame.code !== Code.ok || !pending.delete(frame.id ?? '')) return
      answered += 1
      process.send?.({ answered })
    },
    stateChanged: (isOpen) => {
      isUp = isOpen
      up += isOpen ? 1 : -1
      tries.set(token, 0)
      tell()
    },
  })
  sockets.push(socket)
  socket.refresh()
}

const openWebSocket: SocketDeps['open'] = (to, events) => {
  const socket = new WebSocket(to)
  socket.addEventListener('open', () => events.opened())
  socket.addEventListener('message', (event) => events.heard(String(event.data)))
  socket.addEventListener('close', () => events.closed())
  return { send: (text) => socket.send(text), close: () => socket.close() }
}

function askAll(): void {
  answered = 0
  for (const socket of sockets) {
    const id = newId()
    pending.add(id)
    socket.tell(taskList.name, {}, id)
  }
}
