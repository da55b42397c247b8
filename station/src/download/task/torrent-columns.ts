/** The columns of a task that its torrent decides. */
import type { FetchedTorrent } from '../source/torrent-metadata.ts'
import type { TaskRow } from '../store.ts'

export function chosenOf(row: Pick<TaskRow, 'chosen'>): number[] | undefined {
  const list: unknown = row.chosen === null ? undefined : JSON.parse(row.chosen)
  return Array.isArray(list) ? list.filter((one) => typeof one === 'number') : undefined
}

/** The columns that are set once the torrent is known. Padding files do not count. */
export function columnsOf({ torrent }: Pick<FetchedTorrent, 'torrent'>, row: Pick<TaskRow, 'chosen'>): Partial<TaskRow> {
  const files = torrent.files.filter((file) => !file.isPadding)
  const chosen = chosenOf(row)
  const selected = chosen ? files.filter((file) => chosen.includes(file.index)) : files
  const sum = (list: { size: number }[]) => list.reduce((total, file) => total + file.size, 0)
  return {
    name: torrent.name,
    file_count: files.length,
    select_count: selected.length,
    total_size: sum(files),
    download_size: sum(selected),
  }
}
