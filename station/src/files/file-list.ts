/** A page of a folder: a long folder is read and sorted once, and its pages are taken from that. */
import { randomUUID } from 'node:crypto'
import { lstat, realpath, statfs } from 'node:fs/promises'
import type { FileEntry, fileList as fileListAct } from '@homeport/contract/files.ts'
import type { Out } from '@homeport/contract/kit/operation.ts'
import { spaceOf } from '../kit/disk-space.ts'
import { sortInTurns } from '../kit/turns/in-turns.ts'
import type { AllowedFolders, Entry } from './allowed-folders.ts'
import type { FileFactQueries } from './file-facts.query.ts'
import { sizeBelow } from './folder-size.ts'
import { absOf, countShown, kindOf, readFolder, searchBelow, type RawEntry } from './read-folder.ts'
import { createReadingSlot, type Reading } from './reading-slot.ts'

/** A frame holds 64 KB. */
const pageMaxBytes = 44 * 1024
const listsKept = 4
/** Only the last list that is longer than this is kept: 100,000 entries are 20 MB. */
const longList = 20_000
const listKeptMs = 60_000
/** The sizes of more files are not summed. */
const maxSummed = 5_000
const statsAtOnce = 500

type Input = Out<(typeof fileListAct)['input']>
type Order = Pick<Input, 'path' | 'sort' | 'is_up' | 'q'>
type ListedFolder = Pick<Entry, 'folder' | 'abs'>
type Page = Out<(typeof fileListAct)['output']>
type Sized = RawEntry & { size: number; modified_at: number }
type List = {
  id: string
  path: string
  key: string
  at: number
  entries: readonly (RawEntry | Sized)[]
  totalSize: number | null
}

export type FileListDeps = { folders: AllowedFolders; facts: FileFactQueries; now: () => number }

export function createFolderPages({ folders, facts, now }: FileListDeps) {
  let lists: List[] = []
  /** By the list's key. */
  const underWay = new Map<string, Promise<List>>()
  const slot = createReadingSlot()

  async function listOf({ path, sort, is_up, q, next }: Input, { folder, abs }: Entry): Promise<{ list: List; from: number }> {
    const [id = '', from = '0'] = next.split(':')
    const key = JSON.stringify([path, sort, is_up, q])
    lists = lists.filter((list) => now() - list.at < listKeptMs)
    const existing = next === '' ? undefined : lists.find((list) => list.id === id && list.key === key)
    if (existing) {
      existing.at = now()
      return { list: existing, from: Number(from) || 0 }
    }
    const list = await (underWay.get(key) ?? begin(key, { path, sort, is_up, q }, { folder, abs }))
    return { list, from: Number(from) || 0 }
  }

  /** Requests for the same list meanwhile get this one. */
  function begin(key: string, input: Order, entry: ListedFolder): Promise<List> {
    const reading = readList(key, input, entry).finally(() => underWay.delete(key))
    underWay.set(key, reading)
    return reading
  }

  async function readList(key: string, input: Order, entry: ListedFolder): Promise<List> {
    // Not kept while the next one is read: another order of the same folder is asked for.
    lists = lists.filter((list) => !(isLong(list) && list.path === input.path))
    const reading = slot.open()
    try {
      const list = { id: randomUUID(), path: input.path, key, at: now(), ...(await readSorted(input, entry, reading)) }
      if (isLong(list)) lists = lists.filter((one) => !isLong(one))
      lists = [...lists.slice(1 - listsKept), list]
      return list
    } finally {
      reading.end()
    }
  }

  async function wireOf(raw: RawEntry | Sized, { root, isInSearch }: { root: Buffer; isInSearch: boolean }): Promise<FileEntry> {
    const stats = 'size' in raw ? raw : await sizeOf(raw)
    return {
      path: isInSearch ? raw.path : '',
      name: raw.name,
      kind: kindOf(raw),
      size: raw.isFolder ? await sizeBelow(absOf(raw)) : stats.size,
      items: raw.isFolder ? ((await countShown(absOf(raw), root)) ?? 0) : null,
      modified_at: stats.modified_at,
      task_id: '',
      is_part: false,
      movie_id: '',
      file_id: '',
      films: 0,
    }
  }

  async function withFacts(raws: readonly RawEntry[], entries: FileEntry[]): Promise<FileEntry[]> {
    const byPath = await facts.factsOf(raws.filter(({ isFolder }) => !isFolder).map((raw) => absOf(raw).toString()))
    return entries.map((entry, at) => ({ ...entry, ...byPath.get(raws[at] ? absOf(raws[at]).toString() : '') }))
  }

  return {
    /** The allowed folders themselves. */
    async roots(): Promise<Page> {
      const entries = await Promise.all(
        folders.folders.map(async (folder): Promise<FileEntry> => {
          const { id, name, path } = folder
          const root = (await folders.isAway(folder)) ? undefined : await realpath(path, 'buffer').catch(() => undefined)
          const items = root ? await countShown(root, root) : null
          return {
            path: id,
            name,
            kind: 'folder',
            size: null,
            items,
            modified_at: 0,
            task_id: '',
            is_part: false,
            movie_id: '',
            file_id: '',
            films: items === null ? await facts.filmsBelow(path) : 0,
          }
        }),
      )
      return { path: '', names: [], entries, total: entries.length, total_size: null, next: '', ...noDisk, can_write: false }
    },

    async page(input: Input): Promise<Page> {
      const entry = await folders.folderAt(input.path)
      const { list, from } = await listOf(input, entry)
      const raws = list.entries.slice(from, from + input.limit)
      const root = await realpath(entry.folder.path, 'buffer')
      const wire = await Promise.all(raws.map((raw) => wireOf(raw, { root, isInSearch: input.q !== '' })))
      const all = await withFacts(raws, wire)
      let bytes = 0
      const entries = all.filter((one) => (bytes += Buffer.byteLength(JSON.stringify(one))) <= pageMaxBytes)
      const to = from + Math.max(1, entries.length)
      const disk = await statfs(entry.abs).then(spaceOf, () => undefined)
      return {
        path: input.path,
        names: entry.names,
        entries,
        total: list.entries.length,
        total_size: list.totalSize,
        next: to < list.entries.length ? `${list.id}:${to}` : '',
        free: disk?.free ?? null,
        disk_total: disk?.total ?? null,
        can_write: await folders.canWrite(entry),
      }
    },
  }
}

