/** The page's WebSocket to the station: messages checked against the contract, reconnect with backoff, close codes handled. */
import { backoff } from '@homeport/contract/kit/backoff.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { type SentByScreen, ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import * as z from 'zod/mini'

const firstWaitMs = 500
/** The close code of a WebSocket that ended in good order. */
const closedNormally = 1_000
const longestWaitMs = 5_000
/** The station sends its clock every 5 s. */
const silentMs = 16_000
const silent = 1006
/** Close codes of the station that forbid an automatic reconnect. */
const stays = [Code.wrongCredentials, 4002]

export type SocketState = 'connecting' | 'open' | 'lost' | 'away'
export type StationSocketDeps = {
  url: string
  hello: () => SentByScreen
  onMessage: (word: ToScreen) => void
  state: (state: SocketState) => void
  later: (ms: number, run: () => void) => () => void
}
export type StationSocket = { send: (word: SentByScreen) => void; again: () => void }

export function openStationSocket({ url, hello, onMessage, state, later }: StationSocketDeps): StationSocket {
  let socket: WebSocket | null = null
  let failures = 0
  let stopSilence = () => {}
  let stopRetry = () => {}

  function connect(): void {
    stopRetry()
    const own = new WebSocket(url)
    socket = own
    listen(own)
    own.addEventListener('open', () => {
      failures = 0
      sendToBox(hello())
      state('open')
    })
    own.addEventListener('message', ({ data }) => {
      listen(own)
      const word = z.safeParse(ToScreen, parsed(data))
      if (word.success) onMessage(word.data)
    })
    own.addEventListener('close', ({ code }) => closed(own, code))
  }

  function closed(current: WebSocket, code: number): void {
    if (socket !== current) return
    socket = null
    stopSilence()
    if (stays.indexOf(code) !== -1) return state('away')
    state(failures === 0 && code === closedNormally ? 'connecting' : 'lost')
    stopRetry = later(backoff(failures, { first: firstWaitMs, most: longestWaitMs }), connect)
    failures += 1
  }

  /** A pulled cable sends no close event: a timeout detects it. */
  function listen(current: WebSocket): void {
    stopSilence()
    stopSilence = later(silentMs, () => {
      current.close()
      closed(current, silent)
    })
  }

  function sendToBox(word: SentByScreen): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(word))
  }

  connect()
  return {
    send: sendToBox,
    again: () => {
      if (!socket) connect()
    },
  }
}

function parsed(data: unknown): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return null
  }
}
