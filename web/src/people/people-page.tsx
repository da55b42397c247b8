/** The page of followers or following; of another user with ?user_id=. */
import { useQuery } from '@tanstack/react-query'
import { useText } from '../kit/lang.ts'
import { back, useQueryValue } from '../kit/nav/nav.ts'
import { useSession } from '../kit/session.ts'
import { commonText } from '../kit/text/text.ts'
import { displayNameOf } from '../shared/person.ts'
import { classes } from '../ui/classes.ts'
import layoutStyles from '../ui/layout.module.css'
import { NavBar } from '../ui/navbar.tsx'
import { person, type Side } from './data.ts'
import { PeopleList } from './people-list.tsx'
import { peopleText } from './text.ts'

export function PeoplePage({ side }: { side: Side }) {
  const words = useText(peopleText)
  const userId = useQueryValue('user_id')
  const ownId = useSession().user?.user_id ?? ''
  const one = useQuery(person(userId)).data
  const titleOf = { fans: words.fansOf, follows: words.followsOf }[side]
  return (
    <>
      <NavBar
        title={one && one.user_id !== ownId ? titleOf(displayNameOf(one)) : words[side]}
        backLabel={useText(commonText).back}
        back={() => back('/pages/main/user/index')}
      />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        <PeopleList key={userId} side={side} userId={userId} ownId={ownId} />
      </main>
    </>
  )
}
