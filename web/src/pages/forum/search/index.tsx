/** The search page: field, search history, hot words. */
import { paths } from '../../../forum/base/paths.ts'
import { SearchStart } from '../../../forum/search/search-start.tsx'
import { searchText } from '../../../forum/search/search-text.ts'
import { pathTo } from '../../../kit/nav/href.ts'
import { useText } from '../../../kit/lang.ts'
import { back, redirect } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { SearchField } from '../../../shared/search/search-field.tsx'
import { classes } from '../../../ui/classes.ts'
import layoutStyles from '../../../ui/layout.module.css'

export const meta: PageMeta = { needs: 'anyone' }

export function Screen() {
  const words = useText(searchText)
  return (
    <>
      <SearchField
        title={words.title}
        label={words.field}
        first=""
        search={(q) => redirect(pathTo(paths.searchResults, { q }))}
        leave={() => back(paths.explore)}
      />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        <SearchStart />
      </main>
    </>
  )
}
