/** The whole list of a torrent's files, and a choice of them as it is sent: by pages or a blob, as a list or as ranges (wire.md "Big things"). */
import { FileInfo, magnetUri, type TorrentInfo } from '@homeport/contract/download.ts'
import { selectionOf } from '@homeport/contract/shape/selection.ts'
import * as z from 'zod/mini'
import { send } from '../kit/link.ts'
import { getBlob } from '../kit/upload.ts'

/** A link, or the blob of a torrent file. */
export type Source = { url: string } | { torrent: string }

/** Indexes of FileInfo, or text of ranges. */
export type Selection = number[] | string

/** More indexes than this are sent as text of ranges. */
const listMost = 100
const FileList = z.array(FileInfo)

/** All files. first: the first page; of a long list it names the blob with all of them, which an older box does not have. */
export async function wholeList(source: Source, first: TorrentInfo): Promise<TorrentInfo> {
  return { ...first, sub_fileinfo: (await filesInBlob(first)) ?? (await filesOnPages(source, first)) }
}

async function filesInBlob({ list = '' }: TorrentInfo): Promise<FileInfo[] | undefined> {
  const blob = list === '' ? null : await getBlob(list)
  return blob ? z.parse(FileList, JSON.parse(await blob.text())) : undefined
}

async function filesOnPages(source: Source, first: TorrentInfo): Promise<FileInfo[]> {
  const files = [...first.sub_fileinfo]
  for (let page = 2; files.length < first.total; page += 1) {
    const next = (await send(magnetUri, { ...source, page })).torrent_info
    if (!next || next.sub_fileinfo.length === 0) break
    files.push(...next.sub_fileinfo)
  }
  return files
}

/** Indexes of the selected files. */
export function selectedIn(info: TorrentInfo | undefined): Set<number> {
  return new Set(info?.sub_fileinfo.filter((file) => file.is_selected).map((file) => file.index))
}

/** As `start_task` takes it: few indexes as a list, more as text of ranges. */
export function selectionFrom(chosen: ReadonlySet<number>): Selection {
  const indexes = [...chosen].toSorted((a, b) => a - b)
  return indexes.length <= listMost ? indexes : selectionOf(indexes).text
}
