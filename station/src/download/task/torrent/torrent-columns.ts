/** The columns of a task that its torrent decides. */
import { selectionOf, type Selection } from '@homeport/contract/shape/selection.ts'
import type { FetchedTorrent } from '../../torrent/torrent-store.ts'
import type { PackedFileList } from '../../torrent/packed-file-list.ts'
import type { TaskRow } from '../../table/store.ts'

/** Older versions stored a JSON list. undefined: all files. */
export function chosenOf({ chosen }: Pick<TaskRow, 'chosen'>): Selection | undefined {
  if (chosen === null) return undefined
  const list: unknown = chosen.startsWith('[') ? JSON.parse(chosen) : undefined
  return selectionOf(Array.isArray(list) ? list.filter((one) => typeof one === 'number') : chosen)
}

/** The files of a torrent that both choose, or one of them; undefined: all. */
export function union(one: Selection | undefined, other: Selection | undefined): Selection | undefined {
  return one && other && selectionOf([one.text, other.text].filter((text) => text !== '').join(','))
}

/** undefined: all. */
export function choosesSame(files: PackedFileList, one: Selection | undefined, other: Selection | undefined): boolean {
  const [first, second] = [files.indexes(one), files.indexes(other)]
  return first.length === second.length && first.every((index, at) => index === second[at])
}

/** The columns that are set once the torrent is known. Padding files do not count. */
export function columnsOf(
  { torrent }: Pick<FetchedTorrent, 'torrent'>,
  row: Pick<TaskRow, 'chosen' | 'given_name'>,
): Partial<TaskRow> {
  const all = torrent.files.sum()
  const selected = torrent.files.sum(chosenOf(row))
  return {
    name: row.given_name || torrent.name,
    file_count: all.count,
    select_count: selected.count,
    total_size: all.bytes,
    download_size: selected.bytes,
  }
}
