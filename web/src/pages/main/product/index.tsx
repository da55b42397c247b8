/** The feature page, also for users without a box. */
import { Download, Film, Gamepad2, House, ShieldCheck, Tv } from 'lucide-react'
import { guideText } from '../../../help/guide-text.ts'
import styles from '../../../help/introduction.module.css'
import { useText } from '../../../kit/lang.ts'
import { back, forward } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { commonText } from '../../../kit/text/text.ts'
import { Button } from '../../../ui/button.tsx'
import cardStyles from '../../../ui/card.module.css'
import { classes } from '../../../ui/classes.ts'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'anyone' }

const cards = [
  { key: 'downloads', icon: <Download strokeWidth={1.75} /> },
  { key: 'library', icon: <Film strokeWidth={1.75} /> },
  { key: 'tv', icon: <Tv strokeWidth={1.75} /> },
  { key: 'remote', icon: <Gamepad2 strokeWidth={1.75} /> },
  { key: 'household', icon: <House strokeWidth={1.75} /> },
  { key: 'privacy', icon: <ShieldCheck strokeWidth={1.75} /> },
] as const

export function Screen() {
  const words = useText(guideText)
  return (
    <>
      <NavBar title={words.product} backLabel={useText(commonText).back} back={() => back('/pages/user/about/index')} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        <h2 className={styles.title}>{words.productTitle}</h2>
        <p className={styles.lead}>{words.productLead}</p>
        <ul className={styles.cards}>
          {cards.map(({ key, icon }) => (
            <li key={key} className={cardStyles.card}>
              <span className={styles.mark} aria-hidden="true">
                {icon}
              </span>
              <h3>{words.cards[key].title}</h3>
              <p>{words.cards[key].text}</p>
            </li>
          ))}
        </ul>
        <section className={styles.needs}>
          <h2>{words.needsTitle}</h2>
          <ul>
            {words.needs.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
        <Button variant="main" onClick={() => forward('/pages/main/quickstart/index')}>
          {words.toStart}
        </Button>
      </main>
    </>
  )
}
