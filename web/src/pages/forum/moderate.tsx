/** The report queue for moderators. */
import { paths } from '../../forum/base/paths.ts'
import { moderationText } from '../../forum/moderation/moderation-text.ts'
import { ReportedList } from '../../forum/moderation/reported-list.tsx'
import { useText } from '../../kit/lang.ts'
import { back } from '../../kit/nav/nav.ts'
import type { PageMeta } from '../../kit/page.ts'
import { commonText } from '../../kit/text/text.ts'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import { NavBar } from '../../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'user' }

export function Screen() {
  const words = useText(moderationText)
  return (
    <>
      <NavBar title={words.title} backLabel={useText(commonText).back} back={() => back(paths.explore)} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        <ReportedList />
      </main>
    </>
  )
}
