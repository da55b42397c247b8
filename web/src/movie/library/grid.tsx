/** The library as a virtual grid: its height is known from the first page, each page loads when it scrolls into view. */
import type { Device } from '@homeport/contract/device.ts'
import { useQueries } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { CardSkeleton, FilmCard } from '../card.tsx'
import { films, filmsOnPage, type FilmQuery } from '../data.ts'
import { textScale } from '../../ui/text-scale.ts'
import styles from './library.module.css'

const manyFrom = 600
const narrowBelow = 360
const leastWide = 140
/** Title and meta below the poster: the space between, and the lines of text (18 + 18). */
const captionSpace = 11
const captionLines = 36

/** The width is remembered so that the scroll position is right at once on return. */
let lastWidth = 0

export function FilmGrid({ device, by, total }: { device: Device; by: FilmQuery; total: number }) {
  const top = useRef<HTMLUListElement>(null)
  const [width, setWidth] = useState(() => lastWidth || Math.min(350, innerWidth - 40))
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    const list = top.current
    if (!list) return
    const measure = () => {
      lastWidth = list.clientWidth
      setWidth(list.clientWidth)
      setMargin(list.offsetTop)
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(list)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [])

  const scale = textScale()
  const isWide = innerWidth >= manyFrom * scale
  const [gapX, gapY] = isWide ? [20, 28] : [12, 20]
  const columns = isWide ? Math.max(3, Math.floor((width + gapX) / (leastWide + gapX))) : innerWidth < narrowBelow * scale ? 2 : 3
  const cardWidth = (width - gapX * (columns - 1)) / columns
  const rowHeight = Math.round(cardWidth * 1.5 + captionSpace + captionLines * scale) + gapY

  // oxlint-disable-next-line react/incompatible-library -- the virtual list keeps its own state; no compiler runs here
  const virtual = useWindowVirtualizer({
    count: Math.ceil(total / columns),
    estimateSize: () => rowHeight,
    overscan: 3,
    scrollMargin: margin,
  })
  useLayoutEffect(() => virtual.measure(), [virtual, rowHeight])
  const rows = virtual.getVirtualItems()
  const first = (rows[0]?.index ?? 0) * columns
  const last = Math.min(total, ((rows.at(-1)?.index ?? 0) + 1) * columns) - 1
  const firstPage = Math.floor(first / filmsOnPage)
  const pageCount = Math.max(1, Math.floor(Math.max(first, last) / filmsOnPage) - firstPage + 1)
  const pages = useQueries({
    queries: Array.from({ length: pageCount }, (_, at) => films(device, by, firstPage + at + 1)),
  })
  const filmAt = (index: number) => pages[Math.floor(index / filmsOnPage) - firstPage]?.data?.data[index % filmsOnPage]

  return (
    <ul className={styles.grid} ref={top} style={{ height: Math.max(0, virtual.getTotalSize() - gapY) }}>
      {rows.flatMap((row) =>
        Array.from({ length: Math.min(columns, total - row.index * columns) }, (_, column) => {
          const index = row.index * columns + column
          const one = filmAt(index)
          return (
            <li
              key={one?.id ?? `at ${index}`}
              aria-setsize={total}
              aria-posinset={index + 1}
              style={{
                width: cardWidth,
                transform: `translate(${column * (cardWidth + gapX)}px, ${row.start - margin}px)`,
              }}
            >
              {one ? <FilmCard film={one} /> : <CardSkeleton />}
            </li>
          )
        }),
      )}
    </ul>
  )
}

/** Skeleton of the grid's first screen. */
export function GridSkeleton() {
  return (
    <div className={styles.films} aria-busy="true">
      {Array.from({ length: 12 }, (_, index) => (
        <CardSkeleton key={index} />
      ))}
    </div>
  )
}
