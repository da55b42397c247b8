/** Gives a torrent to the program, or takes one that it has, and brings it to the box's plan before it is begun. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { EngineAway, EngineRefusal, type TorrentJob } from '../engine/engine.ts'
import { parsePaths, parseTorrent, parseTorrentSources, writeTorrent } from '../torrent/parse-torrent.ts'
import { Entries, ownTag, isChecking, isOwn, Trackers, type Entry } from './answers.ts'
import type { Api } from './client.ts'
import { limitSpeeds } from './limit-speeds.ts'
import { chooseFiles, filesOf, nameFiles, saveFolder, withBoxIndexes } from './place-files.ts'
import type { TorrentList } from './torrent-list.ts'
import type { Verbs } from './verbs.ts'

type AddDeps = { api: Api; list: TorrentList; verbs: Verbs }
const appearsWithinMs = 10_000
const lookEveryMs = 60
/** The program brings its figures up to date every second and a half. */
const checkSeenWithinMs = 3_500

/** isKnown: the program had it. */
export async function addTorrent({ api, list, verbs }: AddDeps, job: TorrentJob): Promise<{ isKnown: boolean }> {
  const sources = parseTorrentSources(job.torrent)
  const { infoHash: hash } = sources
  const chosen = job.chosen && new Set(job.chosen)
  const before = await entryOf(api, hash)
  const names = torrentNames(job.torrent)
  const folder = saveFolder({ root: job.root, paths: job.paths, chosen }, names)
  if (!before) {
    const trackers = [...sources.trackers, ...(job.trackers?.added ?? []).map((url) => [url])]
    const removed = new Set(job.trackers?.removed ?? [])
    const bytes = writeTorrent({
      ...sources,
      trackers: trackers.map((tier) => tier.filter((url) => !removed.has(url))).filter((tier) => tier.length > 0),
      webSeeds: [...sources.webSeeds, ...(job.webSeeds ?? [])],
    })
    const answer = await api.upload('torrents/add', { ...verbs.added(true), savepath: folder, tags: ownTag }, bytes)
    if (answer.toString('utf8').trim() === 'Fails.') throw new EngineRefusal('no_engine')
  }
  await appeared(api, hash)
  if (before && !isOwn(before)) await refuseAnother(api, { ...before, hash }, { job, names })
  if (before && before.save_path.replace(/\/$/, '') !== folder)
    await api.post('torrents/setLocation', { hashes: hash, location: folder })
  if (before) await syncTrackers(api, hash, job)
  const files = withBoxIndexes(await filesOf(api, hash), [...names.keys()])
  const plan = { root: job.root, paths: job.paths, chosen, hash, files }
  const isRenamed = await nameFiles(api, { ...plan, folder })
  await chooseFiles(api, plan)
  await limitSpeeds(api, hash, job.limits ?? { down_limit: 0, up_limit: 0 })
  const isMoved = isRenamed || (before !== undefined && before.save_path.replace(/\/$/, '') !== folder)
  await verbs.begin(api, hash)
  const isLost = before?.state === 'missingFiles'
  if (job.isRecheck || (job.check && isMoved) || isLost) await recheck(api, hash)
  await list.read({ isNow: true })
  return { isKnown: before !== undefined }
}

/** The owner has this torrent in the program at another place: what lies there is not moved for a task of the box. */
async function refuseAnother(
  api: Api,
  entry: Entry & { hash: string },
  { job, names }: { job: TorrentJob; names: ReadonlyMap<number, string> },
) {
  const files = withBoxIndexes(await filesOf(api, entry.hash), [...names.keys()])
  for (const [index, { name }] of files) {
    const [path, planned] = [join(entry.save_path, name), job.paths.get(index)]
    const isChosen = job.chosen === undefined || job.chosen.includes(index)
    if (isChosen && planned !== path && existsSync(path)) throw new EngineRefusal('duplicate')
  }
}

/** Names of all files but padding, below the folder in which the torrent is saved. */
function torrentNames(bytes: Buffer): Map<number, string> {
  const { files } = parseTorrent(bytes)
  const paths = parsePaths(bytes)
  return new Map(
    files.slice(0).map(({ index }) => [index, (paths[index - 1] ?? []).map((part) => part.toString('utf8')).join('/')]),
  )
}

async function entryOf(api: Api, hash: string): Promise<(Entry & { hash: string }) | undefined> {
  return (await api.json(`torrents/info?hashes=${hash}`, Entries)).find((one) => one.hash === hash)
}

/** It answers before it has the torrent. */
async function appeared(api: Api, hash: string): Promise<void> {
  for (let waited = 0; waited < appearsWithinMs; waited += lookEveryMs) {
    if (await entryOf(api, hash)) return
    await after(lookEveryMs)
  }
  throw new EngineAway('qBittorrent took a torrent and does not show it')
}

/** It is told as complete until the program has begun to check it. */
async function recheck(api: Api, hash: string): Promise<void> {
  await api.post('torrents/recheck', { hashes: hash })
  for (let waited = 0; waited < checkSeenWithinMs; waited += lookEveryMs) {
    const entry = await entryOf(api, hash)
    if (!entry || isChecking(entry)) return
    await after(lookEveryMs)
  }
}

async function syncTrackers(api: Api, hash: string, { trackers }: TorrentJob): Promise<void> {
  if (!trackers) return
  const known = new Set((await api.json(`torrents/trackers?hash=${hash}`, Trackers)).map(({ url }) => url))
  const added = trackers.added.filter((url) => !known.has(url))
  const removed = trackers.removed.filter((url) => known.has(url))
  if (added.length > 0) await api.post('torrents/addTrackers', { hash, urls: added.join('\n') })
  if (removed.length > 0) await api.post('torrents/removeTrackers', { hash, urls: removed.join('|') })
}
