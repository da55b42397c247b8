/** A code of eight characters to read off and type elsewhere; a screen reader says it character by character. */
import styles from './shown-code.module.css'

export function ShownCode({ code }: { code: string }) {
  return (
    <p className={styles.code} role="img" aria-label={[...code].join(' ')}>
      {[...code].map((sign, at) => (
        <span key={at}>{sign}</span>
      ))}
    </p>
  )
}
