/** A qBittorrent, by its Web API. */
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { EngineAway, EngineRefusal } from '../engine/engine.ts'
import { metadataTag, OtherProgram, type Driver, type HouseTorrent } from '../house-program/driver.ts'
import type { ProgramLogin, ProgramDeps } from '../house-program/program-login.ts'
import { Entries, Peers, peerOf, PieceStates, ProgramFiles, torrentOf, Trackers } from './answers.ts'
import { createApi } from './client.ts'
import { createMainData } from './main-data.ts'
import { added, pauseVerbOf } from './verbs.ts'

const lookEveryMs = 60
/** The program brings its figures up to date every second and a half. */
const checkSeenWithinMs = 3_500
const settlesWithinMs = 4_000

export function createQbittorrent(login: ProgramLogin, deps: ProgramDeps): Driver {
  const api = createApi(login, deps)
  let pauseVerb: 'stop' | 'pause' = 'pause'
  let version = ''

  const versionNow = async () => (await api.text('app/version')).replace(/^v/, '')
  /** Another version may speak another way, which is asked as the box connects. */
  async function sameVersion(): Promise<void> {
    if ((await versionNow()) !== version) throw new EngineAway('qBittorrent is another version')
  }

  async function torrent(hash: string): Promise<HouseTorrent | undefined> {
    const entry = (await api.json(`torrents/info?hashes=${hash}`, Entries)).find((one) => one.hash === hash)
    return entry && torrentOf(entry)
  }
  /** By force: its own queue would keep it waiting. */
  const begin = async (hash: string) => void (await api.post('torrents/setForceStart', { hashes: hash, value: true }))
  const remove = async (hash: string) => void (await api.post('torrents/delete', { hashes: hash, deleteFiles: false }))

  return {
    name: 'qBittorrent',
    settlesWithinMs,
    makesEmptyFiles: true,
    writesNeighbours: false,
    async connect() {
      await api.signIn()
      pauseVerb = pauseVerbOf(await api.text('app/webapiVersion'))
      version = await versionNow()
      if (!/^\d+\.\d+/.test(version)) throw new OtherProgram('no version of qBittorrent')
      return { version, hasRestarted: false }
    },
    changes: createMainData(api, sameVersion),
    torrent,
    async files(hash) {
      const files = await api.json(`torrents/files?hash=${hash}`, ProgramFiles)
      return files
        .map(({ name, size, progress, priority, ...file }, at) => ({
          index: file.index ?? at,
          name,
          size,
          done: Math.floor(size * progress),
          isWanted: priority > 0,
        }))
        .toSorted((a, b) => a.index - b.index)
    },
    async swarm(hash) {
      const pieces = await api.json(`torrents/pieceStates?hash=${hash}`, PieceStates)
      const { peers } = await api.json(`sync/torrentPeers?hash=${hash}`, Peers)
      const has = Buffer.alloc(Math.ceil(pieces.length / 8))
      for (const [at, state] of pieces.entries()) if (state === 2) has[at >> 3] = (has[at >> 3] ?? 0) | (0x80 >> (at & 7))
      return { has, pieces: pieces.length, peers: Object.values(peers).map(peerOf) }
    },
    torrentFile: (hash) => api.bytes(`torrents/export?hash=${hash}`),
    async add({ bytes, folder, tag }) {
      const answer = await api.upload('torrents/add', { ...added(true), savepath: folder, tags: tag }, bytes)
      if (answer.toString('utf8').trim() === 'Fails.') throw new EngineRefusal('no_engine')
    },
    async addMagnet({ hash, magnet }) {
      const fields = { ...added(false), urls: magnet, tags: metadataTag, stopCondition: 'MetadataReceived' }
      await api.post('torrents/add', fields)
      await begin(hash)
    },
    async pause(hash) {
      await api.post(`torrents/${pauseVerb}`, { hashes: hash })
    },
    begin,
    /** It is told as complete until the program has begun to verify it. */
    async verify(hash) {
      await begin(hash)
      await api.post('torrents/recheck', { hashes: hash })
      for (let waited = 0; waited < checkSeenWithinMs; waited += lookEveryMs) {
        const now = await torrent(hash)
        if (!now || now.isChecking) return
        await after(lookEveryMs)
      }
    },
    remove,
    removeMagnet: remove,
    async setFolder(hash, folder) {
      await api.post('torrents/setLocation', { hashes: hash, location: folder })
    },
    renamesOf: (names) => [names.filter(({ name, target }) => name !== target)],
    async rename(hash, { name, target }) {
      await api.post('torrents/renameFile', { hash, oldPath: name, newPath: target })
    },
    async choose(hash, { on, off }) {
      if (off.length > 0) await api.post('torrents/filePrio', { hash, id: off.join('|'), priority: 0 })
      if (on.length > 0) await api.post('torrents/filePrio', { hash, id: on.join('|'), priority: 1 })
    },
    trackers: async (hash) => (await api.json(`torrents/trackers?hash=${hash}`, Trackers)).map(({ url }) => url),
    async changeTrackers(hash, change) {
      if (change.added.length > 0) await api.post('torrents/addTrackers', { hash, urls: change.added.join('\n') })
      if (change.removed.length > 0) await api.post('torrents/removeTrackers', { hash, urls: change.removed.join('|') })
    },
    async limitTorrent(hash, { down, up }) {
      await api.post('torrents/setDownloadLimit', { hashes: hash, limit: down })
      await api.post('torrents/setUploadLimit', { hashes: hash, limit: up })
    },
    async limitAll({ down, up }) {
      if (down !== undefined) await api.post('transfer/setDownloadLimit', { limit: down })
      if (up !== undefined) await api.post('transfer/setUploadLimit', { limit: up })
    },
    leftOvers: (hash, { folder }) => (folder === '' ? [] : [join(folder, `.${hash}.parts`)]),
    stop: api.stop,
  }
}
