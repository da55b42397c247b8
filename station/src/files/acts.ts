/** Acts on the files of the box. */
import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { Code } from '@homeport/contract/kit/codes.ts'
import {
  fileCopy,
  fileDelete,
  fileDownload,
  fileJob,
  fileList,
  fileMove,
  fileRename,
  fileUpload,
  fileUploadPart,
  folderMake,
} from '@homeport/contract/files.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { whileAnswering } from '../kit/disk-answers.ts'
import { answer, type ActCaller, type Handler } from '../kit/connection/answer.ts'
import { Refusal } from '../kit/refusal.ts'
import { fileRefusal, type AllowedFolders, type Entry } from './allowed-folders.ts'
import { joinPath } from './entry-name.ts'
import { withFileRefusal, type FileJobs } from './file-jobs.ts'
import type { createFolderPages } from './file-list.ts'
import { isSingle, openEntry, type createFileTickets } from './file-tickets.ts'
import type { createUploads } from './uploads.ts'

const blobMaxBytes = 32 * 1024 * 1024

export type FileActDeps = {
  folders: AllowedFolders
  pages: ReturnType<typeof createFolderPages>
  jobs: FileJobs
  tickets: ReturnType<typeof createFileTickets>
  uploads: ReturnType<typeof createUploads>
  putBlob: (realm: Lang, id: string, bytes: Buffer) => Promise<void>
  isMember: (realm: Lang, userId: string) => boolean
  /** The address of the box's own server in the house, '' if it serves none. */
  address: () => string
  /** The cloud's https port, where it hands on to that server; 0 if it does not. */
  httpsPort: () => number
}

export function fileActs(deps: FileActDeps): Handler[] {
  const { folders, pages, jobs, tickets, uploads, putBlob, isMember, address, httpsPort } = deps

  async function download(entries: readonly Entry[], isAway: boolean, { realm, from }: ActCaller) {
    const [first] = entries
    const user = from?.user_id
    if (!first || !user) throw new Refusal(Code.notAllowed)
    const name = isSingle(entries)
      ? (first.names.at(-1) ?? '')
      : `${entries.length === 1 ? first.names.at(-1) : first.names.at(-2)}.zip`
    const size = isSingle(entries) ? first.stats.size : null
    if (isAway && size !== null && size <= blobMaxBytes) {
      const blob = randomUUID()
      await putBlob(realm, blob, await bytesOf(first))
      return { url: '', https_port: 0, blob, name, size }
    }
    const base = address()
    const url = base === '' ? '' : base + tickets.issue(entries, name, () => isMember(realm, user))
    return { url, https_port: httpsPort(), blob: '', name, size }
  }

  /** The page of a folder whose disk answers. */
  async function pageOf(input: Parameters<typeof pages.page>[0]) {
    const { path } = folders.allowedAt(input.path)
    const page = await whileAnswering(path, pages.page(input))
    if (!page) throw fileRefusal('gone', '', Code.notFound)
    return page
  }

  return [
    answer(fileList, (input) => (input.path === '' ? pages.roots() : pageOf(input))),
    answer(folderMake, async ({ path, name }) => {
      const target = await jobs.targetOf(path)
      await withFileRefusal(name, () => mkdir(joinPath(target.abs, Buffer.from(name))))
      return { path: `${path}/${name}` }
    }),
    answer(fileRename, async ({ path, name }) => ({ path: await jobs.rename(path, name) })),
    answer(fileMove, ({ paths, to }) => jobs.move(paths, to)),
    answer(fileCopy, ({ paths, to }) => jobs.copy(paths, to)),
    answer(fileDelete, ({ paths, is_final }) => jobs.delete(paths, is_final)),
    answer(fileJob, async ({ job_id, cancel }) => jobs.state(job_id, cancel)),
    answer(fileDownload, async ({ paths, is_away }, by) => {
      const entries: Entry[] = []
      for (const path of paths) entries.push(await downloadable(folders, path))
      return download(entries, is_away, by)
    }),
    answer(fileUpload, async ({ path, name, size }, by) => {
      const target = await jobs.targetOf(path)
      return uploads.begin({ target, name, size, user: userOf(by) })
    }),
    answer(fileUploadPart, async ({ upload_id, at, blob, cancel }, by) => {
      if (!cancel) return uploads.append({ upload_id, at, blob, realm: by.realm, user: userOf(by) })
      await uploads.cancel(upload_id, userOf(by))
      return { at: 0, is_done: false }
    }),
  ]
}

async function bytesOf(entry: Entry): Promise<Buffer> {
  const file = await openEntry(entry)
  if (!file) throw fileRefusal('gone', entry.names.at(-1), Code.notFound)
  return file.readFile().finally(() => file.close())
}

function userOf({ realm, from }: ActCaller): string {
  return `${realm}:${from?.user_id ?? ''}`
}

async function downloadable(folders: AllowedFolders, path: string): Promise<Entry> {
  const entry = await folders.entryAt(path)
  if (entry.names.length < 2) throw fileRefusal('gone', entry.names[0], Code.notFound)
  return entry
}
