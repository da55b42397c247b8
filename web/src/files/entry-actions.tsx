/** The actions of one file or folder. */
import type { FileEntry } from '@homeport/contract/files.ts'
import { Copy, FolderInput, ListChecks, Pencil, Smartphone, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useText } from '../kit/lang.ts'
import { isHandheld } from '../kit/browser-features.ts'
import { commonText } from '../kit/text/text.ts'
import { classes } from '../ui/classes.ts'
import { DownloadIcon, FilmIcon, PlayIcon } from '../ui/icon.tsx'
import layoutStyles from '../ui/layout.module.css'
import { Sheet } from '../ui/sheet.tsx'
import textStyles from '../ui/text.module.css'
import styles from './files.module.css'
import { filesText } from './text.ts'

export type EntryAction = 'play' | 'film' | 'task' | 'save' | 'rename' | 'move' | 'copy' | 'select' | 'delete'

type Props = {
  entry: FileEntry | null
  /** Those that are possible with it. */
  isPossible: (action: EntryAction, entry: FileEntry) => boolean
  act: (action: EntryAction, entry: FileEntry) => void
  onClose: () => void
}

export function EntryActions({ entry, isPossible, act, onClose }: Props) {
  const words = useText(filesText)
  const [shown, setShown] = useState(entry)
  if (entry && entry !== shown) setShown(entry)
  const thin = { strokeWidth: 1.75 }
  const rows: { action: EntryAction; icon: ReactNode; label: string }[] = [
    { action: 'play', icon: <PlayIcon />, label: words.play },
    { action: 'film', icon: <FilmIcon />, label: words.film },
    { action: 'task', icon: <DownloadIcon />, label: words.task },
    { action: 'save', icon: <Smartphone {...thin} />, label: isHandheld() ? words.saveToPhone : words.saveToComputer },
    { action: 'rename', icon: <Pencil {...thin} />, label: words.rename },
    { action: 'move', icon: <FolderInput {...thin} />, label: words.move },
    { action: 'copy', icon: <Copy {...thin} />, label: words.copy },
    { action: 'select', icon: <ListChecks {...thin} />, label: words.select },
    { action: 'delete', icon: <Trash2 {...thin} />, label: words.delete },
  ]
  return (
    <Sheet isOpen={entry !== null} onClose={onClose} title={words.details} closeLabel={useText(commonText).close}>
      <p className={classes(textStyles.secondary, layoutStyles.below10)}>{shown?.name}</p>
      <div className={styles.actions}>
        {rows
          .filter(({ action }) => shown && isPossible(action, shown))
          .map(({ action, icon: picture, label }) => (
            <button
              key={action}
              type="button"
              className={classes(styles.action, action === 'delete' && styles.danger)}
              onClick={() => {
                onClose()
                if (shown) act(action, shown)
              }}
            >
              {picture}
              <span className={layoutStyles.grow}>{label}</span>
            </button>
          ))}
      </div>
    </Sheet>
  )
}
