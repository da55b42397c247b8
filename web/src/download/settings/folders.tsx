/** The box's download folders with their free space: one takes new downloads, one may be watched. */
import type { DownloadConfig } from '@homeport/contract/download/download-config.ts'
import { Folder } from 'lucide-react'
import type { ReactNode } from 'react'
import { sizeOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { classes } from '../../ui/classes.ts'
import { FolderPath } from '../../ui/folder-path.tsx'
import { CheckIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import { Switch } from '../../ui/switch.tsx'
import textStyles from '../../ui/text.module.css'
import configStyles from '../config.module.css'
import { settingsText } from './settings-text.ts'
import styles from './settings.module.css'

type Props = {
  /** Between the folders and the watched one. */
  children: ReactNode
  config: DownloadConfig
  canEdit: boolean
  onChange: (change: Partial<Pick<DownloadConfig, 'folder_id' | 'watched'>>) => void
}

export function Folders({ config, canEdit, onChange, children }: Props) {
  const words = useText(settingsText)
  const { folders, watched } = config
  const chosen = config.folder_id || (folders[0]?.folder_id ?? '')
  if (folders.length === 0) return null
  return (
    <>
      <h2>{words.folders}</h2>
      <div className={listStyles.list} role="group" aria-label={words.folders}>
        {folders.map(({ folder_id, name, path, free }) => (
          <button
            key={folder_id}
            type="button"
            aria-pressed={folder_id === chosen}
            className={listStyles.row}
            disabled={!canEdit}
            onClick={() => onChange({ folder_id })}
          >
            <Folder strokeWidth={1.75} />
            <span className={layoutStyles.grow}>
              <span className={classes(textStyles.label, layoutStyles.block)}>{name}</span>
              <span className={classes(textStyles.secondary, layoutStyles.block, configStyles.path)}>
                <FolderPath path={path} />
              </span>
              <span className={classes(textStyles.caption, textStyles.numeric)}>
                {free === null ? words.away : words.free(sizeOf(free))}
              </span>
            </span>
            {folder_id === chosen && (
              <span className={styles.check}>
                <CheckIcon size={22} />
              </span>
            )}
          </button>
        ))}
      </div>
      {children}
      <div className={classes(listStyles.list, styles.switches)}>
        <Switch
          isOn={watched.is_on}
          isDisabled={!canEdit}
          onChange={(is_on) => onChange({ watched: { ...watched, is_on, folder_path: watched.folder_path || 'watch' } })}
        >
          <span className={classes(textStyles.label, layoutStyles.block)}>{words.watched}</span>
          <span className={textStyles.caption}>
            {words.watchedText}
            {watched.is_on &&
              ` ${[folders.find(({ folder_id }) => folder_id === watched.folder_id)?.name ?? folders[0]?.name, watched.folder_path].filter(Boolean).join('/')}`}
          </span>
        </Switch>
        {config.has_on_done && (
          <div className={styles.fixed}>
            <span className={layoutStyles.grow}>
              <span className={classes(textStyles.label, layoutStyles.block)}>{words.onDone}</span>
              <span className={textStyles.caption}>{words.onDoneText}</span>
            </span>
            <span className={textStyles.secondary}>{words.yes}</span>
          </div>
        )}
      </div>
    </>
  )
}
