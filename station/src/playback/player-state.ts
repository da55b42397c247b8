/** What the modules of the player share: its ports, the session of each screen and the pending plays. */
import type { Lang } from '@homeport/contract/kit/promise.ts'
import { closedPlayer, type PlayerInfo } from '@homeport/contract/playback.ts'
import type { PlayableFile } from './delivery.ts'
import type { Media } from './media.ts'
import type { PlayableFilm } from './parts.ts'
import { createPending, pendingInfo, type KnownScreen } from './pending-play.ts'
import { refused } from './play-refusal.ts'
import type { ScreenPort } from './screen-port.ts'
import { infoOf, type Session } from './session.ts'
import type { PendingStore, PointStore } from './store.ts'
import type { ConverterFinder } from './source/find-converter.ts'
import type { LimitStore } from './source/limit.store.ts'
import type { FileStreams } from './streams.ts'

export type PlayerParts = {
  stages: () => ScreenPort[]
  /** An admitted screen, whether its page is open or not. */
  screenOf: (screen_id: string) => KnownScreen | undefined
  media: Media
  converter: ConverterFinder
  /** Path of ffprobe, '' if not found. */
  ffprobe: () => Promise<string>
  limits: LimitStore
  points: PointStore
  pendingRows: PendingStore
  /** Looks up a file resolved before. known: undefined if the box no longer has it; again: refused if it cannot be played now. */
  files: {
    known: (file: Pick<PlayableFile, 'id' | 'path'>) => Promise<PlayableFilm | undefined>
    again: (file: PlayableFile) => Promise<PlayableFilm>
  }
  /** Pushes the state to each realm, in that realm's view. */
  push: (view: (realm: Lang) => PlayerInfo) => void
  /** What is in a file; undefined if that cannot be read. */
  streams: (file: PlayableFile) => Promise<FileStreams | undefined>
  /** A text field is open on the screen. */
  isTyping: (screen_id: string) => boolean
  now: () => number
  later: (ms: number, run: () => void) => () => void
  onFault: (fault: unknown) => void
}

/** What other parts of playback do with a session: tracks, queue, comments. */
export type PlayerHooks = {
  /** Before the source of a file is chosen: what the person chose for it may be set in the session. */
  beforeLoad: ((session: Session) => Promise<void>)[]
  /** A source was sent to the screen. */
  loaded: ((session: Session, port: ScreenPort) => void)[]
  /** The film ended by itself; true if something follows it on this screen. */
  ended: ((session: Session, port: ScreenPort) => Promise<boolean>)[]
}

export type PlayerState = PlayerParts & {
  hooks: PlayerHooks
  /** Screens that did not play an endless answer. */
  withoutEndless: Set<string>
  /** By screen. */
  sessions: Map<string, Session>
  /** The screen of the latest play; '' before the first. */
  lastScreen: string
  pending: ReturnType<typeof createPending>
}

export function createPlayerState(parts: PlayerParts): PlayerState {
  const { pendingRows, now, later, onFault } = parts
  const player: PlayerState = {
    ...parts,
    hooks: { beforeLoad: [], loaded: [], ended: [] },
    withoutEndless: new Set(),
    sessions: new Map(),
    lastScreen: '',
    pending: createPending({ store: pendingRows, now, later, onChange: () => pushView(player), onFault }),
  }
  return player
}

/** The session that phones see and control. */
export function currentSession({ sessions, lastScreen }: PlayerState): Session | undefined {
  return sessions.get(lastScreen) ?? [...sessions.values()][0]
}

/** undefined if the screen is offline. */
export function portOf({ stages }: PlayerState, screen_id: string): ScreenPort | undefined {
  return stages().find((port) => port.screen_id === screen_id)
}

/** target: a screen's id; '' for the last one used, or any. */
export function pickScreen(player: PlayerState, target = ''): ScreenPort {
  const all = player.stages()
  const port = target === '' ? (all.find((one) => one.screen_id === player.lastScreen) ?? all[0]) : portOf(player, target)
  if (!port) throw refused('no_screen')
  return port
}

export function viewOf(player: PlayerState, realm: Lang): PlayerInfo {
  const session = currentSession(player)
  const waiting = player.pending.newest()
  const info = session ? infoOf(session, realm, player.now()) : waiting ? pendingInfo(waiting, realm) : closedPlayer
  const screen_id = info.screen_id || (player.stages()[0]?.screen_id ?? '')
  return player.isTyping(screen_id) ? { ...info, is_typing: true } : info
}

export function pushView(player: PlayerState): void {
  player.push((realm) => viewOf(player, realm))
}
