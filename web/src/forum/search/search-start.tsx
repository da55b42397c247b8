/** The empty search: the search history and hot words. */
import { useQuery } from '@tanstack/react-query'
import { Clock, X } from 'lucide-react'
import { useEffect } from 'react'
import { useText } from '../../kit/lang.ts'
import { useObservable } from '../../kit/observable.ts'
import { useSession } from '../../kit/session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import chipStyles from '../../ui/chip.module.css'
import sectionHeadStyles from '../../ui/section-head.module.css'
import textStyles from '../../ui/text.module.css'
import { hrefTo, paths } from '../base/paths.ts'
import { forgetSearch, hotQueries, searchHistory, openHistory } from './search-data.ts'
import { searchText } from './search-text.ts'
import styles from './search.module.css'

export function SearchStart() {
  const words = useText(searchText)
  const session = useSession()
  const old = useObservable(searchHistory)
  const hot = useQuery(hotQueries()).data
  useEffect(() => void openHistory(session), [session])
  const foundHref = (q: string) => hrefTo(paths.searchResults, { q })
  return (
    <>
      {old.length > 0 && (
        <section className={styles.ask}>
          <div className={sectionHeadStyles.sectionHead}>
            <h2>{words.history}</h2>
            <Button look="text" isQuiet onClick={() => forgetSearch('')}>
              {words.clearHistory}
            </Button>
          </div>
          <ul>
            {old.map((q) => (
              <li className={styles.recent} key={q}>
                <Clock size={18} strokeWidth={1.75} aria-hidden="true" />
                <a className={textStyles.oneLine} href={foundHref(q)}>
                  {q}
                </a>
                <IconButton label={words.dropOne(q)} onClick={() => forgetSearch(q)}>
                  <X size={18} strokeWidth={1.75} />
                </IconButton>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={styles.ask}>
        <div className={sectionHeadStyles.sectionHead}>
          <h2>{words.hot}</h2>
        </div>
        {hot?.length === 0 && <p className={textStyles.secondary}>{words.noHot}</p>}
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
