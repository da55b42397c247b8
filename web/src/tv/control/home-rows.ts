/** The home page as rows: the buttons at the top, the rows of the box, the whole library in rows of seven. */
import type { ScreenFilm, ScreenRow } from '@homeport/contract/playback/screen-protocol.ts'
import { keyOfRow, maxRow } from '../rows.ts'
import { filmAt, rowLength, shelfRowLength, shelfRows, type ShelfState } from '../shelf.ts'
import type { RowsState } from '../rows.ts'

export const topButtons = ['search', 'films', 'viewer'] as const
export type TopButton = (typeof topButtons)[number]

/** kind top: the buttons; all: of the library. hasMore: its last place opens all films of it. */
export type HomeRow = {
  key: string
  kind: ScreenRow['kind'] | 'top'
  row: ScreenRow | undefined
  length: number
  hasMore: boolean
  film: (column: number) => ScreenFilm | undefined
}
export type HomeRows = { count: number; at: (index: number) => HomeRow; indexOf: (key: string) => number }

export function homeRows(rows: RowsState, shelf: ShelfState, buttons: number): HomeRows {
  const shown = rows.rows.filter(({ kind }) => kind !== 'all')
  const first = 1 + shown.length
  return {
    count: first + shelfRows(shelf),
    at(index) {
      if (index <= 0) return { key: 'top', kind: 'top', row: undefined, length: buttons, hasMore: false, film: () => undefined }
      const row = shown[index - 1]
      if (row) return ofRow(row)
      const line = index - first
      return {
        key: `all:${line}`,
        kind: 'all',
        row: undefined,
        length: shelfRowLength(shelf, line),
        hasMore: false,
        film: (column) => filmAt(shelf, line * rowLength + column),
      }
    },
    indexOf(key) {
      if (key === 'top') return 0
      const line = /^all:(\d+)$/.exec(key)
      if (line) return Math.min(first + Number(line[1]), first + shelfRows(shelf) - 1)
      const at = shown.map(keyOfRow).indexOf(key)
      return at < 0 ? -1 : at + 1
    },
  }
}

function ofRow(row: ScreenRow): HomeRow {
  const hasMore = row.total > maxRow && row.data.length >= maxRow
  return {
    key: keyOfRow(row),
    kind: row.kind,
    row,
    length: row.data.length + (hasMore ? 1 : 0),
    hasMore,
    film: (column) => row.data[column],
  }
}
