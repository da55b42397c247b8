/** The state that the modules of the player share: its ports, the session of each screen and the pending plays. */
import type { Later } from '@homeport/contract/kit/later.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { idlePlayer, type PlayerChange, type PlayerInfo } from '@homeport/contract/playback/playback.ts'
import type { PlayableFile } from './delivery/delivery.ts'
import type { Media } from './media.ts'
import type { PlayableFilm } from './delivery/parts.ts'
import { createPending, pendingInfo, type KnownScreen, type PlayRequest } from './session/pending-play.ts'
import { refused } from './delivery/play-refusal.ts'
import type { ScreenPort } from './screen-port.ts'
import type { EpisodeNames, PreparedSource } from './session/events.ts'
import { infoOf, playsNext, type PlayStarter, type Session } from './session/session.ts'
import type { LeftFilm } from './point.store.ts'
import type { PendingStore, SleepStore } from './store.ts'
import type { ConverterFinder } from './source/find-converter.ts'
import type { LimitStore } from './source/limit.store.ts'
import type { FileStreams } from './delivery/streams.ts'

export type PlayerDeps = {
  stages: () => ScreenPort[]
  /** An admitted screen, whether its page is open or not. */
  screenOf: (screen_id: string) => KnownScreen | undefined
  media: Media
  converter: ConverterFinder
  /** Path of ffprobe, '' if not found. */
  ffprobe: () => Promise<string>
  limits: LimitStore
  /** Stores where a person stopped; undefined: nobody knows who. */
  keepPoint: (by: PlayStarter, resumePoint: Omit<LeftFilm, 'at'>) => Promise<void>
  pendingRows: PendingStore
  sleepRows: SleepStore
  /** Looks up a file resolved before. filmOf: undefined if the box no longer has it; again: refused if it cannot be played now. */
  files: {
    filmOf: (file: Pick<PlayableFile, 'id' | 'path'>) => Promise<PlayableFilm | undefined>
    again: (file: PlayableFile) => Promise<PlayableFilm>
  }
  /** Pushes the state of a screen to those who may see it, in their realm's view. */
  push: (screen_id: string, view: (realm: Lang) => PlayerInfo) => void
  /** Name of a user of the household, '' if it is not known. */
  nameOf: (realm: Lang, user_id: string) => string
  /** The streams in a file; undefined if it cannot be read. */
  streams: (file: PlayableFile) => Promise<FileStreams | undefined>
  /** A text field is open on the screen. */
  isTyping: (screen_id: string) => boolean
  now: () => number
  later: Later
  onFault: (fault: unknown) => void
}

export type Followed = 'started' | 'ask' | 'nothing'

/** The part of the rooms in a session: tracks, queue, comments, thumbnails, and the row of what plays. */
export type PlayerRooms = {
  /** Before the source of a file is chosen: ffprobe's index of the audio track that the person chose for it; undefined: the first. */
  audioIndexOf: (session: Session, source: Pick<PreparedSource, 'file' | 'streams'>) => Promise<number | undefined>
  /** undefined if it is no episode. */
  namesOf: (session: Session) => Promise<EpisodeNames | undefined>
  /** A source was sent to the screen. */
  loaded: (session: Session) => void
  /** The person who started the film changed what follows it by itself, or whether comments are shown. */
  habitChanged: (session: Session) => void
  /** Whether the next film is offered on the screen has changed. */
  offerChanged: (session: Session) => void
  /** Starts what follows a film that ended by itself. asks: nothing but what people put into the queue; `ask` if something else would follow. */
  follow: (session: Session, rule: { asks: boolean }) => Promise<Followed>
  /** The film on a screen is kept over a restart. */
  record: (session: Session) => void
  closed: (session: Session) => void
  /** The box stops. */
  stopping: () => Promise<void>
  /** The film that played on a screen before the box restarted. */
  recall: (screen_id: string) => Promise<PlayRequest | undefined>
}

/** A player that only plays. */
export const noRooms: PlayerRooms = {
  audioIndexOf: async () => undefined,
  namesOf: async () => undefined,
  loaded: () => {},
  habitChanged: () => {},
  offerChanged: () => {},
  follow: async () => 'nothing',
  record: () => {},
  closed: () => {},
  stopping: async () => {},
  recall: async () => undefined,
}

export type SessionRef = Pick<Session, 'screen_id' | 'play_id'>

/** until: ms, or the end of the film. */
export type SleepTimer = { until: number | 'end'; cancel: () => void }

export type PlayerState = PlayerDeps & {
  /** Set before any screen connects. */
  rooms: PlayerRooms
  /** Screens that did not play an endless answer. */
  withoutEndless: Set<string>
  /** By screen; only the interpreter of the steps sets them. */
  sessions: Map<string, Session>
  /** Those who wait for something of a session: called with it after each step. */
  waiters: Set<(session: Session) => void>
  /** By screen: the tick that its session waits for. */
  ticks: Map<string, { at: number; cancel: () => void }>
  /** The screen of the latest play; '' before the first. */
  lastScreen: string
  pending: ReturnType<typeof createPending>
  /** By screen: the latest press of a person. */
  changes: Map<string, { change: PlayerChange; by: PlayStarter; at: number }>
  /** By screen. */
  sleeping: Map<string, SleepTimer>
  /** Screens whose timer ran out while they were away. */
  overslept: Set<string>
}

