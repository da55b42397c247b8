/** The layout of a page that changes the account: the form, and beside it (below on a phone) one sentence on what it is for and what it does. */
import type { ReactNode } from 'react'
import { useText } from '../../kit/lang.ts'
import { back } from '../../kit/nav/nav.ts'
import { commonText } from '../../kit/text/text.ts'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import { NavBar } from '../../ui/navbar.tsx'
import styles from './security.module.css'

export const securityPath = '/pages/user/setup/safe/index'

export function SecurityPage({
  title,
  note,
  above = securityPath,
  children,
}: {
  title: string
  note?: string
  above?: string
  children: ReactNode
}) {
  return (
    <>
      <NavBar title={title} backLabel={useText(commonText).back} back={() => back(above)} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing, styles.page)}>
        <div className={styles.form}>{children}</div>
        {note && <p className={styles.note}>{note}</p>}
      </main>
    </>
  )
}
