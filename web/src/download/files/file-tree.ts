/** The files of a torrent as a tree of folders, and the rows of it that are shown. Made for 100,000 files: a folder is a range of the sorted list. */
import type { FileInfo } from '@homeport/contract/download/download.ts'
import { fileKindOf } from '@homeport/contract/shape/file-kind.ts'

/** from, to: the folder's files in `FileTree.files`, to excluded. path: '' for the torrent itself. */
export type FolderNode = {
  kind: 'folder'
  path: string
  name: string
  depth: number
  from: number
  to: number
  size: number
  children: TreeNode[]
}
/** at: index in `FileTree.files`. */
export type FileNode = { kind: 'file'; file: FileInfo; name: string; depth: number; at: number }
export type TreeNode = FolderNode | FileNode
/** files: in the order of the tree, so that each folder's files lie together. */
export type FileTree = { files: readonly FileInfo[]; root: FolderNode; videos: number }

/** Up to this many files all folders are open at first. */
const openBelow = 200

type Draft = { folders: Map<string, Draft>; files: { name: string; file: FileInfo }[] }

export function treeOf(list: readonly FileInfo[]): FileTree {
  const top: Draft = { folders: new Map(), files: [] }
  for (const file of list) {
    const steps = file.file_name.split('/')
    const name = steps.pop() ?? ''
    let draft = top
    for (const step of steps) draft = folderIn(draft, step)
    draft.files.push({ name, file })
  }
  const files: FileInfo[] = []
  const root = finish(top, { path: '', name: '', depth: -1 }, files)
  return { files, root, videos: files.filter(isVideo).length }
}

function folderIn({ folders }: Draft, name: string): Draft {
  const existing = folders.get(name)
  if (existing) return existing
  const added: Draft = { folders: new Map(), files: [] }
  folders.set(name, added)
  return added
}

const { compare } = new Intl.Collator(undefined, { numeric: true })

/** Sorts by name, folders first, and appends the files to `files`. */
function finish(draft: Draft, above: Pick<FolderNode, 'path' | 'name' | 'depth'>, files: FileInfo[]): FolderNode {
  const from = files.length
  const depth = above.depth + 1
  const children: TreeNode[] = [...draft.folders]
    .toSorted(([a], [b]) => compare(a, b))
    .map(([name, inner]) => finish(inner, { path: above.path === '' ? name : `${above.path}/${name}`, name, depth }, files))
  for (const { name, file } of draft.files.toSorted((a, b) => compare(a.name, b.name))) {
    children.push({ kind: 'file', file, name, depth, at: files.length })
    files.push(file)
  }
  const size = children.reduce((sum, child) => sum + (child.kind === 'folder' ? child.size : child.file.file_size), 0)
  return { kind: 'folder', ...above, from, to: files.length, size, children }
}

export function isVideo({ file_name }: FileInfo): boolean {
  return fileKindOf(file_name) === 'video'
}

/** All folders of a short list; of a long one those on the way to the first choice. */
export function foldersOpenAtFirst({ files, root }: FileTree): ReadonlySet<string> {
  const open = new Set<string>()
  const isShort = files.length <= openBelow
  const walk = (folder: FolderNode) => {
    open.add(folder.path)
    for (const child of folder.children) if (child.kind === 'folder' && (isShort || folder.children.length === 1)) walk(child)
  }
  walk(root)
  return open
}

/** The files that match a search, by their index in `files`; null without one: all. */
export function matching({ files }: FileTree, search: string): Uint8Array | null {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return null
  const isShown = new Uint8Array(files.length)
  for (const [at, { file_name }] of files.entries()) {
    const name = file_name.toLowerCase()
    if (words.every((word) => name.includes(word))) isShown[at] = 1
  }
  return isShown
}

/** Sums over a range of files in constant time: [n] is the number of marked ones before n. */
export type Counts = Uint32Array

export function countsOf(length: number, isMarked: (at: number) => boolean): Counts {
  const counts = new Uint32Array(length + 1)
  for (let at = 0; at < length; at += 1) counts[at + 1] = (counts[at] ?? 0) + (isMarked(at) ? 1 : 0)
  return counts
}

export function countIn(counts: Counts, { from, to }: Pick<FolderNode, 'from' | 'to'>): number {
  return (counts[to] ?? 0) - (counts[from] ?? 0)
}

/** The nodes to show, from the top: those in open folders; with a search the matching files in their folders. */
export function visibleNodes({ root }: FileTree, open: ReadonlySet<string>, shown: Counts | null): TreeNode[] {
  const rows: TreeNode[] = []
  const walk = ({ children }: FolderNode) => {
    for (const child of children) {
      const range = child.kind === 'folder' ? child : { from: child.at, to: child.at + 1 }
      if (shown && countIn(shown, range) === 0) continue
      rows.push(child)
      if (child.kind === 'folder' && (shown || open.has(child.path))) walk(child)
    }
  }
  walk(root)
  return rows
}
