/** The search page: field, search history, hot words. */
import { paths, pathTo } from '../../../forum/base/paths.ts'
import { SearchField } from '../../../forum/search/search-field.tsx'
import { SearchStart } from '../../../forum/search/search-start.tsx'
import { back, redirect } from '../../../kit/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { classes } from '../../../ui/classes.ts'
import layoutStyles from '../../../ui/layout.module.css'

export const meta: PageMeta = { needs: 'anyone' }

export function Screen() {
  return (
    <>
      <SearchField first="" search={(q) => redirect(pathTo(paths.searchResults, { q }))} leave={() => back(paths.explore)} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        <SearchStart />
      </main>
    </>
  )
}
