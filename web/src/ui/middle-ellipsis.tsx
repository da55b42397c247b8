/** One line of text with the ellipsis in the middle, so that the end of a file name stays readable. */
import styles from './middle-ellipsis.module.css'
import textStyles from './text.module.css'

const tailLength = 9

export function MiddleEllipsis({ text }: { text: string }) {
  const letters = [...text]
  if (letters.length <= tailLength * 2) return <span className={textStyles.oneLine}>{text}</span>
  return (
    <span className={styles.line}>
      <span className={textStyles.visuallyHidden}>{text}</span>
      <span aria-hidden="true" className={textStyles.oneLine}>
        {letters.slice(0, -tailLength).join('')}
      </span>
      <span aria-hidden="true">{letters.slice(-tailLength).join('')}</span>
    </span>
  )
}
