/** Queries and actions on the files of a box. */
import type { Device } from '@homeport/contract/device.ts'
import {
  fileCopy,
  fileDelete,
  fileDownload,
  fileJob,
  fileList,
  fileMove,
  FileRefusal,
  fileRename,
  folderMake,
  type FileEntry,
  type fileSorts,
} from '@homeport/contract/files.ts'
import type { Out } from '@homeport/contract/kit/operation.ts'
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { isFailure } from '../kit/failure.ts'
import { failureText } from '../kit/text/failure-text.ts'
import { isLanOpen } from '../kit/lan-open.ts'
import { textNow } from '../kit/lang.ts'
import { send } from '../kit/call/box-connection.ts'
import { observable } from '../kit/observable.ts'
import { boxAddress, isOfThisPage } from '../kit/browser-features.ts'
import { session } from '../kit/session.ts'
import { getBlob } from '../kit/call/blob.ts'
import { findAwayWay } from '../shared/away-way.ts'
import { toast } from '../ui/toast.tsx'
import { filesText } from './text.ts'

export const filesPath = '/pages/device/files/list'
export type FileSort = (typeof fileSorts)[number]
export type Job = Out<typeof fileJob.output>

export const sorted = observable<{ sort: FileSort; is_up: boolean }>({ sort: 'name', is_up: true })

const keyOf = (device: Device) => [session.get().lang, 'files', device.devid]

export type FolderQuery = { path: string; sort: FileSort; is_up: boolean; q: string }

/** A disk is connected while somebody looks. */
const awayPollMs = 30_000

/** Fewer where their names fill a frame. */
const pageLimit = 200

/** By the cloud, or in the house. */
export const isInReach = (device: Device) => device.online === 1 || isLanOpen.get()

export const folder = (device: Device, { path, sort, is_up, q }: FolderQuery) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(device), path, sort, is_up, q],
    initialPageParam: '',
    queryFn: ({ pageParam }) => send(fileList, { path, sort, is_up, q, next: pageParam, limit: pageLimit }),
    getNextPageParam: ({ next }) => next || null,
    enabled: isInReach(device),
    // Downloads, other people and the recycle bin change folders.
    staleTime: 0,
    retry: false,
    meta: { isQuiet: true },
  })

/** Allowed folders whose disk or share is not connected. Older boxes tell none. */
export const awayFolders = (device: Device) =>
  queryOptions({
    queryKey: [...keyOf(device), 'away'],
    queryFn: async () => (await send(fileList, { path: '' })).entries.filter(isAway),
    enabled: device.online === 1,
    staleTime: 0,
    refetchInterval: awayPollMs,
    retry: false,
    meta: { isQuiet: true },
  })

/** An allowed folder that the box cannot read: its disk or share is not connected. */
export function isAway({ kind, items }: Pick<FileEntry, 'kind' | 'items'>): boolean {
  return kind === 'folder' && items === null
}

/** The folders in a folder, to choose one of them. */
export const foldersIn = (device: Device, path: string) =>
  queryOptions({
    queryKey: [...keyOf(device), 'folders', path],
    queryFn: () => send(fileList, { path, limit: 200 }),
    staleTime: 0,
    retry: false,
    meta: { isQuiet: true },
  })

export function refreshFiles(client: QueryClient, device: Device): void {
  void client.invalidateQueries({ queryKey: keyOf(device) })
}

/** On the wire; of a hit of a search below the listed folder. */
export function pathOf(listed: string, { path, name }: Pick<FileEntry, 'path' | 'name'>): string {
  if (listed === '') return path
  return `${listed}/${path === '' ? name : path}`
}

export const fileMutations = {
  makeFolder: (path: string, name: string) => send(folderMake, { path, name }),
  rename: (path: string, name: string) => send(fileRename, { path, name }),
  move: (paths: string[], to: string) => send(fileMove, { paths, to }),
  copy: (paths: string[], to: string) => send(fileCopy, { paths, to }),
  delete: (paths: string[]) => send(fileDelete, { paths }),
  job: (job_id: string, cancel = false) => send(fileJob, { job_id, cancel }),
}

/** Why the box refused, in words; '' if it is not a refusal of files. */
export function refusalText(error: unknown): string {
  if (!isFailure(error)) return ''
  const refusal = z.safeParse(FileRefusal, error.data)
  if (!refusal.success) return failureText(error)
  return textNow(filesText).refusals[refusal.data.reason](refusal.data.name)
}

const blobMaxBytes = 32 * 1024 * 1024

/**
 * Saves on this phone or computer: by the box's own address in the house, where a new page opens; a small file through the cloud, a large one where its operator relays it.
 * The page is opened by the press, before the box answers: browsers open none later.
 */
export async function saveHere(paths: string[], entries: readonly FileEntry[]): Promise<void> {
  const words = textNow(filesText)
  const [only] = entries
  const isSmall = entries.length === 1 && only?.kind !== 'folder' && (only?.size ?? Infinity) <= blobMaxBytes
  try {
    if (isSmall) {
      const { blob, name } = await send(fileDownload, { paths, is_away: true })
      const bytes = await getBlob(blob)
      if (!bytes) return toast(words.saveFailed)
      return saveAs(URL.createObjectURL(bytes), name)
    }
    const [{ url, https_port, name }, away] = await Promise.all([send(fileDownload, { paths }), findAwayWay()])
    if (url === '') return toast(words.saveNoAddress)
    if (away.address !== '' && !away.isNear) {
      saveAs(away.address + new URL(url).pathname.slice(1), name)
      return toast(words.saveByCloud)
    }
    saveAs(boxAddress(url, https_port), name)
    toast(words.saveAtHome)
  } catch (error) {
    toast(refusalText(error) || words.saveFailed)
  }
}

function saveAs(url: string, name: string): void {
  const link = document.createElement('a')
  Object.assign(link, { href: url, download: name, rel: 'noopener' })
  // Another address: the browser follows the link and saves what it answers with.
  if (!isOfThisPage(url)) link.target = '_blank'
  document.body.append(link)
  link.click()
  link.remove()
}
