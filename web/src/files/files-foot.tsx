/** The foot of the list: free space and new folder; what is selected and what to do with it; or how far the work is. */
import { Copy, FolderInput, FolderPlus, Smartphone, Trash2, Upload } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { percentOf, sizeOf } from '../kit/text/format.ts'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text/text.ts'
import { useObservable } from '../kit/observable.ts'
import { isHandheld } from '../kit/browser-features.ts'
import { Bar } from '../ui/bar.tsx'
import barsStyles from '../ui/bars.module.css'
import { Button, IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import layoutStyles from '../ui/layout.module.css'
import textStyles from '../ui/text.module.css'
import type { EntryAction } from './entry-actions.tsx'
import styles from './files.module.css'
import { filesText } from './text.ts'
import { work } from './file-jobs.ts'

type Props = {
  free: number | null
  diskTotal: number | null
  canWrite: boolean
  canDelete: boolean
  /** How many are selected, null while one does not select. */
  selected: number | null
  act: (action: EntryAction) => void
  makeFolder: () => void
  add: (files: readonly File[]) => void
}

export function FilesFoot({ selected, ...props }: Props) {
  const words = useText(filesText)
  const common = useText(commonText)
  const now = useObservable(work)
  if (now)
    return (
      <footer className={barsStyles.bottomBar}>
        <div className={styles.work}>
          <p className={classes(textStyles.caption, textStyles.numeric, layoutStyles.below10)} role="status">
            {`${words.working[now.kind]} · ${words.doneOf(sizeOf(now.done), sizeOf(now.total))}`}
          </p>
          <Bar percent={percentOf(now.done, now.total)} tone="live" label={words.working[now.kind]} />
        </div>
        <Button isSmall onClick={now.cancel}>
          {common.cancel}
        </Button>
      </footer>
    )
  return (
    <footer className={barsStyles.bottomBar}>
      {selected === null ? <Rest {...props} /> : <Tools {...props} selected={selected} />}
    </footer>
  )
}

function Rest({ free, diskTotal, canWrite, makeFolder, add }: Omit<Props, 'selected'>) {
  const words = useText(filesText)
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <p className={classes(textStyles.caption, textStyles.numeric, layoutStyles.grow)}>
        {canWrite ? free !== null && diskTotal !== null && <FreeSpace free={free} total={diskTotal} /> : words.cannotWrite}
      </p>
      {canWrite && (
        <>
          <IconButton label={words.upload} onClick={() => input.current?.click()}>
            <Upload strokeWidth={1.75} />
          </IconButton>
          <input
            ref={input}
            type="file"
            multiple
            tabIndex={-1}
            aria-label={words.upload}
            className={textStyles.visuallyHidden}
            onChange={({ target }) => {
              add([...(target.files ?? [])])
              target.value = ''
            }}
          />
          <Button icon={<FolderPlus size={20} strokeWidth={1.75} />} onClick={makeFolder}>
            {words.newFolder}
          </Button>
        </>
      )}
    </>
  )
}

/** On the smallest phones without the total: there is no room for both beside the buttons. */
export function FreeSpace({ free, total }: { free: number; total: number }) {
  const words = useText(filesText)
  return (
    <>
      <span className={styles.whole}>{words.free(sizeOf(free))}</span>{' '}
      <span className={classes(styles.whole, styles.total)}>{words.ofAll(sizeOf(total))}</span>
    </>
  )
}

function Tools({ selected, canWrite, canDelete, act }: Omit<Props, 'selected'> & { selected: number }) {
  const words = useText(filesText)
  const icon = { strokeWidth: 1.75 }
  const tools: { action: EntryAction; icon: ReactNode; label: string; isOff?: boolean }[] = [
    { action: 'move', icon: <FolderInput {...icon} />, label: words.move, isOff: !canWrite },
    { action: 'copy', icon: <Copy {...icon} />, label: words.copy },
    { action: 'save', icon: <Smartphone {...icon} />, label: isHandheld() ? words.saveToPhone : words.saveToComputer },
    { action: 'delete', icon: <Trash2 {...icon} />, label: words.delete, isOff: !canWrite || !canDelete },
  ]
  return (
    <div className={styles.tools}>
      {tools.map((tool) => (
        <button
          key={tool.action}
          type="button"
          className={classes(styles.tool, tool.action === 'delete' && styles.danger)}
          disabled={selected === 0 || tool.isOff === true}
          onClick={() => act(tool.action)}
        >
          {tool.icon}
          <span>{tool.label}</span>
        </button>
      ))}
    </div>
  )
}
