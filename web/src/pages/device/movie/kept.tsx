/** The films on this phone, and those on their way to it. */
import { useText } from '../../../kit/lang.ts'
import { back } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { isPhone } from '../../../kit/browser-features.ts'
import { commonText } from '../../../kit/text/text.ts'
import { libraryPath } from '../../../movie/data.ts'
import { KeptList } from '../../../movie/kept/kept-list.tsx'
import { movieText } from '../../../movie/text.ts'
import { classes } from '../../../ui/classes.ts'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'user' }

export function Screen() {
  const words = useText(movieText)
  return (
    <>
      <NavBar
        title={isPhone() ? words.onThisPhone : words.onThisDevice}
        backLabel={useText(commonText).back}
        back={() => back(libraryPath)}
      />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        <KeptList />
      </main>
    </>
  )
}
