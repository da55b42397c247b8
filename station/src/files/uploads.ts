/** Files from a phone, in parts: each comes as a blob and is appended to a hidden file, which gets its name once all of it is here. An upload goes on after a break, also of the box. */
import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { constants, lstat, rm, type FileHandle } from 'node:fs/promises'
import { Code } from '@homeport/contract/kit/codes.ts'
import { uploadPartMaxBytes } from '@homeport/contract/files.ts'
import { createOneAtATimeByKey } from '@homeport/contract/kit/one-at-a-time.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { noFollow, openInside } from '../kit/inside.ts'
import { Refusal } from '../kit/refusal.ts'
import { fileRefusal, type AllowedFolders, type Entry } from './allowed-folders.ts'
import type { DiskRoom } from './disk-room.ts'
import { folderOf, joinPath } from './entry-name.ts'
import { withFileRefusal } from './file-jobs.ts'
import { isTaken, renameInto } from './rename-into.ts'
import type { uploadStore, UploadRow } from './upload.store.ts'

const keptMs = 7 * 86_400_000
const partWithinMs = 8_000

export type UploadDeps = {
  store: ReturnType<typeof uploadStore>
  folders: Pick<AllowedFolders, 'rootOf' | 'isConnected'>
  room: DiskRoom
  blobOf: (realm: Lang, id: string, options: { maxBytes: number; signal: AbortSignal }) => Promise<Buffer | undefined>
  onChange: (moves: readonly { from: string; to: string }[]) => void
  now: () => number
  onFault: (fault: unknown) => void
}
type Begin = { target: Entry; name: string; size: number; user: string }
type Part = { upload_id: string; at: number; blob: string; realm: Lang; user: string }

export function createUploads({ store, folders, room, blobOf, onChange, now, onFault }: UploadDeps) {
  /** Parts of one upload are written one after the other. */
  const oneAtATime = createOneAtATimeByKey()
  /** Give the room of an upload back, by its id. */
  const releases = new Map<string, () => void>()

  const openPart = partOpener(folders)

  /** An empty one, where there is none. */
  const makePart = (row: UploadRow): Promise<void> =>
    withFileRefusal(row.name, async () => (await openPart(row, constants.O_WRONLY | constants.O_CREAT)).close())

  async function finish(row: UploadRow): Promise<void> {
    await (await openPart(row, constants.O_RDONLY)).close()
    await withFileRefusal(row.name, () => renameInto(Buffer.from(row.part), Buffer.from(row.path)))
    await forget(row)
    onChange([{ from: row.path, to: row.path }])
  }

  async function drop(row: UploadRow): Promise<void> {
    await rm(row.part, { force: true })
    await forget(row)
  }

  async function forget({ upload_id }: UploadRow): Promise<void> {
    await store.drop(upload_id)
    releases.get(upload_id)?.()
    releases.delete(upload_id)
  }

  async function create({ target, name, size, user }: Begin, upload_id: string): Promise<void> {
    const part = joinPath(target.abs, Buffer.from(`.homeport-part-${upload_id}`)).toString()
    const path = joinPath(target.abs, Buffer.from(name)).toString()
    const row = { upload_id, owner: user, path, part, name, size, created_at: now() }
    const release = await room.claim(target.abs, { name, size, remaining: async () => size - (await sizeOf(row)) })
    try {
      // The row first: a file without one would stay for ever.
      await store.add(row)
      await makePart(row)
    } catch (error) {
      release()
      await drop(row).catch(onFault)
      throw error
    }
    releases.set(upload_id, release)
    if (size === 0) await finish(row)
  }

  return {
    /** After a restart: those that are whole get their name; the others keep the room that they were promised. */
    async open(): Promise<void> {
      for (const row of await store.before(Infinity)) {
        if (await endAnew(row, { folders, finish, drop }).catch(onFault)) continue
        const release = await room.restore(folderOf(Buffer.from(row.part)), async () => row.size - (await sizeOf(row)))
        if (release) releases.set(row.upload_id, release)
      }
    },
    async begin(request: Begin): Promise<{ upload_id: string; at: number; path: string }> {
      const { target, name, size, user } = request
      const path = joinPath(target.abs, Buffer.from(name))
      if (await isTaken(path)) throw fileRefusal('exists', name)
      const upload_id = uploadIdOf(user, path.toString(), size)
      const wire = `${target.path}/${name}`
      return oneAtATime(upload_id, async () => {
        const existing = await store.byId(upload_id)
        if (existing) {
          await makePart(existing)
          const at = await sizeOf(existing)
          if (at === size) await finish(existing)
          return { upload_id, at, path: wire }
        }
        await create(request, upload_id)
        return { upload_id, at: 0, path: wire }
      })
    },

    append: (request: Part): Promise<{ at: number; is_done: boolean }> =>
      oneAtATime(request.upload_id, async () => {
        const row = await store.byId(request.upload_id)
        if (!row || row.owner !== request.user) throw new Refusal(Code.notFound)
        const at = await sizeOf(row)
        if (at === row.size) {
          await finish(row)
          return { at, is_done: true }
        }
        // The part is here already, or leaves a gap: the phone goes on from where the box is.
        if (request.at !== at) return { at, is_done: false }
        const signal = AbortSignal.timeout(partWithinMs)
        const bytes = await blobOf(request.realm, request.blob, { maxBytes: uploadPartMaxBytes, signal })
        if (!bytes || bytes.length === 0 || at + bytes.length > row.size)
          throw new Refusal(Code.invalid, { field: 'blob', rule: 'range' })
        await withFileRefusal(row.name, async () => {
          const file = await openPart(row, constants.O_WRONLY | constants.O_APPEND)
          try {
            await file.writeFile(bytes)
            await file.sync()
          } finally {
            await file.close()
          }
        })
        const is_done = at + bytes.length === row.size
        if (is_done) await finish(row)
        return { at: at + bytes.length, is_done }
      }),

    cancel: (uploadId: string, user: string): Promise<void> =>
      oneAtATime(uploadId, async () => {
        const row = await store.byId(uploadId)
        if (row?.owner === user) await drop(row)
      }),

    /** Drops what nobody finished, once its disk is there. */
    async sweep(): Promise<void> {
      for (const row of await store.before(now() - keptMs))
        if (await folders.isConnected(row.part)) await drop(row).catch(onFault)
    },
  }
}

