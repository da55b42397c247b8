/** Text with the search hits highlighted. */
import { Fragment } from 'react'
import type { HighlightedText } from '@homeport/contract/shape/highlighted-text.ts'
import styles from './highlight.module.css'

export function Highlight({ parts }: { parts: HighlightedText }) {
  return parts.map(({ text, is_hit }, at) =>
    is_hit ? (
      <mark key={at} className={styles.hit}>
        {text}
      </mark>
    ) : (
      // No element that isolates: these are parts of one text.
      <Fragment key={at}>{text}</Fragment>
    ),
  )
}
