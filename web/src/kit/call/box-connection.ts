/** The app's connection to the current box: the socket to the cloud and, in the house, the direct one, with this browser's clock and session; and the listeners per act. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { publish } from '@homeport/contract/device.ts'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import { lanHeartbeatMs, socketCutCode } from '@homeport/contract/kit/connection.ts'
import type { Act, Out, Shape } from '@homeport/contract/kit/operation.ts'
import { isShown, watchConnected, watchShown } from '../platform.ts'
import { readAnswer } from './read-answer.ts'
import { ask, findHosts } from './http.ts'
import { observable } from '../observable.ts'
import { elapsed, later, now } from '../time/clock.ts'
import { socketUrl } from '../hosts.ts'
import { lan, lanAnswerWithinMs, lanOpenWithinMs, refusedLogin } from './lan.ts'
import { isLanOpen } from '../lan-open.ts'
import { storageKeys } from '../storage.ts'
import { lang } from '../lang.ts'
import { reach } from '../reachability.ts'
import { createSender } from './send.ts'
import { session } from '../session.ts'
import { createSocket, type SocketTarget, type Wire, type WireEvents } from './socket.ts'

/** True while frames can pass, by either way. */
export const isConnected = observable(false)

const connectionListeners = new Set<() => void>()

/** Calls back whenever a way has opened: what was pushed meanwhile is lost. */
export function onConnected(listener: () => void): () => void {
  connectionListeners.add(listener)
  return () => connectionListeners.delete(listener)
}

const listeners = new Map<string, Set<(frame: FrameIn) => void>>()

const clocks = { later, now, elapsed }

const socket = createSocket({
  ...clocks,
  open: openWire,
  target,
  keepFd: (fd) => storageKeys.realm(lang.get(), 'socket_fd').set(fd || null),
  onFrame(frame) {
    // The box's pushes come by the direct socket too, and earlier: an old state must not follow a new one.
    const isReply = sender.heard(frame)
    if (isReply || frame.dev === '' || !isLanOpen.get()) notifyListeners(frame, isReply)
  },
  stateChanged(isOpen) {
    if (isOpen) requestLan()
    else sender.lost('cloud')
    connectionChanged(isOpen)
  },
})

const direct = createSocket({
  ...clocks,
  open: openDirect,
  target: () => lan.target(target()),
  handshake: (box) => lan.handshake(box),
  beatMs: lanHeartbeatMs,
  openWithinMs: lanOpenWithinMs,
  keepFd: () => {},
  onFrame(frame) {
    notifyListeners(frame, sender.heard(frame))
  },
  stateChanged(isOpen) {
    isLanOpen.set(isOpen)
    if (!isOpen) sender.lost('lan')
    connectionChanged(isOpen)
  },
  refused: (code) => code === refusedLogin && isCloudOpen() && requestLan(true),
})

function requestLan(isStale = false): void {
  void lan.request(sender.send, isStale).then(direct.refresh)
}

function isCloudOpen(): boolean {
  return socket.fd() !== ''
}

function notifyListeners(frame: FrameIn, isReply: boolean): void {
  for (const listener of listeners.get(frame.act) ?? []) listener(frame)
  if (!isReply) for (const listener of incomingListeners.get(frame.act) ?? []) listener(frame)
}

function connectionChanged(isOpen: boolean): void {
  isConnected.set(isCloudOpen() || isLanOpen.get())
  if (isOpen) for (const listener of connectionListeners) listener()
}

const sender = createSender({
  socket,
  lan: {
    fd: direct.fd,
    tell(...frame) {
      const isSent = direct.tell(...frame)
      // While the cloud is away nobody else can deliver it: a slow box, or a slow phone, is waited for as long as the connection lives.
      if (reach.unreached.get() === null) direct.check(lanAnswerWithinMs)
      return isSent
    },
  },
  isCloudAway: () => reach.unreached.get() !== null,
  caller: () => ({ token: session.get().token, devsn: session.get().device?.devsn ?? '' }),
  publish: (input) => ask(publish, input),
  later,
  now,
})

