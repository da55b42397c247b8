/** Quick start: five steps from the box to the first film, each with a link. */
import { Download, KeyRound, Play, Power, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { guideText } from '../../../help/guide-text.ts'
import styles from '../../../help/introduction.module.css'
import { useText } from '../../../kit/lang.ts'
import { back } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { devicePath, registerPath } from '../../../kit/nav/return-path.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text/text.ts'
import { classes } from '../../../ui/classes.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'
import textStyles from '../../../ui/text.module.css'

export const meta: PageMeta = { needs: 'anyone' }

type Step = { key: 'box' | 'account' | 'bind' | 'download' | 'play'; icon: ReactNode; to?: string }

export function Screen() {
  const words = useText(guideText)
  const { token } = useSession()
  const steps: Step[] = [
    { key: 'box', icon: <Power strokeWidth={1.75} /> },
    { key: 'account', icon: <UserPlus strokeWidth={1.75} />, ...(token === '' && { to: registerPath }) },
    { key: 'bind', icon: <KeyRound strokeWidth={1.75} />, to: devicePath },
    { key: 'download', icon: <Download strokeWidth={1.75} />, to: '/pages/device/download/list' },
    { key: 'play', icon: <Play strokeWidth={1.75} />, to: '/pages/main/movie/list' },
  ]
  return (
    <>
      <NavBar title={words.quickstart} backLabel={useText(commonText).back} back={() => back('/pages/user/about/index')} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        <h2 className={styles.title}>{words.startTitle}</h2>
        <div className={styles.columns}>
          <ol className={styles.steps}>
            {steps.map(({ key, icon, to }, index) => (
              <li key={key}>
                <span className={styles.mark} aria-hidden="true">
                  {icon}
                </span>
                <div className={layoutStyles.grow}>
                  <h3>
                    <span className={textStyles.numeric}>{index + 1}.</span> {words.steps[key].title}
                  </h3>
                  <p>{words.steps[key].text}</p>
                  {key === 'box' && <code>npm start</code>}
                  {to && <a href={`#${to}`}>{words.steps[key].go}</a>}
                </div>
              </li>
            ))}
          </ol>
          <section className={styles.more}>
            <h2>{words.moreTitle}</h2>
            {words.more.map(({ ask, answer }) => (
              <Disclosure key={ask} title={ask}>
                <p>{answer}</p>
              </Disclosure>
            ))}
          </section>
        </div>
      </main>
    </>
  )
}
