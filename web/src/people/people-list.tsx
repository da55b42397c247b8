/** Who follows a person, or whom they follow, with its four faces. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { now } from '../kit/clock.ts'
import { agoOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text.ts'
import { Button } from '../ui/button.tsx'
import { art, Face } from '../ui/face.tsx'
import { RetryIcon, WarnIcon } from '../ui/icon.tsx'
import { NearEnd } from '../ui/near-end.tsx'
import { peopleOf, personOf, type Side } from './data.ts'
import { FollowButton } from './follow-button.tsx'
import { PeopleSkeleton, PersonItem } from './person-row.tsx'
import { peopleText } from './text.ts'

const explorePath = '/pages/main/explore/explore'

/** userId '' is oneself; `ownId` has no button to follow. */
export function PeopleList({ side, userId, ownId }: { side: Side; userId: string; ownId: string }) {
  const words = useText(peopleText)
  const common = useText(commonText)
  const list = useInfiniteQuery(peopleOf(side, userId))
  const rows = list.data?.pages.flatMap((page) => page.data) ?? []
  const isOwn = userId === '' || userId === ownId

  if (list.isPending) return <PeopleSkeleton />
  if (list.isLoadingError)
    return (
      <Face art={art.lost} title={words.failedTitle} text={words.failedText} isNear>
        <Button look="main" icon={<RetryIcon size={20} />} onClick={() => void list.refetch()}>
          {common.retry}
        </Button>
      </Face>
    )
  if (rows.length === 0)
    return (
      <Face art={art.people} title={side === 'fans' ? words.noFans : words.noFollows} text={emptyText()} isNear>
        {isOwn && (
          <a className="btn main" href={side === 'fans' ? personOf('') : `#${explorePath}`}>
            {side === 'fans' ? words.toProfile : words.explore}
          </a>
        )}
      </Face>
    )
  return (
    <>
      {list.isRefetchError && (
        <output className="note">
          <WarnIcon size={18} />
          {words.saved(agoOf(list.dataUpdatedAt / 1000, now()))}
        </output>
      )}
      <ul className="people">
        {rows.map((row) => (
          <PersonItem key={row.user_id} who={row} note={side === 'follows' && row.follows_me ? words.followsYou : undefined}>
            {row.user_id !== ownId && <FollowButton who={row} />}
          </PersonItem>
        ))}
      </ul>
      {list.hasNextPage && <NearEnd reached={() => void list.fetchNextPage()} isBusy={list.isFetchingNextPage} />}
    </>
  )

  function emptyText(): string {
    if (side === 'fans') return isOwn ? words.noFansText : words.noFansOther
    return isOwn ? words.noFollowsText : words.noFollowsOther
  }
}
