/** The files of a torrent to choose from, as a tree: ticks for files and whole folders, a search, and only the videos. All are chosen at first. */
import type { FileInfo, TorrentInfo } from '@homeport/contract/download/download.ts'
import { ChevronRight, Folder, Search } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { sizeOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import checkboxStyles from '../../ui/checkbox.module.css'
import { Checkbox } from '../../ui/checkbox.tsx'
import chipStyles from '../../ui/chip.module.css'
import { classes } from '../../ui/classes.ts'
import fieldStyles from '../../ui/field.module.css'
import { VideoIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import { MiddleEllipsis } from '../../ui/middle-ellipsis.tsx'
import textStyles from '../../ui/text.module.css'
import tileStyles from '../../ui/tile.module.css'
import styles from '../add-sheet.module.css'
import { isChosen, noFiles, withFiles, type ChosenFiles } from '../chosen-files.ts'
import { fileChoiceText } from './file-choice-text.ts'
import { FileIcon } from '../../shared/file-icon.tsx'
import { FileRows } from './file-rows.tsx'
import treeStyles from './file-tree.module.css'
import { countIn, isVideo, treeOf, type Counts, type FolderNode, type TreeNode } from './file-tree.ts'
import { downloadText } from '../text.ts'
import { useFileTree } from './use-file-tree.ts'

const rowHeight = 52
/** With fewer files there is nothing to search. */
const searchFrom = 12

type Props = { info: TorrentInfo; chosen: ChosenFiles; onSelect: (next: ChosenFiles) => void }

export function FileChoice({ info, chosen, onSelect }: Props) {
  const words = useText(downloadText)
  const own = useText(fileChoiceText)
  const [search, setSearch] = useState('')
  const tree = useMemo(() => treeOf(info.sub_fileinfo), [info])
  const { nodes, isOpen, toggle, shown, shownIn, counts } = useFileTree(tree, { search: useDeferredValue(search), chosen })
  const tick = (files: readonly FileInfo[], isAdded: boolean) => onSelect(withFiles(chosen, files, isAdded))
  return (
    <>
      <div className={styles.torrent}>
        <span className={classes(tileStyles.tile, tileStyles.tall)}>
          {tree.files.length > 1 ? <Folder strokeWidth={1.75} /> : <FileIcon name={info.name} />}
        </span>
        <div className={layoutStyles.grow}>
          <h3 className={classes(textStyles.label, textStyles.twoLines)}>{info.name}</h3>
          <p
            className={classes(textStyles.caption, textStyles.numeric)}
          >{`${words.files(info.total)} · ${sizeOf(info.total_size)}`}</p>
        </div>
      </div>
      {tree.files.length >= searchFrom && (
        <div className={treeStyles.tools}>
          <SearchField search={search} onChange={setSearch} />
          {tree.videos > 0 && tree.videos < tree.files.length && <VideosOnly {...{ tree, chosen, onSelect }} />}
        </div>
      )}
      <TickAll
        {...{
          files: shown,
          ticked: counts.chosen.at(-1) ?? 0,
          chosen,
          total: tree.files.length,
          isSearch: search.trim() !== '',
          tick,
        }}
      >
        {sizeOf(chosen.bytes)}
      </TickAll>
      {nodes.length === 0 && <p className={classes(textStyles.secondary, treeStyles.none)}>{own.noFileMatches}</p>}
      <FileRows nodes={nodes} rowHeight={rowHeight} label={words.filesOf} isOpen={isOpen} toggle={toggle}>
        {(node) =>
          node.kind === 'file' ? (
            <FileRow node={node} isTicked={isChosen(chosen, node.file.index)} tick={tick} />
          ) : (
            <FolderRow {...{ node, counts, tick, toggle, isOpen: isOpen(node) }} filesIn={() => shownIn(node)} />
          )
        }
      </FileRows>
    </>
  )
}

type Tick = (files: readonly FileInfo[], isAdded: boolean) => void

function SearchField({ search, onChange }: { search: string; onChange: (search: string) => void }) {
  const words = useText(fileChoiceText)
  return (
    <label className={classes(fieldStyles.field, treeStyles.search)}>
      <Search size={20} strokeWidth={1.75} aria-hidden="true" />
      <input
        type="search"
        value={search}
        aria-label={words.searchFiles}
        placeholder={words.searchFiles}
        enterKeyHint="search"
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}

/** Chooses all videos and nothing else; once they are, everything again. */
function VideosOnly({ tree, chosen, onSelect }: Pick<Props, 'chosen' | 'onSelect'> & { tree: ReturnType<typeof treeOf> }) {
  const words = useText(fileChoiceText)
  const videos = useMemo(() => tree.files.filter(isVideo), [tree])
  const isOn = chosen.size === videos.length && videos.every(({ index }) => isChosen(chosen, index))
  return (
    <button
      type="button"
      className={classes(chipStyles.chip, isOn && chipStyles.selected)}
      aria-pressed={isOn}
      onClick={() => onSelect(withFiles(noFiles, isOn ? tree.files : videos, true))}
    >
      <VideoIcon size={18} />
      {words.videosOnly}
    </button>
  )
}

type TickAllProps = {
  files: readonly FileInfo[]
  /** How many of them are chosen. */
  ticked: number
  chosen: ChosenFiles
  total: number
  isSearch: boolean
  tick: Tick
  children: string
}

/** With a search it ticks the files that match. */
function TickAll({ files, ticked, chosen, total, isSearch, tick, children }: TickAllProps) {
  const words = useText(downloadText)
  const own = useText(fileChoiceText)
  const isAll = ticked === files.length && ticked > 0
  return (
    <Checkbox
      className={classes(checkboxStyles.checkbox, styles.selection, textStyles.numeric)}
      aria-label={isSearch ? own.selectMatches : words.selectAll}
      checked={isAll}
      disabled={files.length === 0}
      isMixed={!isAll && ticked > 0}
      onChange={() => tick(files, !isAll)}
    >
      <span className={layoutStyles.grow}>{words.selected(chosen.size, total)}</span>
      <span>{children}</span>
    </Checkbox>
  )
}

type FileRowProps = { node: Extract<TreeNode, { kind: 'file' }>; isTicked: boolean; tick: Tick }

function FileRow({ node: { file, name }, isTicked, tick }: FileRowProps) {
  return (
    <Checkbox
      className={classes(checkboxStyles.checkbox, layoutStyles.grow)}
      checked={isTicked}
      onChange={() => tick([file], !isTicked)}
    >
      <span className={classes(layoutStyles.grow, layoutStyles.row)}>
        <MiddleEllipsis text={name} />
      </span>
      <span className={classes(textStyles.caption, textStyles.numeric)}>{sizeOf(file.file_size)}</span>
    </Checkbox>
  )
}

type FolderRowProps = {
  node: FolderNode
  counts: { shown: Counts | null; chosen: Counts }
  isOpen: boolean
  tick: Tick
  toggle: (folder: FolderNode) => void
  filesIn: () => readonly FileInfo[]
}

function FolderRow({ node, counts, isOpen, tick, toggle, filesIn }: FolderRowProps) {
  const words = useText(downloadText)
  const total = counts.shown ? countIn(counts.shown, node) : node.to - node.from
  const chosen = countIn(counts.chosen, node)
  const isAll = chosen === total
  return (
    <>
      <Checkbox
        className={classes(checkboxStyles.checkbox, treeStyles.tick)}
        aria-label={useText(fileChoiceText).selectFolder(node.name)}
        checked={isAll}
        isMixed={!isAll && chosen > 0}
        onChange={() => tick(filesIn(), !isAll)}
      >
        {null}
      </Checkbox>
      <button type="button" className={treeStyles.folder} aria-expanded={isOpen} onClick={() => toggle(node)}>
        <Folder size={20} strokeWidth={1.75} aria-hidden="true" />
        <span className={layoutStyles.grow}>
          <span className={classes(textStyles.oneLine, layoutStyles.block)}>{node.name}</span>
          <span className={classes(textStyles.caption, textStyles.numeric)}>
            {`${words.partOf(String(chosen), String(total))} · ${sizeOf(node.size)}`}
          </span>
        </span>
        <ChevronRight className={classes(isOpen && treeStyles.open)} size={20} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </>
  )
}
