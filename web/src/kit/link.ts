/** The app's one connection to the current box: the socket with this browser's clock and session, and the listeners per act. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { publish } from '@homeport/contract/device.ts'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import { socketCutCode } from '@homeport/contract/kit/link.ts'
import type { Act, Out, Shape } from '@homeport/contract/kit/promise.ts'
import * as z from 'zod/mini'
import { isShown, watchShown } from './platform.ts'
import { ask, findHosts } from './ask.ts'
import { observable } from './observable.ts'
import { elapsed, later, now } from './clock.ts'
import { socketUrl } from './hosts.ts'
import { stored } from './storage.ts'
import { lang } from './lang.ts'
import { reach } from './reach.ts'
import { createSender } from './send.ts'
import { session } from './session.ts'
import { createSocket, type SocketTarget, type Wire, type WireEvents } from './socket.ts'

/** True while frames can pass. */
export const isLinked = observable(false)

const listeners = new Map<string, Set<(frame: FrameIn) => void>>()

const socket = createSocket({
  open: openWire,
  target,
  later,
  now,
  elapsed,
  keepFd: (fd) => stored.realm(lang.get(), 'socket_fd').set(fd || null),
  onFrame(frame) {
    sender.heard(frame)
    for (const listener of listeners.get(frame.act) ?? []) listener(frame)
  },
  stateChanged(isOpen) {
    if (!isOpen) sender.lost()
    isLinked.set(isOpen)
  },
})

const sender = createSender({
  socket,
  caller: () => ({ token: session.get().token, devsn: session.get().device?.devsn ?? '' }),
  publish: (input) => ask(publish, input),
  later,
  now,
})

export const send = sender.send

/** Subscribes to an act: messages that the box or the cloud sends unasked, and replies to other requests; failures and invalid data are skipped. */
export function onAct<I extends Shape, O extends Shape>(act: Act<I, O>, listener: (data: Out<O>) => void): () => void {
  const handler = (frame: FrameIn) => {
    const data = frame.code === Code.ok ? z.safeParse(act.output, frame.data) : undefined
    if (data?.success) listener(data.data)
  }
  const same = listeners.get(act.name) ?? new Set()
  listeners.set(act.name, same.add(handler))
  return () => same.delete(handler)
}

const cutListeners = new Set<() => void>()

/** Calls back when the cloud closed the connection: the token was ended elsewhere, or the box is unbound. */
export function onCut(listener: () => void): () => void {
  cutListeners.add(listener)
  return () => cutListeners.delete(listener)
}

let isReady = false

/** Opens the connection whenever spec 4 allows it, from now on. */
export function startLink(): () => void {
  const stops = [session.watch(socket.refresh), watchShown(socket.refresh), reach.unreached.watch(socket.refresh)]
  void findHosts().then(() => {
    isReady = true
    socket.refresh()
  })
  return () => {
    for (const stop of stops) stop()
    socket.stop()
  }
}

function target(): SocketTarget | null {
  const { token, device, user } = session.get()
  // P46: frames that still arrive while the phone is offline would change the screen.
  if (!isReady || token === '' || !device || !isShown() || reach.unreached.get() === 'phone') return null
  return { url: socketUrl(lang.get()), token, devsn: device.devsn, appuid: user?.user_id ?? '', isOnline: device.online === 1 }
}

/** RFC 6455: closed without a close frame. */
const brokenCode = 1006

function openWire(url: string, events: WireEvents): Wire {
  const real = new WebSocket(url)
  real.addEventListener('open', events.opened)
  real.addEventListener('message', (message) => events.heard(String(message.data)))
  real.addEventListener('close', ({ code }) => {
    events.closed()
    if (code === brokenCode) reach.suspect()
    if (code === socketCutCode) for (const listener of cutListeners) listener()
  })
  return {
    send: (text) => real.readyState === WebSocket.OPEN && real.send(text),
    close: () => real.close(),
  }
}
