/** Which files of a torrent are chosen: marks by the index of FileInfo, so that one tick among 100,000 files counts none of the others. */
import type { FileInfo, TorrentInfo } from '@homeport/contract/download/download.ts'
import { selectionOf } from '@homeport/contract/shape/selection.ts'

/** marks: 1 where a file is chosen; size: how many are; bytes: of all of them. Never changed: a tick makes another one. */
export type ChosenFiles = { readonly marks: Uint8Array; readonly size: number; readonly bytes: number }

/** Indexes of FileInfo, or text of ranges. */
export type Selection = number[] | string

/** More indexes than this are sent as text of ranges. */
const maxList = 100

export const noFiles: ChosenFiles = { marks: new Uint8Array(0), size: 0, bytes: 0 }

export function isChosen({ marks }: ChosenFiles, index: number): boolean {
  return marks[index] === 1
}

/** With these files added or taken out. */
export function withFiles(chosen: ChosenFiles, files: readonly FileInfo[], isAdded: boolean): ChosenFiles {
  const last = files.reduce((most, { index }) => Math.max(most, index), chosen.marks.length - 1)
  const marks = new Uint8Array(last + 1)
  marks.set(chosen.marks)
  let { size, bytes } = chosen
  const mark = isAdded ? 1 : 0
  const sign = isAdded ? 1 : -1
  for (const { index, file_size } of files) {
    if (marks[index] === mark) continue
    marks[index] = mark
    size += sign
    bytes += sign * file_size
  }
  return { marks, size, bytes }
}

/** The files that the box fetches, or would by itself. */
export function selectedIn(info: TorrentInfo | undefined): ChosenFiles {
  return withFiles(noFiles, info?.sub_fileinfo.filter((file) => file.is_selected) ?? [], true)
}

/** As `start_task` takes it: few indexes as a list, more as text of ranges. */
export function selectionFrom({ marks }: ChosenFiles): Selection {
  const indexes = [...marks.keys()].filter((index) => marks[index] === 1)
  return indexes.length <= maxList ? indexes : selectionOf(indexes).text
}
