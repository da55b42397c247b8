/** The user's block list with unblock buttons; part of the security page. */
import type { Person } from '@homeport/contract/shape/person.ts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text/text.ts'
import { mutateThen } from '../kit/query/mutate-then.ts'
import { displayNameOf } from '../shared/person.ts'
import { LoadMore } from '../shared/query-list.tsx'
import { Button } from '../ui/button.tsx'
import { RetryIcon, WarnIcon } from '../ui/icon.tsx'
import noteStyles from '../ui/note.module.css'
import sectionHeadStyles from '../ui/section-head.module.css'
import { Skeleton } from '../ui/skeleton.tsx'
import textStyles from '../ui/text.module.css'
import { toast } from '../ui/toast.tsx'
import { blockedPeople, setBlock } from './data.ts'
import styles from './people.module.css'
import { PersonItem } from './person-row.tsx'
import { peopleText } from './text.ts'

export function BlockedPeople() {
  const words = useText(peopleText)
  const common = useText(commonText)
  const list = useInfiniteQuery(blockedPeople())
  const rows = list.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <section>
      <div className={sectionHeadStyles.sectionHead}>
        <h2>{words.blockedTitle}</h2>
      </div>
      {list.isPending && <Skeleton height={56} radius={20} isLate />}
      {list.isLoadingError && (
        <>
          <p className={noteStyles.note} role="alert">
            <WarnIcon size={18} />
            {common.failedTitle}
          </p>
          <Button icon={<RetryIcon size={20} />} onClick={() => void list.refetch()}>
            {common.retry}
          </Button>
        </>
      )}
      {list.data && rows.length === 0 && <p className={textStyles.secondary}>{words.noBlocked}</p>}
      <ul className={styles.people}>
        {rows.map((person) => (
          <PersonItem key={person.user_id} person={person}>
            <Unblock person={person} />
          </PersonItem>
        ))}
      </ul>
      <LoadMore list={list} />
    </section>
  )
}

function Unblock({ person }: { person: Person }) {
  const words = useText(peopleText)
  const blocking = useMutation(setBlock(useQueryClient()))
  const name = displayNameOf(person)
  return (
    <Button
      variant="line"
      isSmall
      isBusy={blocking.isPending}
      aria-label={words.unblockOf(name)}
      onClick={() => mutateThen(blocking, { person, isOn: false }, () => toast(words.wasUnblocked(name)))}
    >
      {words.unblock}
    </Button>
  )
}
