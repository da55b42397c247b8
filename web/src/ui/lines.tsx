/** A sentence, and below it in a quieter style the text after its first line break. */
import styles from './lines.module.css'

export function LineBreaks({ text }: { text: string }) {
  const [first, ...more] = text.split('\n')
  if (more.length === 0) return text
  return (
    <span className={styles.lines}>
      <span>{first}</span> <small>{more.join(' ')}</small>
    </span>
  )
}
