/** The virtual list of a folder: a hundred thousand entries scroll like ten. */
import type { FileEntry } from '@homeport/contract/files.ts'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { classes } from '../ui/classes.ts'
import listStyles from '../ui/list.module.css'
import { EntryRow } from './entry-row.tsx'
import styles from './files.module.css'

const rowHeight = 64

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

export function EntryList({ entries, keyOf, selected, open, more, select, loadMore, label }: Props) {
  const top = useRef<HTMLUListElement>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => setMargin(top.current?.offsetTop ?? 0), [])
  // oxlint-disable-next-line react/incompatible-library -- the virtual list keeps its own state; no compiler runs here
  const virtual = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: margin,
    getItemKey: (index) => (entries[index] ? keyOf(entries[index]) : index),
  })
  const rows = virtual.getVirtualItems()
  const lastIndex = rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (lastIndex >= entries.length - 20) loadMore()
  }, [lastIndex, entries.length, loadMore])
  return (
    <ul
      ref={top}
      aria-label={label}
      className={classes(listStyles.list, styles.list)}
      style={{ height: virtual.getTotalSize() + 2 }}
    >
      {rows.map((row) => {
        const entry = entries[row.index]
        if (!entry) return null
        return (
          <li
            key={row.key}
            data-index={row.index}
            ref={virtual.measureElement}
            style={{ transform: `translateY(${row.start - margin}px)` }}
          >
            <EntryRow
              entry={entry}
              isLined={row.index > 0}
              isSelected={selected && selected.has(keyOf(entry))}
              open={() => open(entry)}
              more={more && (() => more(entry))}
              select={(isRange) => select(entry, isRange)}
            />
          </li>
        )
      })}
    </ul>
  )
}
