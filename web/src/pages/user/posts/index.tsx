/** A user's page (?user_id=, the own one without): profile, relation, and posts. */
import { useQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { useState } from 'react'
import { PersonPosts } from '../../../forum/mine/person-posts.tsx'
import { useIsMissing } from '../../../kit/query/use-is-missing.ts'
import { useText } from '../../../kit/lang.ts'
import { back, useQueryValue } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text/text.ts'
import { conversationOf } from '../../../message/data.ts'
import { BlockSheet } from '../../../people/block-sheet.tsx'
import { person } from '../../../people/data.ts'
import styles from '../../../people/people.module.css'
import headStyles from '../../../people/person-head.module.css'
import { PersonHead } from '../../../people/person-head.tsx'
import { peopleText } from '../../../people/text.ts'
import { displayNameOf } from '../../../shared/person.ts'
import { LoadFailed } from '../../../shared/query-list.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import gridStyles from '../../../ui/grid.module.css'
import { lines } from '../../../ui/illustration-lines.tsx'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'
import skeletonStyles from '../../../ui/skeleton.module.css'
import { Skeleton } from '../../../ui/skeleton.tsx'

export const meta: PageMeta = { needs: 'user' }

const editPath = '/pages/user/userinfo/index'

export function Screen() {
  const words = useText(peopleText)
  const common = useText(commonText)
  const userId = useQueryValue('user_id')
  const ownId = useSession().user?.user_id ?? ''
  const isOwn = userId === '' || userId === ownId
  const one = useQuery(person(isOwn ? '' : userId))
  const [isAsking, setAsking] = useState(false)
  const isNobody = useIsMissing(one)
  const other = isNobody ? undefined : one.data
  return (
    <>
      <NavBar
        title={other ? displayNameOf(other) : words.page}
        backLabel={common.back}
        back={() => back('/pages/main/user/index')}
      >
        {other && !isOwn && !other.is_blocked && (
          <IconButton label={`${words.block} ${displayNameOf(other)}`} onClick={() => setAsking(true)}>
            <Ban strokeWidth={1.75} />
          </IconButton>
        )}
      </NavBar>
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        {isNobody && <EmptyState art={lines.nobody} title={words.unknownTitle} text={words.unknownText} isNear />}
        {one.isLoadingError && !isNobody && <LoadFailed onRetry={() => void one.refetch()} />}
        {one.isPending && !isNobody && <HeadSkeleton />}
        {other && (
          <div className={classes(styles.personPage, gridStyles.sideMain)}>
            <PersonHead person={other} isOwn={isOwn} writeTo={conversationOf(other.user_id)} edit={`#${editPath}`} />
            {!other.is_blocked && <PersonPosts userId={isOwn ? '' : other.user_id} />}
            <BlockSheet person={other} isOpen={isAsking} onClose={() => setAsking(false)} />
          </div>
        )}
      </main>
    </>
  )
}

function HeadSkeleton() {
  return (
    <div className={classes(skeletonStyles.late, headStyles.waiting)} aria-hidden="true">
      <div className={headStyles.head}>
        <Skeleton width={68} height={68} isRound />
        <span className={layoutStyles.grow}>
          <Skeleton width={150} height={24} below={8} />
          <Skeleton width={100} height={16} />
        </span>
      </div>
      <Skeleton height={74} radius={20} />
    </div>
  )
}