function partOpener(folders: UploadDeps['folders']) {
  /** Only where it was begun: a link that stands there meanwhile is not followed. */
  return async ({ part, name }: Pick<UploadRow, 'part' | 'name'>, flags: number): Promise<FileHandle> => {
    const root = folders.rootOf(part)
    const file = await openInside(part, { roots: root === undefined ? [] : [root], flags: flags | noFollow })
    if (!file) throw fileRefusal('gone', name, Code.notFound)
    return file
  }
}

type EndDeps = Pick<UploadDeps, 'folders'> & Record<'finish' | 'drop', (row: UploadRow) => Promise<void>>

/** It was cut off between its last byte and its name, or between its name and the end of its row. True: nothing of it is left to do. */
async function endAnew(row: UploadRow, { folders, finish, drop }: EndDeps): Promise<boolean> {
  if (!(await folders.isConnected(row.part))) return false
  const [part, file] = await Promise.all([statsOf(row.part), statsOf(row.path)])
  const isNamed = file?.isFile() === true && file.size === row.size
  if (isNamed && (!part || (part.dev === file.dev && part.ino === file.ino))) await drop(row)
  else if (part?.size === row.size && !file) await finish(row)
  else return false
  return true
}

async function sizeOf({ part }: UploadRow): Promise<number> {
  return (await statsOf(part))?.size ?? 0
}

function statsOf(path: string): Promise<Stats | undefined> {
  return lstat(path).catch(() => undefined)
}

/** The same for the same file of the same person, so that it goes on after a break. */
function uploadIdOf(user: string, path: string, size: number): string {
  return createHash('sha256')
    .update(JSON.stringify([user, path, size]))
    .digest('hex')
    .slice(0, 32)
}
