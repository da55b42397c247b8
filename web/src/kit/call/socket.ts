/**
 * The app's socket as a state machine without a browser: connects when allowed, logs in, asks what plays after 0.5 s, heartbeat every 4 s,
 * reconnects after 3 s, passes each reply to its request. Clock, socket and target are injected (spec 4, 9; wire.md "Socket").
 */
import { backoff } from '@homeport/contract/kit/backoff.ts'
import { heartbeat, notice, socketLogin, socketLogout } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { FrameIn } from '@homeport/contract/kit/envelope.ts'
import { heartbeatMs, playerStatusDelayMs, reconnectMs } from '@homeport/contract/kit/connection.ts'
import { playerStatus } from '@homeport/contract/playback/playback.ts'
import * as z from 'zod/mini'
import { newId } from '../id.ts'

export type Wire = { send: (text: string) => void; close: () => void }
export type WireEvents = { opened: () => void; heard: (text: string) => void; closed: () => void }

/** The target of the connection; null while it must be closed. */
export type SocketTarget = { url: string; token: string; devsn: string; appuid: string; isOnline: boolean }

/** Login of one connection: the data of the first `login`, and what follows from each reply; null: refused. */
export type Handshake = { first: unknown; next: (data: unknown) => { send: unknown } | { fd: string } | null }

export type SocketDeps = {
  open: (url: string, events: WireEvents) => Wire
  target: () => SocketTarget | null
  later: (ms: number, run: () => void) => () => void
  now: () => number
  /** ms by a clock that nobody sets. */
  elapsed: () => number
  keepFd: (fd: string) => void
  handshake?: (target: SocketTarget) => Handshake
  beatMs?: number
  /** One that is not logged in by then is given up; absent: the other side decides. */
  openWithinMs?: number
  /** The other side refused the login. */
  refused?: (code: number) => void
  onFrame: (frame: FrameIn) => void
  stateChanged: (isOpen: boolean) => void
}

export type Socket = {
  /** Checks again whether it may be open, and for whom. */
  refresh: () => void
  /** The page woke, or the network is back: an open connection that no longer answers is replaced, a closed one is opened at once. */
  wake: () => void
  /** An open connection from which nothing comes within this time is replaced. */
  check: (withinMs: number) => void
  fd: () => string
  /** Sends an act as a frame; false where the socket is not open. */
  tell: (act: string, data: unknown, id: string) => boolean
  stop: () => void
}

/** An open connection answers a heartbeat within this time. */
const wakeAnswerMs = 2_000
/** Acts from the cloud itself are accepted whatever the current box is (spec 5, wire.md). */
const cloudActs: readonly string[] = [socketLogin, socketLogout, heartbeat, notice].map(({ name }) => name)
const missedBeats = 3
const longestRetryMs = 30_000
const Fd = z.object({ fd: z.string() })

/** The last step of a login. */
export function fdOf(data: unknown): { fd: string } | null {
  const parsed = z.safeParse(Fd, data)
  return parsed.success ? parsed.data : null
}

function tokenHandshake({ token }: SocketTarget): Handshake {
  return { first: { token }, next: fdOf }
}

