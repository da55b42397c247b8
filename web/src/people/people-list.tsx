/** The followers of a user, or whom the user follows, in four states. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useText } from '../kit/lang.ts'
import { QueryList } from '../shared/query-list.tsx'
import buttonStyles from '../ui/button.module.css'
import { classes } from '../ui/classes.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { lines } from '../ui/illustration-lines.tsx'
import { peopleOf, personOf, type Side } from './data.ts'
import { FollowButton } from './follow-button.tsx'
import styles from './people.module.css'
import { PeopleSkeleton, PersonItem } from './person-row.tsx'
import { peopleText } from './text.ts'

const explorePath = '/pages/main/explore/explore'

/** userId '' is the signed-in user, and so is `ownId`. */
export function PeopleList({ side, userId, ownId }: { side: Side; userId: string; ownId: string }) {
  const words = useText(peopleText)
  const list = useInfiniteQuery(peopleOf(side, userId))
  const isOwn = userId === '' || userId === ownId
  const empty = (
    <EmptyState art={lines.people} title={side === 'fans' ? words.noFans : words.noFollows} text={emptyText()} isNear>
      {isOwn && (
        <a className={classes(buttonStyles.button, buttonStyles.main)} href={side === 'fans' ? personOf('') : `#${explorePath}`}>
          {side === 'fans' ? words.toProfile : words.explore}
        </a>
      )}
    </EmptyState>
  )
  const nobody = <EmptyState art={lines.nobody} title={words.unknownTitle} text={words.unknownText} isNear />
  return (
    <QueryList list={list} waiting={<PeopleSkeleton />} empty={empty} missing={nobody}>
      {(rows) => (
        <ul className={styles.people}>
          {rows.map((row) => (
            <PersonItem key={row.user_id} person={row} note={side === 'follows' && row.follows_me ? words.followsYou : undefined}>
              <FollowButton person={row} />
            </PersonItem>
          ))}
        </ul>
      )}
    </QueryList>
  )

  function emptyText(): string {
    if (side === 'fans') return isOwn ? words.noFansText : words.noFansOther
    return isOwn ? words.noFollowsText : words.noFollowsOther
  }
}
