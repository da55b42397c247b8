/** The layout of a page that changes the account: the form, and beside it (below on a phone) its consequences. */
import type { ReactNode } from 'react'
import { useText } from '../../kit/lang.ts'
import { back } from '../../kit/nav.ts'
import { commonText } from '../../kit/text.ts'
import { NavBar } from '../../ui/navbar.tsx'
import '../field/account.css'

export const securityPath = '/pages/user/setup/safe/index'

export function SecurityPage({
  title,
  notes,
  above = securityPath,
  children,
}: {
  title: string
  notes?: readonly string[]
  above?: string
  children: ReactNode
}) {
  return (
    <>
      <NavBar title={title} backLabel={useText(commonText).back} back={() => back(above)} />
      <main className="page plain screen-in safe-page">
        <div className="safe-form">{children}</div>
        {notes && (
          <ul className="safe-notes">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </main>
    </>
  )
}
