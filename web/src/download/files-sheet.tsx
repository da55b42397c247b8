/** The files of a download with their progress. */
import type { Task } from '@homeport/contract/download.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { percentOf, sizeOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text.ts'
import { Bar } from '../ui/bar.tsx'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import layoutStyles from '../ui/layout.module.css'
import { MiddleEllipsis } from '../ui/middle-ellipsis.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import textStyles from '../ui/text.module.css'
import styles from './actions.module.css'
import { filePagesAtOnce, filesOf } from './data.ts'
import { FileIcon } from './file-icon.tsx'
import { downloadText } from './text.ts'

export function FilesSheet({ task, close }: { task: Task | null; close: () => void }) {
  const words = useText(downloadText)
  const [pages, setPages] = useState(filePagesAtOnce)
  const files = useQuery(filesOf(task, pages))
  const { sub_fileinfo: shown = [], total = 0 } = files.data ?? {}
  return (
    <Sheet isOpen={task !== null} close={close} title={words.filesOf} closeLabel={useText(commonText).close}>
      <p className={classes(textStyles.secondary, styles.subject)}>{task?.name}</p>
      {files.isPending && <Skeleton height={48} isLate />}
      {files.isError && <p className={classes(textStyles.caption, textStyles.warning)}>{words.noFileList}</p>}
      <ul className={styles.files}>
        {shown.map((file) => (
          <li key={file.index} className={classes(!file.is_selected && styles.leftOut)}>
            <FileIcon name={file.file_name} />
            <div className={layoutStyles.grow}>
              <p className={classes(layoutStyles.row, textStyles.secondary)}>
                <MiddleEllipsis text={file.file_name} />
              </p>
              {file.is_selected && file.down_size !== undefined && file.down_size < file.file_size && (
                <Bar percent={percentOf(file.down_size, file.file_size)} tone="live" label={words.progressOf(file.file_name)} />
              )}
              <p className={classes(textStyles.caption, textStyles.numeric)}>
                {!file.is_selected
                  ? words.leftOut
                  : file.down_size === undefined
                    ? sizeOf(file.file_size)
                    : file.down_size >= file.file_size
                      ? `${words.complete} · ${sizeOf(file.file_size)}`
                      : words.partOf(sizeOf(file.down_size, 3), sizeOf(file.file_size, 3))}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {shown.length < total && (
        <p className={classes(textStyles.caption, textStyles.numeric, layoutStyles.row, layoutStyles.between)}>
          {words.firstFiles(shown.length, total)}
          <Button look="plain" isSmall isBusy={files.isFetching} onClick={() => setPages(pages + filePagesAtOnce)}>
            {words.moreFiles}
          </Button>
        </p>
      )}
    </Sheet>
  )
}
