/** Files from a phone, in parts: each comes as a blob and is appended to a hidden file, which gets its name once all of it is here. An upload goes on after a break, also of the box. */
import { createHash } from 'node:crypto'
import { open, rm, stat, statfs } from 'node:fs/promises'
import { Code } from '@homeport/contract/kit/codes.ts'
import { uploadPartMaxBytes } from '@homeport/contract/files.ts'
import type { Lang } from '@homeport/contract/kit/promise.ts'
import { Refusal } from '../kit/refusal.ts'
import { fileRefusal, type Entry } from './allowed-folders.ts'
import { joinPath } from './entry-name.ts'
import { placed } from './file-jobs.ts'
import { isTaken, renameInto } from './place-file.ts'
import type { uploadStore, UploadRow } from './upload.store.ts'

const keptMs = 7 * 86_400_000
const spareBytes = 64 * 1024 * 1024
const partWithinMs = 8_000

export type UploadParts = {
  store: ReturnType<typeof uploadStore>
  blobOf: (realm: Lang, id: string, options: { maxBytes: number; signal: AbortSignal }) => Promise<Buffer | undefined>
  onChange: (moves: readonly { from: string; to: string }[]) => void
  now: () => number
}
type Begin = { target: Entry; name: string; size: number; user: string }
type Part = { upload_id: string; at: number; blob: string; realm: Lang; user: string }

export function createUploads({ store, blobOf, onChange, now }: UploadParts) {
  /** Parts of one upload are written one after the other. */
  const busy = new Map<string, Promise<unknown>>()

  function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const next = (busy.get(id) ?? Promise.resolve()).then(work, work)
    const settled = next.catch(() => {}).finally(() => busy.get(id) === settled && busy.delete(id))
    busy.set(id, settled)
    return next
  }

  async function sizeOf({ part }: UploadRow): Promise<number> {
    return (await stat(part).catch(() => undefined))?.size ?? 0
  }

  async function finish(row: UploadRow): Promise<void> {
    await placed(row.name, () => renameInto(Buffer.from(row.part), Buffer.from(row.path)))
    await store.drop(row.upload_id)
    onChange([{ from: row.path, to: row.path }])
  }

  async function drop(row: UploadRow): Promise<void> {
    await rm(row.part, { force: true })
    await store.drop(row.upload_id)
  }

  return {
    async begin({ target, name, size, user }: Begin): Promise<{ upload_id: string; at: number; path: string }> {
      const path = joinPath(target.abs, Buffer.from(name))
      if (await isTaken(path)) throw fileRefusal('exists', name)
      const upload_id = createHash('sha256')
        .update(JSON.stringify([user, path.toString(), size]))
        .digest('hex')
        .slice(0, 32)
      const wire = `${target.path}/${name}`
      const kept = await store.byId(upload_id)
      if (kept) return { upload_id, at: await sizeOf(kept), path: wire }
      const disk = await statfs(target.abs)
      if (disk.bavail * disk.bsize < size + spareBytes) throw fileRefusal('no_space', name)
      const part = joinPath(target.abs, Buffer.from(`.homeport-part-${upload_id}`)).toString()
      await placed(name, async () => (await open(part, 'a')).close())
      const row = { upload_id, owner: user, path: path.toString(), part, name, size, created_at: now() }
      await store.add(row)
      if (size === 0) await finish(row)
      return { upload_id, at: 0, path: wire }
    },

    append: (request: Part): Promise<{ at: number; is_done: boolean }> =>
      inTurn(request.upload_id, async () => {
        const row = await store.byId(request.upload_id)
        if (!row || row.owner !== request.user) throw new Refusal(Code.notFound)
        const at = await sizeOf(row)
        // What is here already, or a gap: the phone goes on from where the box is.
        if (request.at !== at) return { at, is_done: false }
        const signal = AbortSignal.timeout(partWithinMs)
        const bytes = await blobOf(request.realm, request.blob, { maxBytes: uploadPartMaxBytes, signal })
        if (!bytes || bytes.length === 0 || at + bytes.length > row.size)
          throw new Refusal(Code.invalid, { field: 'blob', rule: 'range' })
        await placed(row.name, async () => {
          const file = await open(row.part, 'a')
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
      inTurn(uploadId, async () => {
        const row = await store.byId(uploadId)
        if (row?.owner === user) await drop(row)
      }),

    /** Drops what nobody finished. */
    async sweep(): Promise<void> {
      for (const row of await store.before(now() - keptMs)) await drop(row)
    },
  }
}
