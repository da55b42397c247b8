/** Gender, birthday and region. */
import { AboutForm } from '../../../../account/profile/about-form.tsx'
import { profileText } from '../../../../account/profile/profile-text.ts'
import { useText } from '../../../../kit/lang.ts'
import { back } from '../../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../../kit/page.ts'
import { useSession } from '../../../../kit/session.ts'
import { commonText } from '../../../../kit/text/text.ts'
import { classes } from '../../../../ui/classes.ts'
import layoutStyles from '../../../../ui/layout.module.css'
import { NavBar } from '../../../../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'user' }

const above = '/pages/user/userinfo/index'

export function Screen() {
  const { user } = useSession()
  return (
    <>
      <NavBar title={useText(profileText).about} backLabel={useText(commonText).back} back={() => back(above)} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing, layoutStyles.top16)}>
        {user && <AboutForm user={user} done={() => back(above)} />}
      </main>
    </>
  )
}
