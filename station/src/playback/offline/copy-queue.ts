/** Prepares copies, one after the other: the folder says which are whole, the table which are wanted. After a kill the one that was under way begins anew. */
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { CopyHindrance, OfflineCopy } from '@homeport/contract/playback/offline-copy.ts'
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { TranscodeSlots } from '../source/transcode-slots.ts'
import { createCopyNames } from './copy-names.ts'
import { sizesOf } from './copy-sizes.ts'
import { conversionOf, hindranceOf, lookAtFilm, type FilmLook, type LookDeps } from './look-at-film.ts'
import { makeCopy, partSuffix } from './make-copy.ts'
import type { CopyRow, CopyStore } from './offline-copy.store.ts'

/** Copies that no phone has fetched yet; the next one waits. */
const mostBytes = 32e9
const spareBytes = 2e9
const lookAgainMs = 1_000

export type CopyQueueDeps = LookDeps & {
  /** The box's own, for copies alone. */
  folder: string
  store: CopyStore
  slots: Pick<TranscodeSlots, 'isAnyHeld'>
  onFault: (fault: unknown) => void
}
type Running = { key: string; progress: number; stop: AbortController }

export type CopyQueue = ReturnType<typeof createCopyQueue>

export function createCopyQueue(deps: CopyQueueDeps) {
  const { folder, store, slots, onFault } = deps
  const oneAtATime = createOneAtATime()
  const hindrances = new Map<string, CopyHindrance>()
  const life = new AbortController()
  let running: Running | undefined

  const names = createCopyNames(deps)
  const keyOf = (row: CopyRow) => names.keyOf(row)
  const targetOf = async (row: CopyRow) => join(folder, `${await keyOf(row)}.mp4`)

  /** A film on a TV that is converted goes before. */
  async function whenFree(signal: AbortSignal): Promise<void> {
    while (slots.isAnyHeld() && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, lookAgainMs).unref())
  }

  async function stateOf(row: CopyRow): Promise<Pick<OfflineCopy, 'state' | 'progress' | 'size' | 'hindrance'>> {
    const path = await pathOf(row)
    const size = path === undefined ? undefined : await sizeOf(path)
    if (size !== undefined) return { state: 'ready', progress: 100, size, hindrance: '' }
    const key = await keyOf(row)
    if (running?.key === key) return { state: 'preparing', progress: running.progress, size: null, hindrance: '' }
    const hindrance = row.is_direct ? 'no_file' : (hindrances.get(key) ?? '')
    return { state: hindrance === '' || hindrance === 'no_space' ? 'waiting' : 'failed', progress: 0, size: null, hindrance }
  }

  /** Where the file of a copy is, or is going to be; undefined if the film's own file is gone. */
  const pathOf = async (row: CopyRow) => (row.is_direct ? filmFileOf(deps.finder, row) : targetOf(row))

  async function nextRow(): Promise<CopyRow | undefined> {
    for (const row of await store.all())
      if (!row.is_direct && !hindrances.has(await keyOf(row)) && (await sizeOf(await targetOf(row))) === undefined) return row
    return undefined
  }

  async function prepareAll(): Promise<void> {
    for (;;) {
      const row = await nextRow()
      if (!row || life.signal.aborted || (await bytesIn(folder)) >= mostBytes) return
      const stop = new AbortController()
      const current: Running = { key: await keyOf(row), progress: 0, stop }
      running = current
      try {
        // It may have been removed before it was known to be under way.
        if (!(await store.all()).some(({ copy_id }) => copy_id === row.copy_id)) continue
        const end = await prepare(row, current)
        if (end === 'stopped' || end === 'made') continue
        hindrances.set(current.key, end)
      } finally {
        running = undefined
      }
    }
  }

  async function prepare(row: CopyRow, current: Running): Promise<'made' | 'stopped' | CopyHindrance> {
    try {
      const film = await lookAtFilm(deps, { movie_id: '', path: row.file_id }, row)
      const look = { ...film, audioIndex: names.soundOf(row) }
      const work = await conversionOf(look, row.height, (codec) => deps.converter.canRead(codec))
      // The file was exchanged for one that every phone plays.
      if (!work) return 'failed'
      if (!(await hasRoom(folder, row, look))) return 'no_space'
      const target = await targetOf(row)
      const end = await makeCopy({
        ...work,
        durationMs: look.streams.durationMs ?? 0,
        target,
        signal: AbortSignal.any([current.stop.signal, life.signal]),
        whenFree,
        onProgress: (progress) => (current.progress = Math.max(current.progress, progress)),
      })
      // ffmpeg takes the end of a file that left for the end of the film.
      if (end !== 'made' || (await sizeOf(look.file.path)) === look.fileBytes) return end
      await rm(target, { force: true })
      return 'no_file'
    } catch (error) {
      if (error instanceof Refusal) return hindranceOf(error)
      onFault(error)
      return 'failed'
    }
  }

  return {
    stateOf,
    pathOf,
    /** Prepares what is wanted and not there. */
    kick(): void {
      void oneAtATime(prepareAll).catch(onFault)
    },
    /** Once somebody asks for it: in the sound that they hear now. */
    async tryAnew(row: CopyRow): Promise<void> {
      await names.chooseSound(row)
      hindrances.delete(await keyOf(row))
    },
    /** Removes what is wanted by nobody, and ends its preparation. */
    async tidy(): Promise<void> {
      const rows = await store.all()
      const requested = new Set(await Promise.all(rows.map(keyOf)))
      names.keepOnly(rows)
      if (running && !requested.has(running.key)) running.stop.abort()
      for (const [key, hindrance] of hindrances) if (!requested.has(key) || hindrance === 'no_space') hindrances.delete(key)
      for (const name of await readdir(folder))
        if (!name.endsWith(partSuffix) && !requested.has(name.replace(/\.mp4$/, '')))
          await rm(join(folder, name), { force: true })
    },
    /** Removes the files that a run before left unfinished. */
    async open(): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      for (const name of await readdir(folder)) if (name.endsWith(partSuffix)) await rm(join(folder, name), { force: true })
    },
    async stop(): Promise<void> {
      life.abort()
      await oneAtATime.idle()
    },
  }
}

async function filmFileOf(finder: LookDeps['finder'], { file_id }: CopyRow): Promise<string | undefined> {
  try {
    return (await finder.find({ movie_id: '', path: file_id })).file.path
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

async function bytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all((await readdir(folder)).map((name) => sizeOf(join(folder, name))))
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
}

async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    (facts) => (facts.isFile() ? facts.size : undefined),
    () => undefined,
  )
}

/** It is written twice: as it comes, then in order. */
async function hasRoom(folder: string, { height }: CopyRow, look: FilmLook): Promise<boolean> {
  const { file, streams, audioIndex, fileBytes, converter } = look
  const sizes = sizesOf(streams, { path: file.path, audioIndex, fileBytes, cores: converter?.cores ?? 1 })
  const size = sizes.find((one) => one.height === height)?.size ?? fileBytes
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize >= size * 2 + spareBytes
}
