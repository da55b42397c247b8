/** Gives a torrent to the program, or takes one that it has, and brings it to the box's plan before it is begun. Nothing that lies on the disk is renamed or moved by it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { EngineAway, EngineRefusal, type TorrentJob } from '../engine/engine.ts'
import { workName } from '../folder/download-dir.ts'
import { percentEncoded } from '../torrent/file-addresses.ts'
import { parsePaths, parseTorrent, parseTorrentSources, writeTorrent } from '../torrent/parse-torrent.ts'
import { Entries, isChecking, isComplete, isOwn, ownTag, Trackers, type Entry } from './answers.ts'
import type { Api } from './client.ts'
import { limitSpeeds } from './limit-speeds.ts'
import { chooseFiles, filesOf, nameFiles, saveFolder, withBoxIndexes, type ProgramFileAt } from './place-files.ts'
import type { TorrentList } from './torrent-list.ts'
import type { Verbs } from './verbs.ts'

type AddDeps = { api: Api; list: TorrentList; verbs: Verbs }
const appearsWithinMs = 10_000
const movesWithinMs = 60_000
const lookEveryMs = 60
/** The program brings its figures up to date every second and a half. */
const checkSeenWithinMs = 3_500

/** names: the torrent's own, of all files but padding. folder: where it is to be saved. */
type Parts = { hash: string; job: TorrentJob; names: ReadonlyMap<number, string>; folder: string }

/** isKnown: the program had it. */
export async function addTorrent({ api, list, verbs }: AddDeps, job: TorrentJob): Promise<{ isKnown: boolean }> {
  const { infoHash: hash } = parseTorrentSources(job.torrent)
  const names = torrentNames(job.torrent)
  const folder = saveFolder({ root: job.root, paths: job.paths, chosen: chosenOf(job) }, names)
  const parts = { hash, job, names, folder }
  const before = await entryOf(api, hash)
  // One that was whole asks the peers that it has left again after minutes only.
  const isStale = before && isOwn(before) && (job.isRecheck || isComplete(before))
  const isAnew = before && (isStale || (await isInTheWay(api, before, parts)))
  const kept = before && (isAnew ? await leave(api, before) : before)
  const isPlaced = kept ? await placeKept(api, kept, parts) : await addNew({ api, verbs }, parts)
  await chooseFiles(api, { hash, chosen: chosenOf(job), files: await filesAt(api, parts) })
  await limitSpeeds(api, hash, job.limits ?? { down_limit: 0, up_limit: 0 })
  await verbs.begin(api, hash)
  if (job.isRecheck || (job.check && isPlaced) || kept?.state === 'missingFiles') await recheck(api, hash)
  await list.read({ isNow: true })
  return { isKnown: kept !== undefined }
}

const chosenOf = ({ chosen }: TorrentJob): ReadonlySet<number> | undefined => chosen && new Set(chosen)
const folderOf = ({ save_path }: Pick<Entry, 'save_path'>): string => save_path.replace(/(?<=.)\/+$/, '')

async function filesAt(api: Api, { hash, names }: Pick<Parts, 'hash' | 'names'>): Promise<Map<number, ProgramFileAt>> {
  return withBoxIndexes(await filesOf(api, hash), [...names.keys()])
}

/** Files that the program has at another path than the plan, where something lies: the program would rename or move that. */
async function isInTheWay(api: Api, before: Entry, { job, ...parts }: Parts): Promise<boolean> {
  const chosen = chosenOf(job)
  for (const [index, { name }] of await filesAt(api, parts)) {
    const path = join(before.save_path, name)
    if ((chosen?.has(index) ?? true) && job.paths.get(index) !== path && existsSync(path)) return true
  }
  return false
}

/** One of the box's own is added anew. The owner's stays where it is: it is not moved for a task of the box. */
async function leave(api: Api, before: Entry & { hash: string }): Promise<undefined> {
  if (!isOwn(before)) throw new EngineRefusal('duplicate')
  await api.post('torrents/delete', { hashes: before.hash, deleteFiles: false })
}

/** True if it is somewhere else now. */
async function placeKept(api: Api, kept: Entry, parts: Parts): Promise<boolean> {
  const { hash, job, folder } = parts
  const isMoved = folderOf(kept) !== folder
  if (isMoved) await moveTo(api, hash, folder)
  await syncTrackers(api, hash, job)
  const files = await filesAt(api, parts)
  const isRenamed = await nameFiles(api, { root: job.root, paths: job.paths, chosen: chosenOf(job), hash, files, folder })
  return isMoved || isRenamed
}

/** True if the program has not verified what lies at the planned paths. Files get their names in a folder where nothing lies: the program renames on the disk, too. */
async function addNew({ api, verbs }: Pick<AddDeps, 'api' | 'verbs'>, parts: Parts): Promise<boolean> {
  const { hash, job, names, folder } = parts
  const chosen = chosenOf(job)
  const isPlanned = (files: Iterable<[number, string]>) =>
    [...files].every(([index, name]) => chosen?.has(index) === false || job.paths.get(index) === join(folder, name))
  const give = async (savepath: string) => {
    const answer = await api.upload('torrents/add', { ...verbs.added(true), savepath, tags: ownTag }, bytesOf(job))
    if (answer.toString('utf8').trim() === 'Fails.') throw new EngineRefusal('no_engine')
    await appeared(api, hash)
    return filesAt(api, parts)
  }
  if (isPlanned(names)) {
    const files = await give(folder)
    if (isPlanned([...files].map(([index, { name }]) => [index, name]))) return false
    await api.post('torrents/delete', { hashes: hash, deleteFiles: false })
  }
  const files = await give(join(job.root, workName, job.gid))
  await nameFiles(api, { root: job.root, paths: job.paths, chosen, hash, files, folder })
  await moveTo(api, hash, folder)
  return true
}

function bytesOf({ torrent, trackers, webSeeds = [] }: TorrentJob): Buffer {
  const sources = parseTorrentSources(torrent)
  const removed = new Set(trackers?.removed)
  // A web seed is asked for the name on the disk, which may be another: of a single file the whole address is known.
  const only = singleName(torrent)
  const tiers = [...sources.trackers, ...(trackers?.added ?? []).map((url) => [url])]
  return writeTorrent({
    ...sources,
    trackers: tiers.map((tier) => tier.filter((url) => !removed.has(url))).filter((tier) => tier.length > 0),
    webSeeds: [...sources.webSeeds, ...webSeeds].map((url) => (only === undefined ? url : url.replace(/\/$/, `/${only}`))),
  })
}

/** As an address has it; undefined of a torrent that is a folder. */
function singleName(torrent: Buffer): string | undefined {
  const [path, another] = parsePaths(torrent)
  const [name] = path ?? []
  return parseTorrent(torrent).isMultifile || another || !name ? undefined : percentEncoded(name)
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

async function moveTo(api: Api, hash: string, folder: string): Promise<void> {
  await api.post('torrents/setLocation', { hashes: hash, location: folder })
  for (let waited = 0; waited < movesWithinMs; waited += lookEveryMs) {
    const entry = await entryOf(api, hash)
    if (!entry || (folderOf(entry) === folder && entry.state !== 'moving')) return
    await after(lookEveryMs)
  }
  throw new EngineAway('qBittorrent does not take another folder')
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
