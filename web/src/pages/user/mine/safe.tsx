/** Sessions, block list, and data export. */
import { ExportRow } from '../../../account/profile/export-row.tsx'
import { SecurityPage } from '../../../account/security/security-page.tsx'
import { securityText } from '../../../account/security/security-text.ts'
import styles from '../../../account/security/security.module.css'
import { SignIns } from '../../../account/security/sign-ins.tsx'
import { useText } from '../../../kit/lang.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { BlockedPeople } from '../../../people/blocked.tsx'
import fieldStyles from '../../../ui/field.module.css'
import gridStyles from '../../../ui/grid.module.css'
import layoutStyles from '../../../ui/layout.module.css'
import listStyles from '../../../ui/list.module.css'
import sectionHeadStyles from '../../../ui/section-head.module.css'

export const meta: PageMeta = { needs: 'user' }

export function Screen() {
  const words = useText(securityText)
  return (
    <SecurityPage title={words.safe}>
      <div className={gridStyles.halves}>
        <div>
          <SignIns />
          <div className={layoutStyles.section}>
            <BlockedPeople />
          </div>
        </div>
        <section className={styles.ownData} aria-labelledby="own-data">
          <div className={sectionHeadStyles.sectionHead}>
            <h2 id="own-data">{words.ownData}</h2>
          </div>
          <div className={listStyles.list}>
            <ExportRow />
          </div>
          <p className={fieldStyles.hint}>{words.ownDataText}</p>
        </section>
      </div>
    </SecurityPage>
  )
}
