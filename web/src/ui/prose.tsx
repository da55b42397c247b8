/** Long text: an introduction, then sections with a heading, paragraphs and lists. */
import styles from './prose.module.css'

export type Section = { title: string; lines?: readonly string[]; items?: readonly string[] }
export type Text = { opening?: string; sections: readonly Section[] }

export function Prose({ opening, sections }: Text) {
  return (
    <div className={styles.prose}>
      {opening && <p>{opening}</p>}
      {sections.map(({ title, lines = [], items = [] }) => (
        <section key={title}>
          <h2>{title}</h2>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {items.length > 0 && (
            <ul>
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  )
}
