/** My posts (?tab=): posts, replies, bookmarks, drafts. */
import { paths } from '../../../../forum/base/paths.ts'
import { pathTo } from '../../../../kit/nav/href.ts'
import { PostButton } from '../../../../forum/base/post-button.tsx'
import { forumText } from '../../../../forum/base/text.ts'
import { MyPosts, myTabs } from '../../../../forum/mine/my-posts.tsx'
import { useText } from '../../../../kit/lang.ts'
import { back, redirect, useQueryValue } from '../../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../../kit/page.ts'
import { commonText } from '../../../../kit/text/text.ts'
import { classes } from '../../../../ui/classes.ts'
import layoutStyles from '../../../../ui/layout.module.css'
import { NavBar } from '../../../../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'user' }

export function Screen() {
  const words = useText(forumText)
  const queryTab = useQueryValue('tab')
  const tab = myTabs.find((one) => one === queryTab) ?? 'posts'
  return (
    <>
      <NavBar title={words.myPosts} backLabel={useText(commonText).back} back={() => back('/pages/main/user/index')} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        <MyPosts tab={tab} onSelect={(next) => redirect(pathTo(paths.myPosts, { tab: next }))} />
        <PostButton />
      </main>
    </>
  )
}
