/** The files of a magnet with their sizes, all selected at first; a checkbox above selects all or none. */
import type { TorrentInfo } from '@homeport/contract/download.ts'
import { Folder } from 'lucide-react'
import { sizeOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import checkboxStyles from '../ui/checkbox.module.css'
import { Checkbox } from '../ui/checkbox.tsx'
import { classes } from '../ui/classes.ts'
import layoutStyles from '../ui/layout.module.css'
import { MiddleEllipsis } from '../ui/middle-ellipsis.tsx'
import textStyles from '../ui/text.module.css'
import tileStyles from '../ui/tile.module.css'
import styles from './add-sheet.module.css'
import { FileIcon } from './file-icon.tsx'
import { downloadText } from './text.ts'

export function chosenSize(info: TorrentInfo, chosen: Set<number>): number {
  return info.sub_fileinfo.reduce((sum, file) => sum + (chosen.has(file.index) ? file.file_size : 0), 0)
}

export function FileChoice({
  info,
  chosen,
  choose,
}: {
  info: TorrentInfo
  chosen: Set<number>
  choose: (next: Set<number>) => void
}) {
  const words = useText(downloadText)
  const files = info.sub_fileinfo
  const isAll = chosen.size === files.length

  function toggle(index: number) {
    const next = new Set(chosen)
    if (!next.delete(index)) next.add(index)
    choose(next)
  }

  return (
    <>
      <div className={styles.torrent}>
        <span className={classes(tileStyles.tile, tileStyles.tall)}>
          {files.length > 1 ? <Folder strokeWidth={1.75} /> : <FileIcon name={info.name} />}
        </span>
        <div className={layoutStyles.grow}>
          <h3 className={classes(textStyles.label, textStyles.twoLines)}>{info.name}</h3>
          <p
            className={classes(textStyles.caption, textStyles.numeric)}
          >{`${words.files(info.total)} · ${sizeOf(info.total_size)}`}</p>
        </div>
      </div>
      <Checkbox
        className={classes(checkboxStyles.checkbox, styles.selection, textStyles.numeric)}
        aria-label={words.selectAll}
        checked={isAll}
        isMixed={!isAll && chosen.size > 0}
        onChange={() => choose(isAll ? new Set() : new Set(files.map((file) => file.index)))}
      >
        <span className={layoutStyles.grow}>{words.selected(chosen.size, files.length)}</span>
        <span>{sizeOf(chosenSize(info, chosen))}</span>
      </Checkbox>
      {files.map((file) => (
        <Checkbox
          key={file.index}
          className={classes(checkboxStyles.checkbox, styles.fileRow)}
          checked={chosen.has(file.index)}
          onChange={() => toggle(file.index)}
        >
          <span className={classes(layoutStyles.grow, layoutStyles.row)}>
            <MiddleEllipsis text={file.file_name} />
          </span>
          <span className={classes(textStyles.caption, textStyles.numeric)}>{sizeOf(file.file_size)}</span>
        </Checkbox>
      ))}
    </>
  )
}
