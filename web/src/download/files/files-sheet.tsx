/** The files of a download with their progress, as a tree; another choice of them can be made. */
import type { FileInfo, Task } from '@homeport/contract/download/download.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Folder } from 'lucide-react'
import { useMemo } from 'react'
import { percentOf, sizeOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { Bar } from '../../ui/bar.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import { MiddleEllipsis } from '../../ui/middle-ellipsis.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import textStyles from '../../ui/text.module.css'
import styles from '../actions.module.css'
import { filesOf } from '../data.ts'
import { FileChoice } from './file-choice.tsx'
import { fileChoiceText } from './file-choice-text.ts'
import { FileIcon } from '../../shared/file-icon.tsx'
import { FileRows } from './file-rows.tsx'
import treeStyles from './file-tree.module.css'
import { treeOf, type FolderNode, type TreeNode } from './file-tree.ts'
import { downloadText, type DownloadWords } from '../text.ts'
import { useMoreFiles } from './use-more-files.ts'
import { useFileTree } from './use-file-tree.ts'
import { LineBreaks } from '../../ui/lines.tsx'

const rowHeight = 64

type Props = { task: Task | null; isOnline: boolean; onClose: () => void }

export function FilesSheet({ task, isOnline, onClose }: Props) {
  const words = useText(downloadText)
  const own = useText(fileChoiceText)
  const { data: info, isPending, isError } = useQuery(filesOf(task))
  const { chosen, begin, choose, send, leave, isSending } = useMoreFiles(task, info, onClose)
  const canChoose = isOnline && info !== undefined && info.total > 1
  const foot =
    chosen && info ? (
      <Button variant="main" isWide isBusy={isSending} disabled={chosen.size === 0} onClick={send}>
        <span className={textStyles.numeric}>{own.saveChoice(sizeOf(chosen.bytes))}</span>
      </Button>
    ) : (
      canChoose && (
        <Button isWide onClick={begin}>
          {own.chooseMore}
        </Button>
      )
    )
  return (
    <Sheet isOpen={task !== null} onClose={leave} title={words.filesOf} closeLabel={useText(commonText).close} foot={foot} isText>
      {!chosen && <p className={classes(textStyles.secondary, styles.subject)}>{task?.name}</p>}
      {isPending && <Skeleton height={48} isLate />}
      {isError && (
        <p className={classes(textStyles.caption, textStyles.warning)}>
          <LineBreaks text={words.noFileList} />
        </p>
      )}
      {info && !chosen && <ProgressTree key={task?.task_id} files={info.sub_fileinfo} />}
      {info && chosen && <FileChoice key={task?.task_id} info={info} chosen={chosen} onSelect={choose} />}
    </Sheet>
  )
}

function ProgressTree({ files }: { files: readonly FileInfo[] }) {
  const words = useText(downloadText)
  const tree = useMemo(() => treeOf(files), [files])
  const { nodes, isOpen, toggle } = useFileTree(tree)
  return (
    <FileRows nodes={nodes} rowHeight={rowHeight} label={words.filesOf} isOpen={isOpen} toggle={toggle}>
      {(node) =>
        node.kind === 'file' ? (
          <FileProgress node={node} />
        ) : (
          <FolderProgress {...{ node, toggle, isOpen: isOpen(node) }} files={tree.files.slice(node.from, node.to)} />
        )
      }
    </FileRows>
  )
}

function FileProgress({ node: { file, name } }: { node: Extract<TreeNode, { kind: 'file' }> }) {
  const words = useText(downloadText)
  const isPartial = file.is_selected && file.down_size !== undefined && file.down_size < file.file_size
  return (
    <div className={classes(treeStyles.file, !file.is_selected && treeStyles.leftOut)}>
      <FileIcon name={file.file_name} />
      <div className={layoutStyles.grow}>
        <p className={classes(layoutStyles.row, textStyles.secondary)}>
          <MiddleEllipsis text={name} />
        </p>
        {isPartial && <Bar percent={percentOf(file.down_size ?? 0, file.file_size)} tone="live" label={words.progressOf(name)} />}
        <p className={classes(textStyles.caption, textStyles.numeric)}>{progressText(file, words)}</p>
      </div>
    </div>
  )
}

type FolderProps = {
  node: FolderNode
  files: readonly FileInfo[]
  isOpen: boolean
  toggle: (folder: FolderNode) => void
}

function FolderProgress({ node, files, isOpen, toggle }: FolderProps) {
  const words = useText(downloadText)
  return (
    <button type="button" className={treeStyles.folder} aria-expanded={isOpen} onClick={() => toggle(node)}>
      <Folder size={24} strokeWidth={1.75} aria-hidden="true" />
      <span className={layoutStyles.grow}>
        <span className={classes(textStyles.oneLine, layoutStyles.block)}>{node.name}</span>
        <span className={classes(textStyles.caption, textStyles.numeric)}>
          {`${words.files(files.length)} · ${progressText(sumOf(files), words)}`}
        </span>
      </span>
      <ChevronRight className={classes(isOpen && treeStyles.open)} size={20} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}

type Progress = Pick<FileInfo, 'file_size' | 'is_selected' | 'down_size'>

/** The selected files of a folder together. */
function sumOf(files: readonly FileInfo[]): Progress {
  const selected = files.filter(({ is_selected }) => is_selected)
  const file_size = selected.reduce((sum, file) => sum + file.file_size, 0)
  if (selected.some(({ down_size }) => down_size === undefined)) return { file_size, is_selected: true }
  return {
    file_size,
    is_selected: selected.length > 0,
    down_size: selected.reduce((sum, file) => sum + (file.down_size ?? 0), 0),
  }
}

function progressText({ file_size, is_selected, down_size }: Progress, words: DownloadWords): string {
  if (!is_selected) return words.leftOut
  if (down_size === undefined) return sizeOf(file_size)
  if (down_size >= file_size) return `${words.complete} · ${sizeOf(file_size)}`
  return words.partOf(sizeOf(down_size), sizeOf(file_size))
}
