/** Beside the name of who wrote something: follow them, unless it is oneself. */
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../kit/session.ts'
import { person } from './data.ts'
import { FollowButton } from './follow-button.tsx'

export function AuthorFollow({ userId }: { userId: string }) {
  const { token, user } = useSession()
  return token !== '' && user?.user_id !== userId ? <Follow userId={userId} /> : null
}

/** Nothing until it is known what stands between the two, and nothing where a block does. */
function Follow({ userId }: { userId: string }) {
  const who = useQuery(person(userId)).data
  return who && !who.is_blocked ? <FollowButton who={who} /> : null
}