/** A change is part of the status for this time. */
const changeMs = 5_000

export function createPlayerState(deps: PlayerDeps): PlayerState {
  const { pendingRows, now, later, onFault } = deps
  return {
    ...deps,
    rooms: noRooms,
    changes: new Map(),
    sleeping: new Map(),
    overslept: new Set(),
    withoutEndless: new Set(),
    sessions: new Map(),
    waiters: new Set(),
    ticks: new Map(),
    lastScreen: '',
    pending: createPending({ store: pendingRows, now, later, onFault }),
  }
}

/** target: a screen's id; '' for the one used last, or any that plays. */
export function currentSession({ sessions, lastScreen }: PlayerState, target = ''): Session | undefined {
  if (target !== '') return sessions.get(target)
  return sessions.get(lastScreen) ?? [...sessions.values()].find(({ isHere }) => !isHere)
}

/** The session as it is now; undefined if it is over. */
export function sessionOf({ sessions }: Pick<PlayerState, 'sessions'>, { screen_id, play_id }: SessionRef): Session | undefined {
  const session = sessions.get(screen_id)
  return session?.play_id === play_id ? session : undefined
}

/** undefined if the screen is offline. A page that a newer one replaces may still be closing. */
export function portOf({ stages }: Pick<PlayerState, 'stages'>, screen_id: string): ScreenPort | undefined {
  return stages().findLast((port) => port.screen_id === screen_id)
}

/** The TV used last, or any that is online; never somebody's own browser. */
export function usualScreen({ stages, lastScreen }: PlayerState): ScreenPort | undefined {
  const all = stages().filter(({ owner }) => !owner)
  return all.find(({ screen_id }) => screen_id === lastScreen) ?? all[0]
}

/** target: a screen's id; '' for the usual one. */
export function pickScreen(player: PlayerState, target = ''): ScreenPort {
  const port = target === '' ? usualScreen(player) : portOf(player, target)
  if (!port) throw refused('no_screen')
  return port
}

/** A TV, or this user's own browser. */
export function isOpenTo(player: PlayerState, screen_id: string, by: PlayStarter): boolean {
  const owner = player.screenOf(screen_id)?.owner
  return !owner || (owner.realm === by?.realm && owner.user_id === by.user_id)
}

/** As the household calls it now, '' if it was removed. */
export function screenNameOf({ screenOf }: Pick<PlayerState, 'screenOf'>, screen_id: string): string {
  return screenOf(screen_id)?.name ?? ''
}

/** The screen that a request without a target means, never somebody's own browser; '' if nothing plays or waits. */
export function targetOf(player: PlayerState, target: string): string {
  return target || currentSession(player)?.screen_id || player.pending.newest()?.screen.screen_id || ''
}

/** target: a screen's id; '' for the one used last. */
export function viewOf(player: PlayerState, realm: Lang, target = ''): PlayerInfo {
  const { pending, nameOf, now, sleeping } = player
  const session = currentSession(player, target)
  const waiting = target === '' ? pending.newest() : pending.of(target)
  const screen_id = session?.screen_id ?? waiting?.screen.screen_id ?? target
  const by = session ? session.by : waiting?.request.by
  const info = session ? infoOf(session, realm, now()) : waiting ? pendingInfo(waiting, realm) : { ...idlePlayer, screen_id }
  const sleep = session && sleeping.get(screen_id)
  return {
    ...info,
    screen_name: session || waiting ? screenNameOf(player, screen_id) : '',
    user_name: by ? nameOf(by.realm, by.user_id) : '',
    is_typing: player.isTyping(screen_id || player.lastScreen || (player.stages().find(({ owner }) => !owner)?.screen_id ?? '')),
    plays_next: session !== undefined && offersNext(player, session),
    ...(sleep && { sleep_ms: sleep.until === 'end' ? -1 : Math.max(1, sleep.until - now()) }),
    change: changeOf(player, screen_id, realm),
  }
}

/** The next film begins by itself at the end of this one, unless the sleep timer lets nothing follow. */
export function offersNext({ sleeping, now }: Pick<PlayerState, 'sleeping' | 'now'>, session: Session): boolean {
  return playsNext(session, now()) && sleeping.get(session.screen_id)?.until !== 'end'
}

function changeOf({ changes, now }: PlayerState, screen_id: string, realm: Lang): PlayerChange | null {
  const latest = changes.get(screen_id)
  if (!latest || now() - latest.at >= changeMs) return null
  return { ...latest.change, user_id: latest.by?.realm === realm ? latest.change.user_id : '' }
}

/** All screens on which a film plays or waits, the one used last first. */
export function busyScreens(player: PlayerState): string[] {
  const busy = new Set([...player.sessions.keys(), ...player.pending.screens()])
  const first = targetOf(player, '')
  return [...busy].toSorted((one, other) => Number(other === first) - Number(one === first))
}

/** The status of one screen, or of all that are busy. */
export function pushView(player: PlayerState, screen_id?: string): void {
  if (screen_id !== undefined) return player.push(screen_id, (realm) => viewOf(player, realm, screen_id))
  const busy = busyScreens(player)
  if (busy.length === 0) player.push('', (realm) => viewOf(player, realm))
  for (const one of busy) pushView(player, one)
}