export const send = sender.send

/** Subscribes to an act: messages that the box or the cloud sends unasked, and replies to other requests; failures and invalid data are skipped. */
export function onAct<I extends Shape, O extends Shape>(act: Act<I, O>, listener: (data: Out<O>) => void): () => void {
  const handler = (frame: FrameIn) => {
    const data = frame.code === Code.ok ? readAnswer(act.output, frame.data) : undefined
    if (data?.success) listener(data.data)
  }
  const same = listeners.get(act.name) ?? new Set()
  listeners.set(act.name, same.add(handler))
  return () => same.delete(handler)
}

/** A frame of the box that no request waits for: sent by itself, or too late. data: undefined if the act failed or its data is invalid; detail: the data as received. */
export type Incoming<T> = {
  code: number
  data: T | undefined
  detail: unknown
  task_id: string | undefined
  url: string | undefined
}

const incomingListeners = new Map<string, Set<(frame: FrameIn) => void>>()

/** Subscribes to an act as onAct does, without replies to requests, and with failures. */
export function onUnasked<I extends Shape, O extends Shape>(
  act: Act<I, O>,
  listener: (incoming: Incoming<Out<O>>) => void,
): () => void {
  const handler = ({ code, data: detail, task_id, url }: FrameIn) => {
    const parsed = code === Code.ok ? readAnswer(act.output, detail) : undefined
    listener({ code, data: parsed?.data, detail, task_id, url })
  }
  const same = incomingListeners.get(act.name) ?? new Set()
  incomingListeners.set(act.name, same.add(handler))
  return () => same.delete(handler)
}

const cutListeners = new Set<() => void>()

/** Calls back when the cloud closed the connection: the token was ended elsewhere, or the box is unbound. */
export function onCut(listener: () => void): () => void {
  cutListeners.add(listener)
  return () => cutListeners.delete(listener)
}

const hostsAgainMs = 3_000
let isReady = false

/** Opens the connection whenever spec 4 allows it, from now on. */
export function startConnection(): () => void {
  const stops = [
    session.watch(refresh),
    watchShown((isVisible) => (isVisible ? wake() : refresh())),
    reach.unreached.watch(refresh),
    watchConnected(wake),
    lan.onReady(direct.refresh),
  ]
  const stopWait = whenHostsAreFound(() => {
    isReady = true
    refresh()
  })
  return () => {
    stopWait()
    for (const stop of stops) stop()
    socket.stop()
    direct.stop()
  }
}

/** Tries again while the hosts file cannot be read: that the cloud is away is said by every call. */
function whenHostsAreFound(listener: () => void): () => void {
  let isOver = false
  let stopWait = () => {}
  const find = () =>
    void findHosts().then(
      () => isOver || listener(),
      () => isOver || (stopWait = later(hostsAgainMs, find)),
    )
  find()
  return () => {
    isOver = true
    stopWait()
  }
}

function refresh(): void {
  socket.refresh()
  if (isCloudOpen()) requestLan()
  direct.refresh()
}

function wake(): void {
  socket.wake()
  direct.wake()
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
  return wireOf(real)
}

/** Not an outage of the cloud, and no word on the session: whoever is at the address may close it. */
function openDirect(url: string, events: WireEvents): Wire {
  const real = new WebSocket(url)
  real.addEventListener('open', events.opened)
  real.addEventListener('message', (message) => events.heard(String(message.data)))
  real.addEventListener('close', () => {
    if (!isLanOpen.get()) lan.missed()
    events.closed()
  })
  return wireOf(real)
}

function wireOf(real: WebSocket): Wire {
  return {
    send: (text) => real.readyState === WebSocket.OPEN && real.send(text),
    close: () => real.close(),
  }
}
