/** The recycle bin: files of deleted films lie in it for seven days. */
import { randomUUID } from 'node:crypto'
import { mkdir, rename } from 'node:fs/promises'
import { basename, dirname, relative } from 'node:path'
import { Code } from '@homeport/contract/kit/codes.ts'
import { binDays, type BinEntry, type BinRefusal } from '@homeport/contract/movie/recycle-bin.ts'
import { answersWithin, wakeMs } from '../../kit/disk-answers.ts'
import { Refusal } from '../../kit/refusal.ts'
import { binPath, deleteForGood, discOf, moveAll, whereIs, withFilesBeside, type Move } from './moves.ts'
import type { BinRow, recycleBinStore } from './recycle-bin.store.ts'
import type { FilmFileRow } from '../film/film-row.ts'

const keptMs = binDays * 86_400_000

export type RecycleBinDeps = {
  store: ReturnType<typeof recycleBinStore>
  /** Scans these paths: files came or went. */
  scan: (paths: readonly string[]) => Promise<void>
  now: () => number
  onFault: (fault: unknown) => void
}
/** root: the allowed folder. path: as people read it; raw: as the disk has it. */
export type BinnedPath = { root: string; path: string; raw: Buffer; size: number }
export type RecycleBin = ReturnType<typeof createRecycleBin>

export function createRecycleBin({ store, scan, now, onFault }: RecycleBinDeps) {
  const bornAt = now()

  async function deleteFilm(filmId: string, fileIds: readonly string[]): Promise<BinEntry> {
    const film = await store.filesToDelete(filmId)
    const files = film?.files.filter(({ file_id }) => fileIds.length === 0 || fileIds.includes(file_id)) ?? []
    const [first] = files
    if (!film || !first || (fileIds.length > 0 && files.length < new Set(fileIds).size)) throw new Refusal(Code.notFound)
    for (const { root } of files)
      if (!(await answersWithin(root, wakeMs)))
        throw new Refusal(Code.notAllowed, { reason: 'away', file: basename(first.path) } satisfies BinRefusal)
    const bin_id = randomUUID()
    const all = (await Promise.all(files.map((file) => movesOf(file, bin_id)))).flat()
    const moves = [...new Map(all.map((move) => [move.from, move])).values()]
    const entry: BinRow = {
      bin_id,
      title: film.title,
      path: relative(first.root, first.path),
      files: files.length,
      size: files.reduce((sum, { size }) => sum + size, 0),
      moves,
      deleted_at: now(),
    }
    // Written first: after a kill the entry is there for whatever was moved.
    await store.addEntry(entry)
    const result = await moveAll(moves).catch(async (fault: unknown) => {
      await settle(entry)
      throw fault
    })
    if ('error' in result || result.made.length === 0) {
      await deleteForGood(rootsOf(moves), bin_id)
      await store.dropEntry(bin_id)
      throw 'error' in result ? new Refusal(Code.notAllowed, result.error) : new Refusal(Code.notFound)
    }
    await scan(files.map(({ path }) => path))
    return toEntry(entry)
  }

  /** Any file or folder below an allowed folder. to: under its name as people read it. size: of all that it holds, in bytes. */
  async function deletePath({ root, path, raw, size }: BinnedPath): Promise<void> {
    const bin_id = randomUUID()
    const move = { root, from: path, to: binPath({ root, path, binId: bin_id }) }
    await store.addEntry({ bin_id, title: '', path: relative(root, path), files: 1, size, moves: [move], deleted_at: now() })
    try {
      await mkdir(dirname(move.to), { recursive: true })
      await rename(raw, move.to)
    } catch (error) {
      await deleteForGood([root], bin_id)
      await store.dropEntry(bin_id)
      throw error
    }
  }

  async function restore(binId: string): Promise<number> {
    const entry = await store.entry(binId)
    if (!entry) throw new Refusal(Code.notFound)
    if ((await whereIs(entry.moves)) === 'away')
      throw new Refusal(Code.notAllowed, { reason: 'away', file: basename(entry.path) } satisfies BinRefusal)
    const back = entry.moves.map(({ root, from, to }) => ({ root, from: to, to: from }))
    const result = await moveAll(back)
    if ('error' in result) throw new Refusal(Code.notAllowed, result.error)
    await deleteForGood(rootsOf(entry.moves), binId)
    await store.dropEntry(binId)
    await scan(entry.moves.map(({ from }) => from))
    return result.made.length
  }

  /** Answers how many bytes are free now: none while its disk is away, which is waited for. */
  async function drop({ bin_id, moves, size }: BinRow): Promise<number> {
    const where = await whereIs(moves)
    if (where === 'away') return 0
    await deleteForGood(rootsOf(moves), bin_id)
    await store.dropEntry(bin_id)
    return where === 'bin' ? size : 0
  }

  /** An entry whose files never came into the bin, or have left it, is none. */
  async function settle(entry: BinRow): Promise<void> {
    if ((await whereIs(entry.moves)) === 'nowhere') await drop(entry)
  }

  let hasSettled = false

  /** Entries that a kill left in a life before. */
  async function settleAll(): Promise<void> {
    if (hasSettled) return
    hasSettled = true
    for (const entry of await store.deletedBefore(bornAt)) await settle(entry).catch(onFault)
  }

  return {
    deleteFilm,
    deletePath,
    restore,
    async list(limit: number, offset: number): Promise<{ data: BinEntry[]; total: number }> {
      const { data, total } = await store.entries(limit, offset)
      return { data: data.map(toEntry), total }
    },
    /** Deletes these entries for good, undefined for all; returns their size. */
    async empty(ids: readonly string[] | undefined): Promise<number> {
      const entries = ids ? await Promise.all(ids.map((id) => store.entry(id))) : await store.deletedBefore(Infinity)
      let size = 0
      for (const entry of entries) if (entry) size += await drop(entry)
      return size
    },
    /** Deletes what has lain in the bin for seven days. Called now and then, and at the start. */
    async sweep(): Promise<void> {
      await settleAll()
      for (const entry of await store.deletedBefore(now() - keptMs)) await drop(entry).catch(onFault)
    },
  }
}

async function movesOf({ root, path }: FilmFileRow, binId: string): Promise<Move[]> {
  const disc = discOf(root, path)
  const paths = disc === undefined ? await withFilesBeside(path) : [disc]
  return paths.map((from) => ({ root, from, to: binPath({ root, path: from, binId }) }))
}

const rootsOf = (moves: readonly Move[]) => moves.map(({ root }) => root)

function toEntry({ bin_id, title, path, files, size, deleted_at }: BinRow): BinEntry {
  const seconds = (ms: number) => Math.floor(ms / 1000)
  return {
    id: bin_id,
    title: title || basename(path),
    path,
    files,
    size,
    deleted_at: seconds(deleted_at),
    gone_at: seconds(deleted_at + keptMs),
  }
}
