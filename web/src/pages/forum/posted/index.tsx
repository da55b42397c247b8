/** The status of a sent post (?id= of its draft). */
import { paths } from '../../../forum/base/paths.ts'
import { PostStatus } from '../../../forum/mine/post-status.tsx'
import { outboxText } from '../../../forum/outbox/outbox-text.ts'
import { useText } from '../../../kit/lang.ts'
import { back, useQueryValue } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { commonText } from '../../../kit/text/text.ts'
import { classes } from '../../../ui/classes.ts'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'user' }

export function Screen() {
  const words = useText(outboxText)
  return (
    <>
      <NavBar title={words.title} backLabel={useText(commonText).back} back={() => back(paths.boards)} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        <PostStatus id={useQueryValue('id')} />
      </main>
    </>
  )
}
