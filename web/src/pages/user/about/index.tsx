/** About Homeport: version and legal documents. */
import { appVersion } from '@homeport/contract/kit/version.ts'
import { useQuery } from '@tanstack/react-query'
import { Compass, ScrollText, MessageSquare, Scale, Shield, Sparkles } from 'lucide-react'
import styles from '../../../help/about-us.module.css'
import { paperAddress } from '../../../help/addresses.ts'
import { cloudVersion } from '../../../help/data.ts'
import { helpText } from '../../../help/text.ts'
import { useLang, useText } from '../../../kit/lang.ts'
import { back } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { commonText } from '../../../kit/text/text.ts'
import { EnvironmentTap } from '../../../settings/environment-tap.tsx'
import cardStyles from '../../../ui/card.module.css'
import { classes } from '../../../ui/classes.ts'
import gridStyles from '../../../ui/grid.module.css'
import { Mark } from '../../../ui/icon.tsx'
import layoutStyles from '../../../ui/layout.module.css'
import listStyles from '../../../ui/list.module.css'
import { NavBar } from '../../../ui/navbar.tsx'
import { Row } from '../../../ui/row.tsx'
import textStyles from '../../../ui/text.module.css'

export const meta: PageMeta = { needs: 'anyone' }

const versionOf = ({ version_name, version_code }: { version_name: string; version_code: number }) =>
  `${version_name} (${version_code})`

export function Screen() {
  const words = useText(helpText)
  const cloud = useQuery(cloudVersion(useLang())).data
  return (
    <>
      <NavBar title={words.about} backLabel={useText(commonText).back} back={() => back('/pages/main/user/index')} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        <div className={gridStyles.halves}>
          <div>
            <div className={styles.head}>
              <Mark size={64} />
              <h2>Homeport</h2>
              <p className={textStyles.secondary}>{words.slogan}</p>
            </div>
            <div className={styles.text}>
              {words.aboutText.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </div>
          </div>
          <div className={layoutStyles.top20}>
            <dl className={classes(cardStyles.card, styles.facts)}>
              <div>
                <dt>{words.version}</dt>
                <dd className={textStyles.numeric}>
                  <EnvironmentTap>{versionOf(appVersion)}</EnvironmentTap>
                </dd>
              </div>
              <div>
                <dt>{words.server}</dt>
                <dd className={textStyles.numeric}>{cloud ? versionOf(cloud) : '–'}</dd>
              </div>
            </dl>
            <div className={listStyles.list}>
              <Row icon={<Compass strokeWidth={1.75} />} label={words.quickstart} href="#/pages/main/quickstart/index" />
              <Row icon={<Sparkles strokeWidth={1.75} />} label={words.product} href="#/pages/main/product/index" />
              <Row icon={<MessageSquare strokeWidth={1.75} />} label={words.feedback} href="#/pages/user/help/index" />
            </div>
            <div className={listStyles.list}>
              <Row icon={<ScrollText strokeWidth={1.75} />} label={words.terms} href={`#${paperAddress('terms')}`} />
              <Row icon={<Shield strokeWidth={1.75} />} label={words.privacy} href={`#${paperAddress('privacy')}`} />
              <Row icon={<Scale strokeWidth={1.75} />} label={words.licences} href={`#${paperAddress('licences')}`} />
            </div>
          </div>
        </div>
      </main>
    </>
  )
}
