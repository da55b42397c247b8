/** The WebSocket of one open TV page: its messages by the contract, and its state. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { type Ability, FromScreen, type MessageToScreen, beatEveryMs } from '@homeport/contract/playback/screen-protocol.ts'
import type { RawData, WebSocket } from 'ws'
import { monotonicMs } from '../../kit/monotonic.ts'
import type { Visitor } from '../request-policy.ts'

/** With more unsent data the page is gone or stuck. */
const backlogBytes = 64 * 1024
/** Allows one page of films in transit. */
const keyBacklogBytes = 16 * 1024
const silentBeats = 3
/** The close code of a WebSocket whose other end sent none. */
const endedAbnormally = 1006

export type PageSocket = ReturnType<typeof openPageSocket>

export type PageSocketDeps = {
  socket: WebSocket
  visitor: Visitor
  sessionHash: string | undefined
  onMessage: (page: PageSocket, message: FromScreen) => void
  onClose: (page: PageSocket) => void
}

export function openPageSocket({ socket, visitor, sessionHash, onMessage, onClose }: PageSocketDeps) {
  let isClosed = false
  let isLost = false
  let aliveAt = monotonicMs()
  const page = {
    sessionHash,
    ...visitor,
    /** Set when the screen is admitted. */
    screen_id: '',
    /** Set by the first message. */
    can: undefined as readonly Ability[] | undefined,
    lang: 'en' as Lang,
    key: '',
    isOpen: (): boolean => !isClosed,
    /** It ended without a word: the browser sleeps, crashed, or has no network. */
    isLost: (): boolean => isLost,
    /** False if the message cannot be delivered now. */
    send: (message: MessageToScreen): boolean => {
      if (isClosed || socket.readyState !== socket.OPEN || socket.bufferedAmount > backlogBytes) return false
      socket.send(JSON.stringify(message))
      return true
    },
    /** A key that waits behind other messages is late already. */
    isFree: (): boolean => socket.bufferedAmount < keyBacklogBytes,
    beat(): void {
      if (monotonicMs() - aliveAt > silentBeats * beatEveryMs) return socket.terminate()
      page.send({ kind: 'beat', at: monotonicMs() })
      socket.ping()
    },
    close(code: number): void {
      socket.close(code)
    },
  }
  const beating = setInterval(() => page.beat(), beatEveryMs)
  socket.on('pong', () => (aliveAt = monotonicMs()))
  socket.on('error', () => {})
  socket.on('close', (code) => {
    isClosed = true
    isLost = code === endedAbnormally
    clearInterval(beating)
    onClose(page)
  })
  socket.on('message', (data, isBinary) => {
    aliveAt = monotonicMs()
    const message = isBinary ? undefined : FromScreen.safeParse(parsed(data))
    if (message?.success) onMessage(page, message.data)
    else socket.close(1007)
  })
  page.send({ kind: 'beat', at: monotonicMs() })
  return page
}

function parsed(data: RawData): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(data) ? data.toString() : '')
  } catch {
    return undefined
  }
}
