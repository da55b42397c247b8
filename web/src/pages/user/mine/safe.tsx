/** Sessions, block list, and data export. */
import { ExportRow } from '../../../account/profile/export-row.tsx'
import { SecurityPage } from '../../../account/security/security-page.tsx'
import { securityText } from '../../../account/security/security-text.ts'
import { SignIns } from '../../../account/security/sign-ins.tsx'
import { useText } from '../../../kit/lang.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { BlockedPeople } from '../../../people/blocked.tsx'

export const meta: PageMeta = { needs: 'user' }

export function Screen() {
  const words = useText(securityText)
  return (
    <SecurityPage title={words.safe}>
      <div className="halves">
        <div>
          <SignIns />
          <div className="sec">
            <BlockedPeople />
          </div>
        </div>
        <section className="own-data" aria-labelledby="own-data">
          <div className="sec-h">
            <h2 id="own-data">{words.ownData}</h2>
          </div>
          <div className="list">
            <ExportRow />
          </div>
          <p className="hint">{words.ownDataText}</p>
        </section>
      </div>
    </SecurityPage>
  )
}
