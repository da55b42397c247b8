/** Whom one follows, or another person does (?user_id=). */
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../kit/lang.ts'
import { back, useQueryValue } from '../../../kit/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { nameOf } from '../../../kit/person.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text.ts'
import { person } from '../../../people/data.ts'
import { PeopleList } from '../../../people/people-list.tsx'
import { peopleText } from '../../../people/text.ts'
import { NavBar } from '../../../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'user' }

export function Screen() {
  const words = useText(peopleText)
  const userId = useQueryValue('user_id')
  const ownId = useSession().user?.user_id ?? ''
  const one = useQuery(person(userId)).data
  return (
    <>
      <NavBar
        title={one && one.user_id !== ownId ? words.followsOf(nameOf(one)) : words.follows}
        backLabel={useText(commonText).back}
        back={() => back('/pages/main/user/index')}
      />
      <main className="page plain screen-in">
        <PeopleList key={userId} side="follows" userId={userId} ownId={ownId} />
      </main>
    </>
  )
}
