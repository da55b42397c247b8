/** Names and values of a box, as one list; a value that is not known is a dash. */
import cardStyles from '../ui/card.module.css'
import { classes } from '../ui/classes.ts'
import textStyles from '../ui/text.module.css'
import styles from './device.module.css'

export function Facts({ title, facts }: { title: string; facts: { name: string; value: string | null | undefined }[] }) {
  return (
    <section>
      <h2 className={styles.sectionTitle}>{title}</h2>
      <dl className={classes(cardStyles.card, styles.facts)}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={textStyles.numeric}>{value || '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
