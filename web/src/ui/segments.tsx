/** Segmented control (tabs) with arrow keys. As scrollable chips if they do not fit in a row. */
import type { KeyboardEvent } from 'react'
import styles from './segments.module.css'

/** isFaint: of something that is not there yet. */
export type Segment<K extends string> = { key: K; label: string; count?: number | string | undefined; isFaint?: boolean }

export function Segments<K extends string>({
  label,
  segments,
  chosen,
  onSelect,
  isChips = false,
}: {
  label: string
  segments: Segment<K>[]
  chosen: K
  onSelect: (key: K) => void
  isChips?: boolean
}) {
  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = segments[(segments.findIndex((one) => one.key === chosen) + step + segments.length) % segments.length]
    if (step === 0 || !next) return
    onSelect(next.key)
    event.currentTarget.parentElement?.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus()
  }
  return (
    <div className={isChips ? styles.chips : styles.segments} role="tablist" aria-label={label}>
      {segments.map((one) => (
        <button
          key={one.key}
          type="button"
          role="tab"
          data-key={one.key}
          aria-selected={one.key === chosen}
          className={one.isFaint ? styles.faint : undefined}
          tabIndex={one.key === chosen ? 0 : -1}
          onClick={({ currentTarget }) => {
            onSelect(one.key)
            // One at the end of a row that scrolls comes whole into sight.
            if (isChips) currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
          }}
          onKeyDown={onKeyDown}
        >
          {one.label} {one.count !== undefined && <b>{one.count}</b>}
        </button>
      ))}
    </div>
  )
}
