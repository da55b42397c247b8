/** A follow button beside an author's name, except for the user's own posts. */
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../kit/session.ts'
import { person } from './data.ts'
import { FollowButton } from './follow-button.tsx'

export function AuthorFollow({ userId }: { userId: string }) {
  const { token, user } = useSession()
  return token !== '' && user?.user_id !== userId ? <Follow userId={userId} /> : null
}

/** Nothing until the relation is loaded, and nothing if there is a block. */
function Follow({ userId }: { userId: string }) {
  const other = useQuery(person(userId)).data
  return other && !other.is_blocked ? <FollowButton person={other} /> : null
}
