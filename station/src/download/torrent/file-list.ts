/** The whole file list of a large torrent as a blob in the cloud: pages of it would take a phone minutes (wire.md). */
import { dropOldest } from '@homeport/contract/kit/collection/drop-oldest.ts'
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as after } from 'node:timers/promises'
import { fileListAbove, type FileInfo } from '@homeport/contract/download/download.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { openByteWriter } from './byte-writer.ts'
import type { PackedFileList } from './packed-file-list.ts'

/** Throws if the cloud did not take it. The bytes are not used after that. */
export type PutBlob = (realm: Lang, id: string, bytes: Buffer) => Promise<void>
export type FileList = ReturnType<typeof createFileList>

/** The cloud keeps a blob for 24 hours. */
const keptMs = 12 * 3_600_000
const keptInMemory = 50
/** The pages are answered without it. */
const waitMs = 4_000
/** Written in steps, so that others are served meanwhile. */
const filesAtOnce = 500

export type FileListRequest = {
  realm: Lang
  /** Names the torrent and the selection: the list is the same while both are. */
  key: string
  files: PackedFileList
  isSelected: (index: number) => boolean
}

export function createFileList({ putBlob, onFault }: { putBlob: PutBlob; onFault: (fault: unknown) => void }) {
  const blobs = new Map<string, Promise<string>>()

  async function put({ realm, files, isSelected }: FileListRequest): Promise<string> {
    const writer = openByteWriter()
    let mark = '['
    for (let from = 0; from < files.count; from += filesAtOnce) {
      for (const { index, path, size } of files.slice(from, from + filesAtOnce)) {
        const info: FileInfo = { index, file_name: path, file_size: size, is_selected: isSelected(index) }
        writer.write(mark + JSON.stringify(info))
        mark = ','
      }
      await nextTurn()
    }
    writer.write(']')
    const bytes = writer.bytes()
    const id = createHash('sha256').update(bytes).digest('hex')
    await putBlob(realm, id, bytes).finally(() => writer.release())
    return id
  }

  return {
    /** Id of the blob; '' for a short list, and for one that the cloud has not taken yet. */
    async idOf(request: FileListRequest): Promise<string> {
      if (request.files.count <= fileListAbove) return ''
      const key = `${request.realm} ${request.key}`
      const before = blobs.get(key)
      const id = before ?? put(request)
      if (!before) {
        blobs.set(key, id)
        dropOldest(blobs, keptInMemory)
        setTimeout(() => blobs.delete(key), keptMs).unref()
        id.catch((error: unknown) => {
          blobs.delete(key)
          onFault(error)
        })
      }
      return Promise.race([id.catch(() => ''), after(waitMs, '', { ref: false })])
    },
  }
}