export function createSocket(deps: SocketDeps): Socket {
  const { handshake = tokenHandshake, beatMs = heartbeatMs, openWithinMs, refused = () => {} } = deps
  let wire: Wire | null = null
  let attempt: { key: string; target: SocketTarget; login: Handshake } | null = null
  let fd = ''
  let failures = 0
  let heardAt = 0
  let frames = 0
  let stopBeat = () => {}
  let stopRetry = () => {}
  const checks = createChecks(deps.later, () => frames, reopen)
  let stopOpening = () => {}
  const playerRequest = createDelayed(deps.later, () => sendFrame(playerStatus.name, {}, newId()))

  function refresh(): void {
    const target = deps.target()
    const key = target ? [target.url, target.token, target.devsn].join(' ') : ''
    if (attempt && attempt.key !== key) close()
    if (target && target.isOnline && !attempt) connect(key, target)
  }

  function wake(): void {
    refresh()
    check(wakeAnswerMs)
  }

  function reopen(): void {
    close()
    refresh()
  }

  function check(withinMs: number): void {
    if (fd === '') return
    sendFrame(heartbeat.name, {}, newId())
    checks.begin(withinMs)
  }

  function connect(key: string, box: SocketTarget): void {
    stopRetry()
    const own = { key, target: box, login: handshake(box) }
    attempt = own
    const isMine = () => attempt === own
    wire = deps.open(box.url, {
      opened: () => isMine() && greet(own.login),
      heard: (text) => isMine() && handle(text, box),
      closed: () => isMine() && lost(),
    })
    if (openWithinMs !== undefined) stopOpening = deps.later(openWithinMs, () => isMine() && fd === '' && lost())
  }

  function greet(login: Handshake): void {
    sendFrame(socketLogin.name, login.first, newId())
    playerRequest.begin(playerStatusDelayMs)
  }

  function handle(text: string, box: SocketTarget): void {
    const frame = frameOf(text)
    if (!frame) return console.warn('A frame without an act was ignored')
    heardAt = deps.now()
    frames += 1
    if (!cloudActs.includes(frame.act) && frame.dev !== box.devsn) return
    if (frame.act === socketLogin.name) return loggedIn(frame)
    if (frame.act === socketLogout.name) return lost()
    deps.onFrame(frame)
  }

  function loggedIn(frame: FrameIn): void {
    if (frame.code !== Code.ok) refused(frame.code)
    const step = frame.code === Code.ok ? attempt?.login.next(frame.data) : null
    if (!step) return lost()
    if ('send' in step) return void sendFrame(socketLogin.name, step.send, newId())
    fd = step.fd
    failures = 0
    deps.keepFd(fd)
    beat()
    deps.stateChanged(true)
    playerRequest.retry()
  }

  function beat(): void {
    stopBeat = deps.later(beatMs, () => {
      if (deps.now() - heardAt > beatMs * missedBeats) return lost()
      sendFrame(heartbeat.name, {}, newId())
      beat()
    })
  }

  /** Closed unexpectedly: spec 4 clears fd and open flag and reconnects after 3 s; each further failure waits longer, so that clients do not all return at once. */
  function lost(): void {
    close()
    stopRetry = deps.later(retryMs(failures), refresh)
    failures += 1
  }

  function close(): void {
    const wasOpen = fd !== ''
    const old = wire
    stopBeat()
    checks.stop()
    stopRetry()
    playerRequest.stop()
    stopOpening()
    wire = null
    attempt = null
    fd = ''
    deps.keepFd('')
    old?.close()
    if (wasOpen) deps.stateChanged(false)
  }

  function sendFrame(act: string, data: unknown, id: string): boolean {
    if (!wire || !attempt || (fd === '' && act !== socketLogin.name)) return false
    const { devsn, appuid } = attempt.target
    wire.send(JSON.stringify({ act, ...stampsOf(deps), id, data: { app: 'homeport', devsn, appuid, data } }))
    return true
  }

  return { refresh, wake, check, fd: () => fd, tell: sendFrame, stop: close }
}

/** Runs once after a while; where it did not succeed then, at `retry`. */
function createDelayed(later: SocketDeps['later'], run: () => boolean) {
  let stop = () => {}
  let isDue = false
  return {
    begin(ms: number): void {
      isDue = false
      stop = later(ms, () => {
        isDue = !run()
      })
    },
    retry: () => void (isDue && run()),
    stop: () => stop(),
  }
}

/** Whether anything came since; several may run at once. */
function createChecks(later: SocketDeps['later'], frames: () => number, silent: () => void) {
  let stops: (() => void)[] = []
  return {
    begin(withinMs: number): void {
      const before = frames()
      const stop = later(withinMs, () => {
        stops = stops.filter((one) => one !== stop)
        if (frames() === before) silent()
      })
      stops.push(stop)
    },
    stop(): void {
      stops.forEach((one) => one())
      stops = []
    },
  }
}

function stampsOf({ now, elapsed }: SocketDeps) {
  return { time: Math.floor(now() / 1000), sent_ms: Math.round(elapsed()) }
}

/** After the first failure as spec 4 has it. */
function retryMs(failures: number): number {
  const jitter = failures === 0 ? 0 : 0.25
  return backoff(failures, { first: reconnectMs, most: longestRetryMs, factor: 1.5, jitter, random: Math.random() })
}

function frameOf(text: string): FrameIn | undefined {
  try {
    return z.safeParse(FrameIn, JSON.parse(text)).data
  } catch {
    return undefined
  }
}
