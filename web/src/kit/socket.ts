/**
 * The app's socket as a state machine without a browser: connects when allowed, logs in, asks what plays after 0.5 s, heartbeat every 4 s,
 * reconnects after 3 s, passes each reply to its request. Clock, socket and target are injected (spec 4, 9; wire.md "Socket").
 */
import { heartbeat, notice, socketLogin, socketLogout } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { FrameIn } from '@homeport/contract/kit/envelope.ts'
import { heartbeatMs, playerStatusDelayMs, reconnectMs } from '@homeport/contract/kit/link.ts'
import { playerStatus } from '@homeport/contract/playback.ts'
import * as z from 'zod/mini'
import { newId } from './id.ts'

export type Wire = { send: (text: string) => void; close: () => void }
export type WireEvents = { opened: () => void; heard: (text: string) => void; closed: () => void }

/** The target of the connection; null while it must be closed. */
export type SocketTarget = { url: string; token: string; devsn: string; appuid: string; isOnline: boolean }

export type SocketDeps = {
  open: (url: string, events: WireEvents) => Wire
  target: () => SocketTarget | null
  later: (ms: number, run: () => void) => () => void
  now: () => number
  /** ms by a clock that nobody sets. */
  elapsed: () => number
  keepFd: (fd: string) => void
  onFrame: (frame: FrameIn) => void
  stateChanged: (isOpen: boolean) => void
}

export type Socket = {
  /** Checks again whether it may be open, and for whom. */
  refresh: () => void
  fd: () => string
  /** Sends an act as a frame; false where the socket is not open. */
  tell: (act: string, data: unknown, id: string) => boolean
  stop: () => void
}

/** Acts from the cloud itself are accepted whatever the current box is (spec 5, wire.md). */
const cloudActs: readonly string[] = [socketLogin, socketLogout, heartbeat, notice].map(({ name }) => name)
const missedBeats = 3
const longestRetryMs = 30_000
const Fd = z.object({ fd: z.string() })

export function createSocket(deps: SocketDeps): Socket {
  let wire: Wire | null = null
  let lease: { key: string; target: SocketTarget } | null = null
  let fd = ''
  let failures = 0
  let heardAt = 0
  let stopBeat = () => {}
  let stopRetry = () => {}
  let stopAsking = () => {}
  let askedLate: () => unknown = () => {}

  function refresh(): void {
    const target = deps.target()
    const key = target ? [target.url, target.token, target.devsn].join(' ') : ''
    if (lease && lease.key !== key) close()
    if (target && target.isOnline && !lease) connect(key, target)
  }

  function connect(key: string, box: SocketTarget): void {
    stopRetry()
    const own = { key, target: box }
    lease = own
    const isMine = () => lease === own
    wire = deps.open(box.url, {
      opened: () => isMine() && greet(box.token),
      heard: (text) => isMine() && handle(text, box),
      closed: () => isMine() && lost(),
    })
  }

  function greet(token: string): void {
    sendFrame(socketLogin.name, { token }, newId())
    let isDue = false
    const ask = () => {
      isDue = !sendFrame(playerStatus.name, {}, newId())
    }
    // Waits for a login that takes longer.
    askedLate = () => isDue && ask()
    stopAsking = deps.later(playerStatusDelayMs, ask)
  }

  function handle(text: string, box: SocketTarget): void {
    const parsed = z.safeParse(FrameIn, parse(text))
    if (!parsed.success) return console.warn('A frame without an act was ignored')
    const frame = parsed.data
    heardAt = deps.now()
    if (!cloudActs.includes(frame.act) && frame.dev !== box.devsn) return
    if (frame.act === socketLogin.name) return loggedIn(frame)
    if (frame.act === socketLogout.name) return lost()
    deps.onFrame(frame)
  }

  function loggedIn(frame: FrameIn): void {
    const data = z.safeParse(Fd, frame.data)
    if (frame.code !== Code.ok || !data.success) return lost()
    fd = data.data.fd
    failures = 0
    deps.keepFd(fd)
    beat()
    deps.stateChanged(true)
    askedLate()
  }

  function beat(): void {
    stopBeat = deps.later(heartbeatMs, () => {
      if (deps.now() - heardAt > heartbeatMs * missedBeats) return lost()
      sendFrame(heartbeat.name, {}, newId())
      beat()
    })
  }

  /** Closed unexpectedly: spec 4 clears fd and open flag and reconnects after 3 s; each further failure waits longer, so that clients do not all return at once. */
  function lost(): void {
    close()
    const wait = Math.min(longestRetryMs, reconnectMs * 1.5 ** failures)
    failures += 1
    stopRetry = deps.later(failures === 1 ? wait : wait * (0.75 + Math.random() / 2), refresh)
  }

  function close(): void {
    const wasOpen = fd !== ''
    const old = wire
    stopBeat()
    stopRetry()
    stopAsking()
    wire = null
    lease = null
    fd = ''
    deps.keepFd('')
    old?.close()
    if (wasOpen) deps.stateChanged(false)
  }

  function sendFrame(act: string, data: unknown, id: string): boolean {
    if (!wire || !lease || (fd === '' && act !== socketLogin.name)) return false
    const { devsn, appuid } = lease.target
    const stamps = { time: Math.floor(deps.now() / 1000), sent_ms: Math.round(deps.elapsed()) }
    wire.send(JSON.stringify({ act, ...stamps, id, data: { app: 'homeport', devsn, appuid, data } }))
    return true
  }

  return { refresh, fd: () => fd, tell: sendFrame, stop: close }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
