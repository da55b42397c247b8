/** One line of text with the ellipsis in the middle, so that the end of a file name stays readable. */
import styles from './middle-ellipsis.module.css'
import textStyles from './text.module.css'

const tailLength = 9

/** end: what is never cut, the last letters where it is absent. */
export function MiddleEllipsis({ text, end }: { text: string; end?: string }) {
  const letters = [...text]
  const endLength = end === undefined ? tailLength : [...end].length
  if (endLength === 0 || (end === undefined && letters.length <= tailLength * 2))
    return <span className={textStyles.oneLine}>{text}</span>
  return (
    <span className={styles.line}>
      <span className={textStyles.visuallyHidden}>{text}</span>
      <span aria-hidden="true" className={textStyles.oneLine}>
        {letters.slice(0, -endLength).join('')}
      </span>
      <span aria-hidden="true">{letters.slice(-endLength).join('')}</span>
    </span>
  )
}
