/** The first files of a download with their progress; a tap sets the priority of one; all of them are in a sheet. */
import type { FileInfo, Task } from '@homeport/contract/download/download.ts'
import { filePriorities, taskFilePriority, type TaskDetail } from '@homeport/contract/download/task-control.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { isFailure } from '../../kit/failure.ts'
import { partOf, percentOf, sizeOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { Bar } from '../../ui/bar.tsx'
import { classes } from '../../ui/classes.ts'
import { CheckIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import { MiddleEllipsis } from '../../ui/middle-ellipsis.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { filesOf } from '../data.ts'
import { FilesSheet } from '../files/files-sheet.tsx'
import { Choices } from '../../ui/choices.tsx'
import { refusedWord, downloadText } from '../text.ts'
import { doTask } from './data.ts'
import { lackOf } from './lack-notes.tsx'
import { taskText } from './task-text.ts'
import styles from './task.module.css'

const shownFiles = 6

type Props = { task: Task; detail: TaskDetail | undefined; isOnline: boolean }

export function FilesSection({ task, detail, isOnline }: Props) {
  const words = useText(downloadText)
  const own = useText(taskText)
  const info = useQuery({ ...filesOf(task), enabled: isOnline }).data
  const [isOpen, setOpen] = useState(false)
  const [chosen, choose] = useState<FileInfo | null>(null)
  if (!info || info.sub_fileinfo.length === 0) return null
  const canRank = isOnline && !task.is_done && info.total > 1 && lackOf(detail, 'files') === null
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{own.files}</h2>
        {info.total > 1 && (
          <button type="button" disabled={lackOf(detail, 'files') !== null} onClick={() => setOpen(true)}>
            {own.chosen(info.select_count, info.total)}
            <ChevronRight size={18} strokeWidth={1.75} />
          </button>
        )}
      </div>
      <ul className={styles.group}>
        {info.sub_fileinfo.slice(0, shownFiles).map((file) => (
          <li key={file.index}>
            {canRank ? (
              <button type="button" className={styles.line} aria-haspopup="dialog" onClick={() => choose(file)}>
                <FileLine file={file} />
              </button>
            ) : (
              <div className={styles.line}>
                <FileLine file={file} />
              </div>
            )}
          </li>
        ))}
        {info.total > shownFiles && (
          <li>
            <button type="button" className={classes(styles.line, textStyles.secondary)} onClick={() => setOpen(true)}>
              {own.allFiles(info.total)}
            </button>
          </li>
        )}
      </ul>
      <FilesSheet task={isOpen ? task : null} isOnline={isOnline} onClose={() => setOpen(false)} />
      <PrioritySheet task={task} file={chosen} words={words} onClose={() => choose(null)} />
    </section>
  )
}

function FileLine({ file }: { file: FileInfo }) {
  const words = useText(downloadText)
  const own = useText(taskText)
  const name = file.file_name.split('/').at(-1) ?? file.file_name
  const isWhole = file.is_selected && file.down_size !== undefined && file.down_size >= file.file_size
  const downloaded = file.down_size ?? 0
  const { part, whole } = partOf(downloaded, file.file_size)
  const percent = percentOf(downloaded, file.file_size)
  return (
    <span className={classes(layoutStyles.grow, layoutStyles.block)}>
      <span className={classes(layoutStyles.row, layoutStyles.between, layoutStyles.gap8)}>
        <span className={classes(layoutStyles.grow, layoutStyles.row)}>
          <MiddleEllipsis text={name} />
        </span>
        <span className={classes(textStyles.caption, textStyles.numeric)}>{sizeOf(file.file_size)}</span>
      </span>
      {!file.is_selected && <span className={textStyles.caption}>{own.skipped}</span>}
      {isWhole && (
        <span className={classes(textStyles.caption, textStyles.success, layoutStyles.row, layoutStyles.gap4)}>
          <CheckIcon size={15} />
          {words.complete}
        </span>
      )}
      {file.is_selected && !isWhole && (
        <>
          <Bar percent={percent} label={words.progressOf(name)} />
          <span className={classes(textStyles.caption, textStyles.numeric)}>
            {`${words.percent(Math.floor(percent))} · ${words.partOf(part, whole)}`}
          </span>
        </>
      )}
    </span>
  )
}

type PriorityProps = {
  task: Task
  file: FileInfo | null
  words: typeof downloadText.en
  onClose: () => void
}

function PrioritySheet({ task, file, words, onClose }: PriorityProps) {
  const own = useText(taskText)
  const changing = useMutation(doTask(useQueryClient(), taskFilePriority))
  return (
    <Sheet isOpen={file !== null} onClose={onClose} title={own.filePriority} closeLabel={useText(commonText).close}>
      <p className={textStyles.secondary}>{file?.file_name}</p>
      <Choices
        label={own.filePriority}
        values={filePriorities.toReversed()}
        chosen={file && !file.is_selected ? 'skip' : null}
        labelOf={(priority) => own.filePriorities[priority]}
        onSelect={(priority) => {
          onClose()
          if (!file) return
          changing.mutate(
            { task_id: task.task_id, select: String(file.index), priority },
            {
              onError: (failure) => void (isFailure(failure, 'task') && toast(refusedWord(words, failure.code, own.failed))),
            },
          )
        }}
      />
    </Sheet>
  )
}
