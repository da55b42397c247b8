/** The whole list of a torrent's files: by pages or a blob (wire.md "Big things"). */
import { FileInfo, magnetUri, type TorrentInfo } from '@homeport/contract/download/download.ts'
import * as z from 'zod/mini'
import { send } from '../kit/call/box-connection.ts'
import { getBlob } from '../kit/call/blob.ts'

/** A link, or the blob of a torrent file. */
export type LinkOrTorrent = { url: string } | { torrent: string }

const FileList = z.array(FileInfo)

/** All files. first: the first page; of a long list it names the blob with all of them, which an older box does not have. */
export async function wholeList(requested: LinkOrTorrent, first: TorrentInfo): Promise<TorrentInfo> {
  return { ...first, sub_fileinfo: (await filesInBlob(first)) ?? (await filesOnPages(requested, first)) }
}

async function filesInBlob({ list = '' }: TorrentInfo): Promise<FileInfo[] | undefined> {
  const blob = list === '' ? null : await getBlob(list)
  return blob ? z.parse(FileList, JSON.parse(await blob.text())) : undefined
}

async function filesOnPages(requested: LinkOrTorrent, first: TorrentInfo): Promise<FileInfo[]> {
  const files = [...first.sub_fileinfo]
  for (let page = 2; files.length < first.total; page += 1) {
    const next = (await send(magnetUri, { ...requested, page })).torrent_info
    if (!next || next.sub_fileinfo.length === 0) break
    for (const file of next.sub_fileinfo) files.push(file)
  }
  return files
}
