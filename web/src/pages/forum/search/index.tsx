/** Looking for something in the forum: the field, what one looked for before, hot words. */
import { paths, pathTo } from '../../../forum/paths.ts'
import { SearchField } from '../../../forum/search-field.tsx'
import { SearchStart } from '../../../forum/search-start.tsx'
import { searchText } from '../../../forum/search-text.ts'
import { useText } from '../../../kit/lang.ts'
import { back, forward } from '../../../kit/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { commonText } from '../../../kit/text.ts'
import { NavBar } from '../../../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'anyone' }

export function Screen() {
  const words = useText(searchText)
  return (
    <>
      <NavBar title={words.title} backLabel={useText(commonText).back} back={() => back(paths.explore)} />
      <main className="page plain screen-in">
        <SearchField first="" look={(q) => forward(pathTo(paths.found, { q }))} />
        <SearchStart />
      </main>
    </>
  )
}
