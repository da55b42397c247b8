/** Text with the search hits highlighted. */
import type { HighlightedText as MarkedParts } from '@homeport/contract/forum-search.ts'
import type * as z from 'zod/mini'
import styles from '../base/forum.module.css'

export function Highlight({ parts }: { parts: z.infer<typeof MarkedParts> }) {
  return parts.map(({ text, is_hit }, at) =>
    is_hit ? (
      <mark key={at} className={styles.hit}>
        {text}
      </mark>
    ) : (
      <span key={at}>{text}</span>
    ),
  )
}
