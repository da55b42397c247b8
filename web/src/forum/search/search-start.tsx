/** The empty search: the search history and hot words. */
import { useQuery } from '@tanstack/react-query'
import { hrefTo } from '../../kit/nav/href.ts'
import { useText } from '../../kit/lang.ts'
import { RecentSearches } from '../../shared/search/recent-searches.tsx'
import styles from '../../shared/search/search-field.module.css'
import chipStyles from '../../ui/chip.module.css'
import sectionHeadStyles from '../../ui/section-head.module.css'
import { paths } from '../base/paths.ts'
import { hotQueries, searchHistory } from './search-data.ts'
import { searchText } from './search-text.ts'

export function SearchStart() {
  const words = useText(searchText)
  const hot = useQuery(hotQueries()).data
  const foundHref = (q: string) => hrefTo(paths.searchResults, { q })
  return (
    <>
      <RecentSearches history={searchHistory} hrefOf={foundHref} />
      <section className={styles.ask} hidden={hot?.length === 0}>
        <div className={sectionHeadStyles.sectionHead}>
          <h2>{words.hot}</h2>
        </div>
        <ul className={chipStyles.chips}>
          {hot?.map((q) => (
            <li key={q}>
              <a className={chipStyles.chip} href={foundHref(q)}>
                {q}
              </a>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
