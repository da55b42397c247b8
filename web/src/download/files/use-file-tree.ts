/** State of a file tree on screen: which folders are open, which files match the search, and how many files of each folder are chosen. */
import { useMemo, useState } from 'react'
import { isChosen, noFiles, type ChosenFiles } from '../chosen-files.ts'
import { countsOf, foldersOpenAtFirst, matching, visibleNodes, type FileTree, type FolderNode } from './file-tree.ts'

type Filter = { search?: string; chosen?: ChosenFiles }

export function useFileTree(tree: FileTree, { search = '', chosen = noFiles }: Filter = {}) {
  const [opened, setOpened] = useState<ReadonlySet<string> | null>(null)
  const open = useMemo(() => opened ?? foldersOpenAtFirst(tree), [opened, tree])
  const matches = useMemo(() => matching(tree, search), [tree, search])
  const shownCounts = useMemo(() => matches && countsOf(matches.length, (at) => matches[at] === 1), [matches])
  const nodes = useMemo(() => visibleNodes(tree, open, shownCounts), [tree, open, shownCounts])
  const shown = useMemo(() => (matches ? tree.files.filter((_, at) => matches[at] === 1) : tree.files), [tree, matches])
  const chosenCounts = useMemo(
    () => countsOf(tree.files.length, (at) => isChosen(chosen, tree.files[at]?.index ?? -1) && matches?.[at] !== 0),
    [tree, chosen, matches],
  )

  function toggle({ path }: FolderNode): void {
    const next = new Set(open)
    if (!next.delete(path)) next.add(path)
    setOpened(next)
  }

  return {
    nodes,
    /** The files that match the search; all without one. */
    shown,
    /** Those of them in a folder. */
    shownIn: ({ from, to }: FolderNode) => tree.files.slice(from, to).filter((_, at) => matches?.[from + at] !== 0),
    counts: { shown: shownCounts, chosen: chosenCounts },
    /** A search opens every folder with a match. */
    isOpen: ({ path }: FolderNode) => matches !== null || open.has(path),
    toggle,
  }
}
