/** The home page as rows: the buttons at the top, the rows of the box, the whole library in rows of seven. */
import type { ScreenFilm, ScreenRow } from '@homeport/contract/playback/screen-protocol.ts'
import { keyOfRow, maxRow } from '../rows.ts'
import { filmAt, rowLength, shelfRowLength, shelfRows, type ShelfState } from '../shelf.ts'
import type { RowsState } from '../rows.ts'

export const topButtons = ['search', 'films', 'viewer'] as const
export type TopButton = (typeof topButtons)[number]

/** kind top: the buttons; all: of the library. last: what its last place opens, after its films: all of them, or the list by which they are taken out of the row. */
export type HomeRow = {
  key: string
  kind: ScreenRow['kind'] | 'top'
  row: ScreenRow | undefined
  length: number
  last: 'all' | 'remove' | undefined
  film: (column: number) => ScreenFilm | undefined
}
export type HomeRows = { count: number; at: (index: number) => HomeRow; indexOf: (key: string) => number }

/** canRemove: it is known who watches, so that films can be taken out of their rows. */
export function homeRows(
  rows: RowsState,
  shelf: ShelfState,
  { buttons, canRemove }: { buttons: number; canRemove: boolean },
): HomeRows {
  const shown = rows.rows.filter(({ kind }) => kind !== 'all')
  const first = 1 + shown.length
  return {
    count: first + shelfRows(shelf),
    at(index) {
      if (index <= 0) return { key: 'top', kind: 'top', row: undefined, length: buttons, last: undefined, film: () => undefined }
      const row = shown[index - 1]
      if (row) return ofRow(row, canRemove)
      const line = index - first
      return {
        key: `all:${line}`,
        kind: 'all',
        row: undefined,
        length: shelfRowLength(shelf, line),
        last: undefined,
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

function ofRow(row: ScreenRow, canRemove: boolean): HomeRow {
  const isLong = row.total > maxRow && row.data.length >= maxRow
  const last = isLong ? 'all' : canRemove && isBegun(row) ? 'remove' : undefined
  return {
    key: keyOfRow(row),
    kind: row.kind,
    row,
    length: row.data.length + (last ? 1 : 0),
    last,
    film: (column) => row.data[column],
  }
}

/** OK plays at once: the person goes on with it. */
export function isBegun({ kind }: Pick<HomeRow, 'kind'>): boolean {
  return kind === 'continue' || kind === 'next'
}
