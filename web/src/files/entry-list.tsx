/** The virtual list of a folder: a hundred thousand entries scroll like ten. */
import type { FileEntry } from '@homeport/contract/files.ts'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStable } from '../kit/use-stable.ts'
import { classes } from '../ui/classes.ts'
import listStyles from '../ui/list.module.css'
import { EntryRow } from './entry-row.tsx'
import styles from './files.module.css'

const rowHeight = 64
/** So many rows before the end of what is loaded, more is read. */
const loadAhead = 100

/** selected: by path; null while nothing is selected. total: of the folder; more are loaded as one scrolls. */
type Props = {
  entries: readonly FileEntry[]
  keyOf: (entry: FileEntry) => string
  selected: ReadonlySet<string> | null
  open: (entry: FileEntry) => void
  more: ((entry: FileEntry) => void) | undefined
  select: (entry: FileEntry, isRange: boolean) => void
  loadMore: () => void
  label: string
}

/** Rows lie one below another behind the room of those before them: a row that leaves or comes moves none of the others. */
export function EntryList({ entries, keyOf, selected, open, more, select, loadMore, label }: Props) {
  const top = useRef<HTMLUListElement>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => setMargin(top.current?.offsetTop ?? 0), [])
  const handlers = useStable({ open, select, more: (entry: FileEntry) => more?.(entry) })
  // oxlint-disable-next-line react/incompatible-library -- the virtual list keeps its own state; no compiler runs here
  const virtual = useWindowVirtualizer({
    count: entries.length,
    // Both stay the same from one drawing to the next: otherwise all rows would be measured again.
    estimateSize: useCallback(() => rowHeight, []),
    getItemKey: useCallback((index: number) => (entries[index] ? keyOf(entries[index]) : index), [entries, keyOf]),
    overscan: 8,
    scrollMargin: margin,
    useFlushSync: false,
  })
  const rows = virtual.getVirtualItems()
  const lastIndex = rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (lastIndex >= entries.length - loadAhead) loadMore()
  }, [lastIndex, entries.length, loadMore])
  return (
    <ul
      ref={top}
      aria-label={label}
      className={classes(listStyles.list, styles.list)}
      style={{ height: virtual.getTotalSize() + 2, paddingTop: (rows[0]?.start ?? margin) - margin }}
    >
      {rows.map((row) => {
        const entry = entries[row.index]
        if (!entry) return null
        return (
          <li key={row.key} data-index={row.index} ref={virtual.measureElement}>
            <EntryRow
              entry={entry}
              isLined={row.index > 0}
              isSelected={selected && selected.has(keyOf(entry))}
              hasMore={more !== undefined}
              handlers={handlers}
            />
          </li>
        )
      })}
    </ul>
  )
}
