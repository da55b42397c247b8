/** The WebSocket of one app: its state, and how frames are sent to it. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { notice } from '@homeport/contract/device.ts'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import { createLateness } from '@homeport/contract/kit/clock-skew.ts'
import { socketCutCode } from '@homeport/contract/kit/connection.ts'
import type { In, Lang } from '@homeport/contract/kit/operation.ts'
import type { WebSocket } from 'ws'
import type { SendBudget } from './send-budget.ts'

/** Send buffer limit for an app that does not read. Pushes stop earlier, because the next one replaces them. */
export const bufferedMaxBytes = 1024 * 1024
const bufferedPushBytes = bufferedMaxBytes / 2
/** Send buffers of all apps of the process together. */
export const bufferedTotalBytes = 10 * 1024 * 1024

export const closeCodes = { late: 4408, wrong: 4401, ended: socketCutCode, away: 1001 } as const

export type Notice = In<typeof notice.output>

export type AppUser = { user_id: string; token_hash: string; token: string; checkedAt: number; fd: string; devsn: string }

export type AppSocket = {
  ws: WebSocket
  sendBudget: SendBudget
  lang: Lang
  lastFrameAt: number
  inFlight: number
  /** Before it the bytes of the socket are bounded in all. */
  onLogin: () => void
  /** Long frames that wait for their turn; meanwhile nothing more is read. */
  longFrames: number
  /** Number of queries for its boxes: the result of an older one is ignored. */
  boxQueries: number
  /** Number of its latest notice: an older one that completes later is dropped. */
  latestNotice: number
  /** How late its frames come. */
  lateness: ReturnType<typeof createLateness>
  user?: AppUser
}

export function createAppSocket({
  ws,
  lang,
  now,
  sendBudget,
  onLogin,
}: Pick<AppSocket, 'ws' | 'lang' | 'sendBudget' | 'onLogin'> & { now: number }): AppSocket {
  return {
    ws,
    lang,
    sendBudget,
    onLogin,
    lastFrameAt: now,
    inFlight: 0,
    lateness: createLateness(() => performance.now()),
    longFrames: 0,
    boxQueries: 0,
    latestNotice: 0,
  }
}

/** The most bytes of a usual frame. Longer frames are read one at a time. */
const frameUsualBytes = 4_096

/** Queues the handling of a frame; of a long one not more is read until its turn. */
export function queueFrame(app: AppSocket, sizeBytes: number, queue: { add(task: () => void): void; handle(): void }): void {
  const long = sizeBytes > frameUsualBytes ? 1 : 0
  app.longFrames += long
  readOrPause(app)
  queue.add(() => {
    app.longFrames -= long
    queue.handle()
    readOrPause(app)
  })
}

function readOrPause(app: AppSocket): void {
  const isPaused = app.longFrames > 0
  if (isPaused === app.ws.isPaused) return
  if (isPaused) app.ws.pause()
  else app.ws.resume()
}

/** An app that leaves this much unread is disconnected, because the buffer is the cloud's memory. */
export function sendFrame(app: AppSocket, frame: FrameIn): void {
  if (app.ws.readyState !== app.ws.OPEN) return
  if (app.ws.bufferedAmount > bufferedMaxBytes) return app.ws.terminate()
  app.ws.send(JSON.stringify(frame))
  app.sendBudget.sent(app.ws)
}

/** A slow reader misses progress, which the next push repeats; it is never buffered. */
export function pushFrame(app: AppSocket, frame: FrameIn): void {
  if (app.ws.bufferedAmount < bufferedPushBytes) sendFrame(app, frame)
}

export function sendNotice(app: AppSocket, data: Notice): void {
  sendFrame(app, { act: 'notice', dev: '', code: Code.ok, data })
}
