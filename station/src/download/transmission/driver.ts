/** A Transmission, by its RPC (versions 16 to 18: Transmission 3.00 to 4.1). */
import { posix } from 'node:path'
import { EngineAway, EngineRefusal } from '../engine/engine.ts'
import {
  asideName,
  isOwn,
  metadataTag,
  ProgramTooNew,
  ProgramTooOld,
  type Driver,
  type SpeedLimits,
} from '../house-program/driver.ts'
import type { ProgramLogin, ProgramDeps } from '../house-program/program-login.ts'
import type { UnwrittenStore } from './unwritten.store.ts'
import { Added, Session } from './answers.ts'
import { createBegin } from './begin-torrent.ts'
import { createRpc } from './client.ts'
import { sessionLimits, torrentLimits } from './limit-fields.ts'
import { createLostTorrents } from './lost-torrents.ts'
import { createPeerHold } from './peer-hold.ts'
import { createReads } from './read-torrents.ts'
import { createRecent } from './recent.ts'
import { createRestartWatch } from './restart-watch.ts'
import { renameSteps } from './rename-steps.ts'
import { trackerFields } from './tracker-tiers.ts'

const oldestRpc = 16
/** Transmission 4.1, whose requests of before are those of the box. */
const newestRpc = 18
/** From here on labels are given with the torrent, and trackers as one list. */
const listsFromRpc = 17
/** A magnet that is there for its metadata goes on with its files: until the box takes it out no more than this comes of them. */
const metadataBytesPerSecond = 1_000_000

type TransmissionDeps = ProgramDeps & { unwritten: UnwrittenStore }

export function createTransmission(login: ProgramLogin, { unwritten, ...deps }: TransmissionDeps): Driver {
  const rpc = createRpc(login, deps, () => {
    recent.startedAnew()
    restarts.newSession()
  })
  const recent = createRecent(rpc)
  const restarts = createRestartWatch(rpc)
  const reads = createReads(rpc)
  const peers = createPeerHold(rpc)
  let rpcVersion = oldestRpc

  const change = async (method: string, hash: string, fields: object = {}) => {
    await rpc.tell(method, { ids: [hash], ...fields })
    recent.touch(hash)
  }
  const set = (hash: string, fields: object) => change('torrent-set', hash, fields)
  async function give(hash: string, { tag, ...fields }: { tag: string } & Record<string, unknown>): Promise<void> {
    const added = await rpc.call('torrent-add', { ...fields, paused: true, labels: [tag] }, Added)
    if (added['torrent-duplicate'] !== undefined) {
      const torrent = await reads.torrent(hash)
      // It was still loading what the box gave before, or its owner has given it meanwhile.
      throw torrent && isOwn(torrent) ? new EngineAway('Transmission loads a torrent') : new EngineRefusal('duplicate')
    }
    if (rpcVersion < listsFromRpc) await set(hash, { labels: [tag] })
    recent.touch(hash)
  }
  const { writeDown, start, pause, begin, verify } = createBegin({
    change,
    torrent: (hash) => reads.torrent(hash),
    unwritten,
    touch: recent.touch,
    peers,
  })
  async function remove(hash: string, isWithData = false): Promise<void> {
    await change('torrent-remove', hash, { 'delete-local-data': isWithData })
    await writeDown.removed(hash)
  }
  const lost = createLostTorrents({ writeDown, restarts, torrent: (hash) => reads.torrent(hash), remove })
  const limitTorrent = (hash: string, limits: SpeedLimits) => set(hash, torrentLimits(limits))

  return {
    name: 'Transmission',
    settlesWithinMs: 0,
    makesEmptyFiles: false,
    writesNeighbours: true,
    async connect() {
      const session = await rpc.call('session-get', {}, Session)
      rpcVersion = session['rpc-version']
      if (rpcVersion < oldestRpc) throw new ProgramTooOld(`RPC ${rpcVersion}`)
      if (session['rpc-version-minimum'] > newestRpc) throw new ProgramTooNew(`RPC ${session['rpc-version-minimum']} and later`)
      // It has neither choice for single torrents, and the box must find the files where they belong.
      if (session['rename-partial-files'] || session['incomplete-dir-enabled'])
        await rpc.tell('session-set', { 'rename-partial-files': false, 'incomplete-dir-enabled': false })
      await peers.releaseLeftOvers()
      const hasRestarted = await lost.drop()
      return { version: session.version.split(' ')[0] ?? '', hasRestarted }
    },
    async changes(how) {
      const changes = await recent.changes(how)
      if (await restarts.look()) throw new EngineAway('Transmission started anew')
      for (const hash of changes.removed) {
        await writeDown.removed(hash)
        peers.drop(hash)
      }
      const torrents = writeDown.seen(changes.torrents)
      await writeDown.lookAtAll(changes.torrents)
      return { ...changes, torrents }
    },
    ...reads,
    async add({ hash, bytes, folder, tag }) {
      // Before: it may have it, though the answer does not come.
      await writeDown.added(hash)
      try {
        await give(hash, { tag, metainfo: bytes.toString('base64'), 'download-dir': folder })
      } catch (error) {
        if (error instanceof EngineRefusal) await writeDown.removed(hash)
        throw error instanceof EngineRefusal && error.message !== 'duplicate' ? new EngineRefusal('no_engine') : error
      }
    },
    async addMagnet({ hash, magnet, folder }) {
      await writeDown.added(hash, { isMagnet: true })
      await give(hash, { tag: metadataTag, filename: magnet, 'download-dir': folder })
      await limitTorrent(hash, { down: metadataBytesPerSecond, up: 0 })
      await start(hash)
    },
    pause,
    begin,
    verify,
    remove,
    async removeMagnet(hash) {
      // Files go with it in the box's own folder only.
      const isAside = (await reads.torrent(hash))?.folder.endsWith(asideName(hash)) ?? false
      await remove(hash, isAside)
    },
    async setFolder(hash, location) {
      await change('torrent-set-location', hash, { location, move: false })
      writeDown.changed(hash)
    },
    renamesOf: renameSteps,
    rename: (hash, { name, target }) => change('torrent-rename-path', hash, { path: name, name: posix.basename(target) }),
    // An empty list means all files.
    async choose(hash, { on, off }) {
      await set(hash, { ...(on.length > 0 && { 'files-wanted': on }), ...(off.length > 0 && { 'files-unwanted': off }) })
      writeDown.changed(hash)
    },
    trackers: async (hash) => (await reads.trackers(hash)).map(({ announce }) => announce),
    async changeTrackers(hash, requested) {
      const trackers = await reads.trackers(hash)
      for (const fields of trackerFields(trackers, { ...requested, takesList: rpcVersion >= listsFromRpc }))
        await set(hash, fields)
    },
    limitTorrent,
    limitAll: (limits) => rpc.tell('session-set', sessionLimits(limits)),
    leftOvers: () => [],
    stop: rpc.stop,
  }
}
