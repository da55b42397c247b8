/** A sentence, and the text after its first line break: the specification's words (spec-text.ts) or a second line. */
import styles from './lines.module.css'

export function linesOf(text: string): [sentence: string, below: string] {
  const [sentence = '', ...more] = text.split('\n')
  return [sentence, more.join(' ')]
}

/** The second line in a quieter style below. */
export function LineBreaks({ text }: { text: string }) {
  const [sentence, below] = linesOf(text)
  if (below === '') return sentence
  return (
    <span className={styles.lines}>
      <span>{sentence}</span> <small>{below}</small>
    </span>
  )
}

/** The sentence alone, where there is room for one: in a form, a row, on a button. The sentence below is its tooltip. */
export function OneLine({ text }: { text: string }) {
  const [sentence, below] = linesOf(text)
  return below === '' ? sentence : <span title={below}>{sentence}</span>
}
