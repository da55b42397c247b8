/** Screens without a page, which the box drives by the messages of one: renderers of the house, and its own display. */
import type { MessageToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import type { RemoteKey, ScreenLack } from '@homeport/contract/shape/film/remote.ts'
import { noSession, type AdmittedScreens } from '../admitted-screens.ts'
import type { OpenPage, ScreenListener } from '../page/screen-pages.ts'
import type { ScreenRow } from '../store.ts'

/** features: as DLNA names those of the source, '' of a subtitle and of other players. captions: the address of the subtitle, '' for none. */
export type StreamReader = { screen_id: string; features: string; captions: string }

export type DrivenDeps = {
  screens: Pick<AdmittedScreens, 'all' | 'get' | 'addDriven' | 'saveSeen'>
  now: () => number
  /** One came, left, was used, or lacks something else by now. */
  onChange: () => void
}
export type DrivenScreens = {
  start: (listener: ScreenListener) => void
  /** Looks for more, unless it has just been done. */
  look: () => void
  isOnline: (screen_id: string) => boolean
  /** Nothing of a screen of another kind. */
  lacksOf: (row: ScreenRow) => readonly ScreenLack[]
  /** One that was never used, as the row that it would have. */
  unused: (screen_id: string) => ScreenRow | undefined
  allUnused: () => ScreenRow[]
  /** Those that are online. */
  stages: () => OpenPage[]
  /** The one that was given this ticket. */
  readerOf: (ticket: string) => StreamReader | undefined
  /** The owner removed it: its film ends. */
  removed: (screen_id: string) => void
  stop: () => Promise<void>
}

/** All kinds as one, the first of them first. */
export function joinDriven(kinds: readonly DrivenScreens[]): DrivenScreens {
  const first = <T>(of: (kind: DrivenScreens) => T | undefined): T | undefined =>
    kinds.map(of).find((one): one is T & {} => one !== undefined)
  return {
    start: (listener) => kinds.forEach((one) => one.start(listener)),
    look: () => kinds.forEach((one) => one.look()),
    isOnline: (screen_id) => kinds.some((one) => one.isOnline(screen_id)),
    lacksOf: (row) => kinds.flatMap((one) => one.lacksOf(row)),
    unused: (screen_id) => first((one) => one.unused(screen_id)),
    allUnused: () => kinds.flatMap((one) => one.allUnused()),
    stages: () => kinds.flatMap((one) => one.stages()),
    readerOf: (ticket) => first((one) => one.readerOf(ticket)),
    removed: (screen_id) => kinds.forEach((one) => one.removed(screen_id)),
    stop: async () => void (await Promise.all(kinds.map((one) => one.stop()))),
  }
}

export type NamedScreen = Pick<ScreenRow, 'screen_id' | 'kind' | 'name'>

/** No session opens it. */
export function drivenRow({ screen_id, kind, name }: NamedScreen, now: number): ScreenRow {
  const nobodys = { is_own: 0, realm: '', user_id: '' } as const
  return { screen_id, name, session_hash: noSession(), created_at: now, seen_at: now, kind, ...nobodys }
}

export type VolumeChange = Omit<Extract<MessageToScreen, { kind: 'volume' }>, 'kind'>

const volumeStep = 5
const volumeChanges: Partial<Record<RemoteKey, Omit<VolumeChange, 'seq'>>> = {
  mute: {},
  volume_up: { step: volumeStep },
  volume_down: { step: -volumeStep },
}

/** A key of the volume as the message of one; undefined of another key. It answers no command. */
export function volumeChangeOf(key: RemoteKey): VolumeChange | undefined {
  const change = volumeChanges[key]
  return change && { seq: 0, ...change }
}
