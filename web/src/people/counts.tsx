/** A user's counts of posts, followers, following and bookmarks, as a card of the profile. */
import type { PersonPage } from '@homeport/contract/people.ts'
import { useLang, useText } from '../kit/lang.ts'
import cardStyles from '../ui/card.module.css'
import { classes } from '../ui/classes.ts'
import styles from './counts.module.css'
import { listPath, personPath } from './data.ts'
import { peopleText } from './text.ts'

const bookmarksPath = '/pages/user/mine/postmanagement/index?tab=favorites'

/** Others' bookmarks are not links. Until the counts load their space is empty. */
export function Counts({ counts, userId }: { counts: PersonPage['counts'] | undefined; userId: string }) {
  const words = useText(peopleText)
  const lang = useLang()
  const number = new Intl.NumberFormat(lang === 'zh' ? 'zh-CN' : 'en', { notation: 'compact', maximumFractionDigits: 1 })
  const query = userId === '' ? '' : `?user_id=${encodeURIComponent(userId)}`
  const cells = [
    { word: words.posts, count: counts?.posts, href: `#${personPath}${query}` },
    { word: words.fans, count: counts?.fans, href: `#${listPath.fans}${query}` },
    { word: words.follows, count: counts?.follows, href: `#${listPath.follows}${query}` },
    { word: words.bookmarks, count: counts?.bookmarks, href: userId === '' ? `#${bookmarksPath}` : undefined },
  ]
  return (
    <nav className={classes(cardStyles.card, styles.counts)} aria-label={words.counts}>
      {cells.map(({ word, count, href }) => {
        const inner = (
          <>
            <b>{count === undefined ? '\u00a0' : number.format(count)}</b>
            <span>{word}</span>
          </>
        )
        return href ? (
          <a key={word} href={href}>
            {inner}
          </a>
        ) : (
          <div key={word}>{inner}</div>
        )
      })}
    </nav>
  )
}
