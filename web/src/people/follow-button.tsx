/** Follow and unfollow; shows the relation. Not rendered for oneself; guests are asked to sign in. */
import type { PersonRow } from '@homeport/contract/shape/person.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useText } from '../kit/lang.ts'
import { useNeedLogin } from '../kit/need-login.ts'
import { displayNameOf } from '../shared/person.ts'
import { useSession } from '../kit/session.ts'
import { Button } from '../ui/button.tsx'
import { setFollow } from './data.ts'
import { peopleText } from './text.ts'

export function FollowButton({ person, isBig }: { person: PersonRow; isBig?: boolean }) {
  const words = useText(peopleText)
  const tapping = useMutation(setFollow(useQueryClient()))
  const needLogin = useNeedLogin()
  const isOneself = useSession().user?.user_id === person.user_id
  if (isOneself) return null
  const word = person.is_followed
    ? person.follows_me
      ? words.mutual
      : words.following
    : person.follows_me
      ? words.followBack
      : words.follow
  return (
    <Button
      variant={person.is_followed ? 'plain' : isBig ? 'main' : 'line'}
      isSmall={!isBig}
      isWide={isBig ?? false}
      aria-label={words.followOf(word, displayNameOf(person))}
      onClick={() => needLogin(() => tapping.mutate({ person, isOn: !person.is_followed }))}
    >
      {word}
    </Button>
  )
}