async function readSorted(
  { sort, is_up, q }: Order,
  { folder, abs }: ListedFolder,
  reading: Reading,
): Promise<Pick<List, 'entries' | 'totalSize'>> {
  const root = await realpath(folder.path, 'buffer')
  const raw = q === '' ? await readFolder(abs, root, reading) : await searchBelow(abs, q, reading)
  const isSummed = raw.length <= maxSummed
  const entries = isSummed || sort === 'size' || sort === 'modified' ? await sized(raw) : raw
  return {
    entries: await sortInTurns<RawEntry | Sized>(entries, compareBy(sort, is_up)),
    totalSize: isSummed ? sumOf(entries) : null,
  }
}

const isLong = ({ entries }: List) => entries.length > longList

const noDisk = { free: null, disk_total: null }

async function sized(raws: readonly RawEntry[]): Promise<Sized[]> {
  const all: Sized[] = []
  for (let at = 0; at < raws.length; at += statsAtOnce)
    for (const one of await Promise.all(
      raws.slice(at, at + statsAtOnce).map(async (raw) => ({ ...raw, ...(await sizeOf(raw)) })),
    ))
      all.push(one)
  return all
}

async function sizeOf(raw: RawEntry): Promise<{ size: number; modified_at: number }> {
  const stats = await lstat(absOf(raw)).catch(() => undefined)
  return { size: stats?.size ?? 0, modified_at: Math.floor((stats?.mtimeMs ?? 0) / 1000) }
}

function sumOf(entries: readonly (RawEntry | Sized)[]): number {
  return entries.reduce((sum, entry) => sum + ('size' in entry && !entry.isFolder ? entry.size : 0), 0)
}

const byName = new Intl.Collator(['zh', 'en'], { numeric: true, sensitivity: 'base' })

/** Folders first, whatever the order; equal ones by name. */
function compareBy(sort: Input['sort'], isUp: boolean) {
  const sign = isUp ? 1 : -1
  const figure = (entry: RawEntry | Sized) => ('size' in entry ? (sort === 'size' ? entry.size : entry.modified_at) : 0)
  return (a: RawEntry | Sized, b: RawEntry | Sized): number => {
    if (a.isFolder !== b.isFolder) return a.isFolder ? -1 : 1
    const name = byName.compare(a.name, b.name) || (a.path < b.path ? -1 : 1)
    if (sort === 'name') return sign * name
    if (sort === 'kind') return sign * kindOf(a).localeCompare(kindOf(b)) || name
    return sign * (figure(a) - figure(b)) || name
  }
}
