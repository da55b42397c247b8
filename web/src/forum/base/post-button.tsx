/** The floating button that begins a post. */
import { PenLine } from 'lucide-react'
import { useText } from '../../kit/lang.ts'
import { paths } from './paths.ts'
import { hrefTo } from '../../kit/nav/href.ts'
import styles from './post-button.module.css'
import { forumText } from './text.ts'

export function PostButton({ boardId = 0 }: { boardId?: number }) {
  return (
    <a className={styles.postButton} href={hrefTo(paths.editor, { board: boardId || '' })}>
      <PenLine size={22} strokeWidth={1.75} aria-hidden="true" />
      <span>{useText(forumText).write}</span>
    </a>
  )
}
