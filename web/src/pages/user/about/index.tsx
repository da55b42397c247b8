/** About Homeport: version and legal documents. */
import { appVersion } from '@homeport/contract/kit/version.ts'
import { useQuery } from '@tanstack/react-query'
import { Compass, ScrollText, MessageSquare, Scale, Shield, Sparkles } from 'lucide-react'
import { cloudVersion } from '../../../help/data.ts'
import '../../../help/help.css'
import { paperAddress } from '../../../help/addresses.ts'
import { helpText } from '../../../help/text.ts'
import { useLang, useText } from '../../../kit/lang.ts'
import { back } from '../../../kit/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { commonText } from '../../../kit/text.ts'
import { Mark } from '../../../ui/icon.tsx'
import { NavBar } from '../../../ui/navbar.tsx'
import { Row } from '../../../ui/row.tsx'

export const meta: PageMeta = { needs: 'anyone' }

const versionOf = ({ version_name, version_code }: { version_name: string; version_code: number }) =>
  `${version_name} (${version_code})`

export function Screen() {
  const words = useText(helpText)
  const cloud = useQuery(cloudVersion(useLang())).data
  return (
    <>
      <NavBar title={words.about} backLabel={useText(commonText).back} back={() => back('/pages/main/user/index')} />
      <main className="page plain screen-in">
        <div className="ab halves">
          <div>
            <div className="ab-head">
              <Mark size={64} />
              <h2>Homeport</h2>
              <p className="sub">{words.slogan}</p>
            </div>
            <div className="ab-text">
              {words.aboutText.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </div>
          </div>
          <div style={{ paddingTop: 20 }}>
            <dl className="card ab-facts">
              <div>
                <dt>{words.version}</dt>
                <dd className="num">{versionOf(appVersion)}</dd>
              </div>
              <div>
                <dt>{words.server}</dt>
                <dd className="num">{cloud ? versionOf(cloud) : '–'}</dd>
              </div>
            </dl>
            <div className="list">
              <Row icon={<Compass strokeWidth={1.75} />} label={words.quickstart} href="#/pages/main/quickstart/index" />
              <Row icon={<Sparkles strokeWidth={1.75} />} label={words.product} href="#/pages/main/product/index" />
              <Row icon={<MessageSquare strokeWidth={1.75} />} label={words.feedback} href="#/pages/user/help/index" />
            </div>
            <div className="list">
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
