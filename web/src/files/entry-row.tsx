/** One file or folder of the list; with a checkbox while several are selected. */
import type { FileEntry } from '@homeport/contract/files.ts'
import { Archive, ChevronRight, Folder, HardDrive, MoreHorizontal, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { now } from '../kit/time/clock.ts'
import { dayOf, sizeOf } from '../kit/text/format.ts'
import { useText } from '../kit/lang.ts'
import { FileIcon } from '../shared/file-icon.tsx'
import { IconButton } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { classes } from '../ui/classes.ts'
import layoutStyles from '../ui/layout.module.css'
import { MiddleEllipsis } from '../ui/middle-ellipsis.tsx'
import textStyles from '../ui/text.module.css'
import tileStyles from '../ui/tile.module.css'
import { isAway } from './data.ts'
import styles from './files.module.css'
import { filesText } from './text.ts'

/** isSelected: null while nothing is selected. handlers: the same functions from one drawing to the next; select: isRange where all from the last one on are meant. */
type Props = {
  entry: FileEntry
  isLined: boolean
  isSelected: boolean | null
  hasMore: boolean
  handlers: {
    open: (entry: FileEntry) => void
    more: (entry: FileEntry) => void
    select: (entry: FileEntry, isRange: boolean) => void
  }
}

/** One row is drawn again when its own entry changes. */
export const EntryRow = memo(function EntryRow({ entry, isLined, isSelected, hasMore, handlers }: Props) {
  const words = useText(filesText)
  const facts = useFacts(entry)
  const inner = (
    <>
      <span className={tileStyles.tile}>
        <EntryIcon entry={entry} />
      </span>
      <span className={layoutStyles.grow}>
        <span className={classes(styles.name, isAway(entry) && styles.away)} title={entry.name}>
          <MiddleEllipsis text={entry.name} />
        </span>
        <span
          className={classes(
            styles.facts,
            textStyles.caption,
            textStyles.numeric,
            isAway(entry) ? styles.notConnected : textStyles.oneLine,
          )}
        >
          {isAway(entry) && <TriangleAlert size={15} strokeWidth={1.75} aria-hidden="true" />}
          {facts}
        </span>
      </span>
    </>
  )
  if (isSelected !== null)
    return (
      <div className={classes(styles.row, styles.selecting, isLined && styles.lined)}>
        <Checkbox
          className={styles.check}
          checked={isSelected}
          aria-label={words.selectOne(entry.name)}
          onClick={(event) => event.shiftKey && (event.preventDefault(), handlers.select(entry, true))}
          onChange={() => handlers.select(entry, false)}
        >
          {inner}
        </Checkbox>
      </div>
    )
  return (
    <div
      className={classes(styles.row, isLined && styles.lined)}
      onContextMenu={(event) => {
        event.preventDefault()
        if (hasMore) handlers.more(entry)
      }}
    >
      <button type="button" className={styles.open} onClick={() => handlers.open(entry)}>
        {inner}
      </button>
      {entry.kind === 'folder' && !hasMore ? (
        <ChevronRight className={styles.chevron} size={20} strokeWidth={1.75} aria-hidden="true" />
      ) : (
        hasMore && (
          <span className={styles.end}>
            <IconButton label={words.actionsOf(entry.name)} onClick={() => handlers.more(entry)}>
              <MoreHorizontal strokeWidth={1.75} />
            </IconButton>
          </span>
        )
      )}
    </div>
  )
})

function EntryIcon({ entry }: { entry: FileEntry }) {
  const { kind, name } = entry
  if (isAway(entry)) return <HardDrive strokeWidth={1.75} />
  if (kind === 'folder') return <Folder strokeWidth={1.75} />
  return kind === 'archive' ? <Archive strokeWidth={1.75} /> : <FileIcon name={name} />
}

/** '18.2 GB · today, 9:35', '6 items · 3.1 GB'. */
function useFacts(entry: FileEntry): string {
  const words = useText(filesText)
  const { kind, size, items, modified_at, is_part, path } = entry
  if (isAway(entry)) return words.notConnected
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
  const bytes = size === null || items === 0 ? '' : sizeOf(size)
  const facts =
    kind === 'folder'
      ? [items === null ? '' : words.items(items), bytes]
      : [is_part ? words.downloading : '', bytes, modified_at > 0 ? dayOf(modified_at, now()) : '']
  return [...facts, folder].filter((fact) => fact !== '').join(' · ')
}
