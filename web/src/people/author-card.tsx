/** The author of a post as a card on wide windows, with a few counts. */
import { useQuery } from '@tanstack/react-query'
import { useLang, useText } from '../kit/lang.ts'
import { displayNameOf } from '../shared/person.ts'
import { pictureUrl } from '../shared/picture-url.ts'
import { Avatar } from '../ui/avatar.tsx'
import cardStyles from '../ui/card.module.css'
import { classes } from '../ui/classes.ts'
import layoutStyles from '../ui/layout.module.css'
import textStyles from '../ui/text.module.css'
import { person, personOf } from './data.ts'
import styles from './people.module.css'
import { peopleText } from './text.ts'

/** Guests see only what the thread shows. */
export function AuthorCard({ userId }: { userId: string }) {
  const words = useText(peopleText)
  const lang = useLang()
  const user = useQuery(person(userId)).data
  if (!user) return null
  const number = new Intl.NumberFormat(lang === 'zh' ? 'zh-CN' : 'en', { notation: 'compact', maximumFractionDigits: 1 })
  const { posts, fans } = user.counts
  return (
    <a className={classes(cardStyles.card, styles.authorCard)} href={personOf(userId)}>
      <Avatar name={displayNameOf(user)} src={pictureUrl(user.avatar)} isSmall />
      <span className={layoutStyles.grow}>
        <span className={classes(textStyles.label, textStyles.oneLine)}>{displayNameOf(user)}</span>
        <span className={classes(textStyles.caption, textStyles.numeric)}>
          {words.figures(number.format(posts), number.format(fans))}
        </span>
      </span>
    </a>
  )
}
