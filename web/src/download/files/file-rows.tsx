/** The rows of a file tree inside a sheet, virtual: 20,000 files scroll like ten. Arrow keys move between rows, open and close folders. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { textScale } from '../../ui/text-scale.ts'
import styles from './file-tree.module.css'
import type { FolderNode, TreeNode } from './file-tree.ts'

/** Fewer rows are all in the page. */
const virtualFrom = 100
const overscan = 10

type Props = {
  nodes: readonly TreeNode[]
  /** px, at the usual size of text. */
  rowHeight: number
  label: string
  isOpen: (folder: FolderNode) => boolean
  toggle: (folder: FolderNode) => void
  children: (node: TreeNode) => ReactNode
}

export function FileRows({ nodes, rowHeight: usualHeight, label, isOpen, toggle, children }: Props) {
  const rowHeight = Math.round(usualHeight * textScale())
  const list = useRef<HTMLUListElement>(null)
  const [margin, setMargin] = useState(0)
  /** The row that takes the focus once it is rendered. */
  const focusNext = useRef(-1)
  // oxlint-disable-next-line react/incompatible-library -- the virtual list keeps its own state; no compiler runs here
  const virtual = useVirtualizer({
    count: nodes.length,
    estimateSize: () => rowHeight,
    getScrollElement: () => scrollerOf(list.current),
    overscan,
    scrollMargin: margin,
  })
  const indexes = nodes.length < virtualFrom ? [...nodes.keys()] : virtual.getVirtualItems().map(({ index }) => index)

  useLayoutEffect(() => setMargin(topIn(scrollerOf(list.current), list.current)), [nodes])
  useLayoutEffect(() => {
    const row = list.current?.querySelector(`[data-index="${focusNext.current}"]`)
    if (!row) return
    focusNext.current = -1
    controlIn(row)?.focus({ preventScroll: true })
  })

  function focusRow(index: number) {
    const row = list.current?.querySelector(`[data-index="${index}"]`)
    if (row) controlIn(row)?.focus({ preventScroll: true })
    else focusNext.current = index
    virtual.scrollToIndex(index)
  }

  function onKeyDown(event: KeyboardEvent) {
    const at = Number(event.target instanceof Element ? event.target.closest('li')?.dataset['index'] : NaN)
    const next = nextRow({ nodes, isOpen }, at, event.key)
    if (next === undefined) return
    event.preventDefault()
    if (typeof next === 'number') focusRow(next)
    else toggle(next)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys belong to the controls in its rows
    <ul className={styles.rows} ref={list} style={{ height: nodes.length * rowHeight }} aria-label={label} onKeyDown={onKeyDown}>
      {indexes.map((index) => {
        const node = nodes[index]
        if (!node) return null
        return (
          <li
            key={node.kind === 'folder' ? node.path : node.file.index}
            data-index={index}
            aria-setsize={nodes.length}
            aria-posinset={index + 1}
            aria-level={node.depth + 1}
            style={{ height: rowHeight, transform: `translateY(${index * rowHeight}px)`, paddingLeft: indentOf(node) }}
          >
            {children(node)}
          </li>
        )
      })}
    </ul>
  )
}

const indentPx = 20
/** A phone is narrow: deeper folders are not indented further. */
const mostIndents = 4

function indentOf({ depth }: TreeNode): number {
  return Math.min(depth, mostIndents) * indentPx
}

/** The row that a key moves to, or the folder that it opens or closes. */
function nextRow({ nodes, isOpen }: Pick<Props, 'nodes' | 'isOpen'>, at: number, key: string): number | FolderNode | undefined {
  const node = nodes[at]
  if (!node) return undefined
  const isFolderOpen = node.kind === 'folder' && isOpen(node)
  if (key === 'ArrowDown') return Math.min(nodes.length - 1, at + 1)
  if (key === 'ArrowUp') return Math.max(0, at - 1)
  if (key === 'Home') return 0
  if (key === 'End') return nodes.length - 1
  if (key === 'ArrowRight' && node.kind === 'folder') return isFolderOpen ? at + 1 : node
  if (key === 'ArrowLeft') return isFolderOpen ? node : parentOf(nodes, at)
  return undefined
}

function parentOf(nodes: readonly TreeNode[], at: number): number | undefined {
  const depth = nodes[at]?.depth ?? 0
  const above = nodes.slice(0, at).findLastIndex((node) => node.depth < depth)
  return above < 0 ? undefined : above
}

function controlIn(row: Element): HTMLElement | null {
  return row.querySelector<HTMLElement>('input, button')
}

/** The sheet's scroll area. */
function scrollerOf(list: HTMLElement | null): HTMLElement | null {
  return list?.closest<HTMLElement>('[data-scroller]') ?? null
}

function topIn(scroller: HTMLElement | null, list: HTMLElement | null): number {
  if (!scroller || !list) return 0
  return Math.round(list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop)
}
