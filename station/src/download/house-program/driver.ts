/** A torrent program of the owner's in the words that the box needs: each program has one driver, and all that is the same question is answered once, around it. */
import { EngineAway, type Job, type SwarmPeer } from '../engine/engine.ts'

/** The program took neither user nor password, or no longer lets this address try. */
export class LoginRefused extends EngineAway {}
/** It takes requests of other addresses only. */
export class AddressBarred extends EngineAway {}
/** It answered, and not as this program does. */
export class OtherProgram extends EngineAway {}
/** The program is too old. */
export class ProgramTooOld extends EngineAway {}
/** The program no longer takes the requests that the box knows. */
export class ProgramTooNew extends EngineAway {}

/** Torrents that the box added have it. */
export const ownTag = 'homeport'
/** Magnets that are there for their metadata only have it; a download never does. */
export const metadataTag = 'homeport-metadata'

/**
 * A torrent as the program has it. folder: without a slash at its end. total_bytes, done_bytes: of the chosen files. isStopped: paused or complete, and not only waiting in the program's queue. isUnsettled: it is not told yet whether
 * its owner has it begun or paused. isMissing: its files are gone. availability: undefined where the program does not tell it.
 */
export type HouseTorrent = {
  name: string
  folder: string
  state: Extract<Job['state'], 'active' | 'seeding' | 'paused' | 'complete' | 'error'>
  isStopped: boolean
  isChecking: boolean
  isUnsettled: boolean
  isMissing: boolean
  hasMetadata: boolean
  total_bytes: number
  done_bytes: number
  speed_bytes: number
  up_bytes: number
  up_speed_bytes: number
  peers: number
  availability: number | undefined
  seedingSeconds: number
  added_at: number
  tags: readonly string[]
}
/** name: below the folder of the torrent. index: as the program counts. */
export type HouseFile = { index: number; name: string; size: number; done: number; isWanted: boolean }
/** isWhole: these are all torrents, and not only those that changed. unreadable: entries that are no torrents as the program tells them. */
export type Changes = {
  isWhole: boolean
  torrents: ReadonlyMap<string, HouseTorrent>
  removed: readonly string[]
  unreadable: number
}
/** Names below the folder of the torrent. isAnywhere: its folders may get other names. */
export type Rename = { name: string; target: string; isAnywhere?: boolean }
/** Bytes a second, 0: none. */
export type SpeedLimits = { down: number; up: number }

/** Every method throws an EngineAway while the program does not answer as it should, and an EngineRefusal where it refuses one thing. hash: an info hash, 40 digits. */
export type Driver = {
  readonly name: string
  /** For so long its figures may still be those of before. */
  readonly settlesWithinMs: number
  readonly makesEmptyFiles: boolean
  /** It writes what a piece has of files that are not chosen under their names. */
  readonly writesNeighbours: boolean
  /** Signs in. hasRestarted: the program started while it was away, and what ran then may be paused and behind what lies on the disk. */
  connect(): Promise<{ version: string; hasRestarted: boolean }>
  /** isWhole: all are asked for; else those that changed since the question before. */
  changes(how: { isWhole: boolean }): Promise<Changes>
  torrent(hash: string): Promise<HouseTorrent | undefined>
  files(hash: string): Promise<HouseFile[]>
  swarm(hash: string): Promise<{ has: Buffer; pieces: number; peers: SwarmPeer[] }>
  /** As the program hands it out, of whatever torrent it is. */
  torrentFile(hash: string): Promise<Buffer>
  /** Stopped, with its tag. An EngineRefusal 'no_engine' where the program takes no such torrent. */
  add(torrent: { hash: string; bytes: Buffer; folder: string; tag: string }): Promise<void>
  /** Begun, with the tag of metadata. folder: of the box's own, for what comes before the box takes it out. */
  addMagnet(magnet: { hash: string; magnet: string; folder: string }): Promise<void>
  pause(hash: string): Promise<void>
  /** Past the program's own queue. */
  begin(hash: string): Promise<void>
  /** As begin, once what lies on the disk has been verified. */
  verify(hash: string): Promise<void>
  /** Its files stay. */
  remove(hash: string): Promise<void>
  /** A magnet that is there for its metadata, with all that came of it. */
  removeMagnet(hash: string): Promise<void>
  /** Nothing is moved on the disk. It may answer before that is so. */
  setFolder(hash: string, folder: string): Promise<void>
  /** Those that change a name, as groups of which each is done before the next one. names: of all files that have a place. An EngineRefusal where the program has no such names. */
  renamesOf(names: readonly Rename[]): Rename[][]
  rename(hash: string, rename: Rename): Promise<void>
  /** By the program's index. */
  choose(hash: string, files: { on: readonly number[]; off: readonly number[] }): Promise<void>
  trackers(hash: string): Promise<string[]>
  changeTrackers(hash: string, change: { added: readonly string[]; removed: readonly string[] }): Promise<void>
  limitTorrent(hash: string, limits: SpeedLimits): Promise<void>
  /** undefined: it stays as it is. */
  limitAll(limits: { down: number | undefined; up: number | undefined }): Promise<void>
  /** Files of its own that it leaves of a torrent that was removed. */
  leftOvers(hash: string, torrent: HouseTorrent): string[]
  stop(): void
}

/** Name of the folder for what comes of a magnet before the box takes it out. */
export const asideName = (hash: string): string => `${hash}.aside`
export const isOwn = ({ tags }: Pick<HouseTorrent, 'tags'>): boolean => tags.includes(ownTag)
export const isOfMetadata = ({ tags }: Pick<HouseTorrent, 'tags'>): boolean => tags.includes(metadataTag)
export const isComplete = ({ state }: Pick<HouseTorrent, 'state'>): boolean => state === 'complete' || state === 'seeding'
export const folderOf = (path: string): string => path.replace(/(?<=.)\/+$/, '')
