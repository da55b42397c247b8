/** Gives a torrent to the program, or takes one that it has, and brings it to the box's plan before it is begun. Nothing that lies on the disk is renamed or moved by it. */
import { existsSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { EngineAway, EngineRefusal, type TorrentJob } from '../engine/engine.ts'
import { workName } from '../folder/download-dir.ts'
import { makeBelow } from '../folder/make-below.ts'
import { percentEncoded } from '../torrent/file-addresses.ts'
import { parsePaths, parsePieces, parseTorrent, parseTorrentSources, writeTorrent } from '../torrent/parse-torrent.ts'
import { isComplete, isOwn, ownTag, type Driver, type HouseFile, type HouseTorrent } from './driver.ts'
import { isNeighbour, neighboursOf } from './neighbour-files.ts'
import { chooseFiles, nameFiles, saveFolder, withBoxIndexes } from './place-files.ts'
import { removeTorrent } from './remove-torrent.ts'
import type { TorrentList } from './torrent-list.ts'

const appearsWithinMs = 10_000
const movesWithinMs = 60_000
const lookEveryMs = 60

/** names: the torrent's own, of all files but padding. folder: where it is to be saved. hidden: padding, and files that are not chosen, of which the program writes a part. */
type AddedTorrent = {
  hash: string
  job: TorrentJob
  names: ReadonlyMap<number, string>
  folder: string
  hidden: ReadonlySet<number>
}

/** isKnown: the program had it. */
export async function addTorrent(
  { driver, list }: { driver: Driver; list: TorrentList },
  job: TorrentJob,
): Promise<{ isKnown: boolean }> {
  const { infoHash: hash } = parseTorrentSources(job.torrent)
  const names = torrentNames(job.torrent)
  const folder = saveFolder({ root: job.root, paths: job.paths, chosen: chosenOf(job) }, names)
  const padding = new Map(driver.writesNeighbours ? paddingOf(job) : [])
  const hidden = new Set(driver.writesNeighbours ? [...padding.keys(), ...neighboursIn(job)] : [])
  const parts = { hash, job, names, folder, hidden }
  const before = await driver.torrent(hash)
  // One that was whole asks the peers that it has left again after minutes only.
  const isStale = before && isOwn(before) && (job.isRecheck || isComplete(before) || before.isMissing)
  const isAnew = before && (isStale || (await isInTheWay(driver, before, parts)))
  const existing = before && (isAnew ? await leave(driver, before, hash) : before)
  const isElsewhere = existing ? await moveExisting(driver, existing, parts) : await addNew(driver, parts)
  await chooseFiles(driver, { hash, chosen: chosenOf(job), files: await filesAt(driver, parts) })
  if (!driver.makesEmptyFiles) await makeEmptyFiles(job)
  const { down_limit: down, up_limit: up } = job.limits ?? { down_limit: 0, up_limit: 0 }
  await driver.limitTorrent(hash, { down, up })
  const isVerified = job.isRecheck || (job.check && isElsewhere) || existing?.isMissing === true
  if (isVerified && (!existing || isOwn(existing))) await writePadding(driver, parts, padding)
  await (isVerified ? driver.verify(hash) : driver.begin(hash))
  await list.read({ isNow: true })
  return { isKnown: existing !== undefined }
}

const chosenOf = ({ chosen }: TorrentJob): ReadonlySet<number> | undefined => chosen && new Set(chosen)

/** All but padding. */
async function filesAt(driver: Driver, parts: Pick<AddedTorrent, 'hash' | 'names'>): Promise<Map<number, HouseFile>> {
  return new Map([...(await allFiles(driver, parts))].filter(([index]) => parts.names.has(index)))
}

/** With padding, where the program counts it. */
const allFiles = async (driver: Driver, { hash, names }: Pick<AddedTorrent, 'hash' | 'names'>): Promise<Map<number, HouseFile>> =>
  withBoxIndexes(await driver.files(hash), [...names.keys()])

/** Files that the program has at another path than the plan, where something lies: the program would rename or move that. */
async function isInTheWay(driver: Driver, before: HouseTorrent, { job, ...parts }: AddedTorrent): Promise<boolean> {
  const chosen = chosenOf(job)
  for (const [index, { name }] of await filesAt(driver, parts)) {
    const path = join(before.folder, name)
    if ((chosen?.has(index) ?? true) && job.paths.get(index) !== path && existsSync(path)) return true
  }
  return false
}

/** One of the box's own is added anew. The owner's stays where it is: it is not moved for a task of the box. */
async function leave(driver: Driver, before: HouseTorrent, hash: string): Promise<undefined> {
  if (!isOwn(before)) throw new EngineRefusal('duplicate')
  await removeTorrent(driver, hash, before)
}

/** True if it is somewhere else now. */
async function moveExisting(driver: Driver, existing: HouseTorrent, parts: AddedTorrent): Promise<boolean> {
  const { hash, job, folder, hidden } = parts
  const isMoved = existing.folder !== folder
  if (isMoved) await moveTo(driver, hash, folder)
  await syncTrackers(driver, hash, job)
  const files = await allFiles(driver, parts)
  const isRenamed = await nameFiles(driver, {
    root: job.root,
    paths: job.paths,
    chosen: chosenOf(job),
    hash,
    files,
    folder,
    // The owner's own torrents keep their names.
    hidden: isOwn(existing) ? hidden : new Set<number>(),
  })
  return isMoved || isRenamed
}

/** True if the program has not verified what lies at the planned paths. Files get their names in a folder where nothing lies: the program renames on the disk, too. */
async function addNew(driver: Driver, parts: AddedTorrent): Promise<boolean> {
  const { hash, job, names, folder, hidden } = parts
  const chosen = chosenOf(job)
  const isPlanned = (files: Iterable<[number, string]>) =>
    hidden.size === 0 &&
    [...files].every(([index, name]) => chosen?.has(index) === false || job.paths.get(index) === join(folder, name))
  const give = async (within: string) => {
    await driver.add({ hash, bytes: bytesOf(job), folder: within, tag: ownTag })
    await appeared(driver, hash)
    return allFiles(driver, parts)
  }
  if (isPlanned(names)) {
    const files = await give(folder)
    if (isPlanned([...files].filter(([index]) => names.has(index)).map(([index, { name }]) => [index, name]))) return false
    await driver.remove(hash)
  }
  const files = await give(join(job.root, workName, job.gid))
  try {
    await nameFiles(driver, { root: job.root, paths: job.paths, chosen, hash, files, folder, hidden })
  } catch (error) {
    // It is no task's.
    if (error instanceof EngineRefusal) await driver.remove(hash)
    throw error
  }
  await moveTo(driver, hash, folder)
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

/** Files that are not chosen and share a piece with one that is. */
function neighboursIn({ torrent, chosen }: TorrentJob): ReadonlySet<number> {
  if (!chosen) return new Set()
  const { files } = parseTorrent(torrent)
  const all = [...files.slice(0), ...files.padding()].toSorted((one, other) => one.index - other.index)
  return neighboursOf(all, parsePieces(torrent).pieceBytes, new Set(chosen))
}

/** Sizes of all padding that is not empty. */
function paddingOf({ torrent }: TorrentJob): [number, number][] {
  return [...parseTorrent(torrent).files.padding()].filter(({ size }) => size > 0).map(({ index, size }) => [index, size])
}

/** Padding is zeros: it is there before the program reads the disk, so that it is not fetched. Only under the hidden name, which no other file has. */
async function writePadding(driver: Driver, parts: AddedTorrent, padding: ReadonlyMap<number, number>): Promise<void> {
  if (padding.size === 0) return
  const { hash, job, folder } = parts
  for (const [index, { name }] of await allFiles(driver, parts)) {
    const size = padding.get(index)
    if (size === undefined || !isNeighbour(name, hash)) continue
    const path = join(folder, name)
    await makeBelow(job.root, dirname(path))
    const file = await open(path, 'a')
    await file.truncate(size).finally(() => file.close())
  }
}

/** Chosen ones; what lies there stays. */
async function makeEmptyFiles({ torrent, root, paths, chosen }: TorrentJob): Promise<void> {
  for (const { index, size } of parseTorrent(torrent).files.slice(0)) {
    const path = paths.get(index)
    if (size > 0 || path === undefined || chosen?.includes(index) === false || existsSync(path)) continue
    await makeBelow(root, dirname(path))
    await writeFile(path, '', { flag: 'a' })
  }
}

/** It may answer before it has the torrent. */
async function appeared(driver: Driver, hash: string): Promise<void> {
  for (let waited = 0; waited < appearsWithinMs; waited += lookEveryMs) {
    if (await driver.torrent(hash)) return
    await after(lookEveryMs)
  }
  throw new EngineAway(`${driver.name} took a torrent and does not show it`)
}

async function moveTo(driver: Driver, hash: string, folder: string): Promise<void> {
  await driver.setFolder(hash, folder)
  for (let waited = 0; waited < movesWithinMs; waited += lookEveryMs) {
    const torrent = await driver.torrent(hash)
    if (!torrent || (torrent.folder === folder && !torrent.isUnsettled)) return
    await after(lookEveryMs)
  }
  throw new EngineAway(`${driver.name} does not take another folder`)
}

async function syncTrackers(driver: Driver, hash: string, { trackers }: TorrentJob): Promise<void> {
  if (!trackers) return
  const current = new Set(await driver.trackers(hash))
  const added = trackers.added.filter((url) => !current.has(url))
  const removed = trackers.removed.filter((url) => current.has(url))
  if (added.length > 0 || removed.length > 0) await driver.changeTrackers(hash, { added, removed })
}
