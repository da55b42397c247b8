/** The searches of before, each with its link and a button that removes it. */
import { Clock, X } from 'lucide-react'
import { useEffect } from 'react'
import { useText } from '../../kit/lang.ts'
import { useObservable } from '../../kit/observable.ts'
import { useSession } from '../../kit/session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import sectionHeadStyles from '../../ui/section-head.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './search-field.module.css'
import type { SearchHistory } from './search-history.ts'
import { searchFieldText } from './search-text.ts'

export function RecentSearches({ history, hrefOf }: { history: SearchHistory; hrefOf: (q: string) => string }) {
  const words = useText(searchFieldText)
  const session = useSession()
  const queries = useObservable(history.queries)
  useEffect(() => void history.open(session), [history, session])
  if (queries.length === 0) return null
  return (
    <section className={styles.ask}>
      <div className={sectionHeadStyles.sectionHead}>
        <h2>{words.history}</h2>
        <Button variant="text" isQuiet onClick={() => history.forget('')}>
          {words.clearHistory}
        </Button>
      </div>
      <ul>
        {queries.map((q) => (
          <li className={styles.recent} key={q}>
            <Clock size={18} strokeWidth={1.75} aria-hidden="true" />
            <a className={textStyles.oneLine} href={hrefOf(q)}>
              {q}
            </a>
            <IconButton label={words.removeOne(q)} onClick={() => history.forget(q)}>
              <X size={18} strokeWidth={1.75} />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
