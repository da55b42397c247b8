/** What others did that one should know of, newest first, with its four faces; one that is opened is read. */
import type { Reminder } from '@homeport/contract/message.ts'
import type { Person } from '@homeport/contract/shape/person.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { now } from '../kit/clock.ts'
import { agoOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { nameOf } from '../kit/person.ts'
import { shownPicture } from '../kit/shown-picture.ts'
import { commonText } from '../kit/text.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { art, Face } from '../ui/face.tsx'
import { RetryIcon, WarnIcon } from '../ui/icon.tsx'
import { NearEnd } from '../ui/near-end.tsx'
import { readReminder, remindersOf } from './data.ts'
import './message.css'
import { messageText } from './text.ts'

/** `hrefOf`: where a reminder leads; undefined where it leads nowhere. */
export function ReminderList({ hrefOf }: { hrefOf: (reminder: Reminder) => string | undefined }) {
  const words = useText(messageText)
  const common = useText(commonText)
  const client = useQueryClient()
  const list = useInfiniteQuery(remindersOf())
  const rows = list.data?.pages.flatMap((page) => page.data) ?? []
  if (list.isPending)
    return (
      <ul className="talks late" aria-hidden="true">
        {[0, 1, 2].map((row) => (
          <li className="tk" key={row}>
            <span className="sk" style={{ width: 40, height: 40, borderRadius: '50%', flex: 'none' }} />
            <span className="sk grow" style={{ height: 16 }} />
          </li>
        ))}
      </ul>
    )
  if (list.isLoadingError)
    return (
      <Face art={art.lost} title={words.failedTitle} text={words.failedText} isNear>
        <Button look="main" icon={<RetryIcon size={20} />} onClick={() => void list.refetch()}>
          {common.retry}
        </Button>
      </Face>
    )
  if (rows.length === 0) return <Face art={art.people} title={words.noReminders} text={words.noRemindersText} isNear />
  return (
    <>
      {list.isRefetchError && (
        <output className="note">
          <WarnIcon size={18} />
          {words.saved(agoOf(list.dataUpdatedAt / 1000, now()))}
        </output>
      )}
      <ul className="talks">
        {rows.map((row) => (
          <li key={row.id}>
            <a
              className={row.is_read ? 'tk' : 'tk new'}
              href={hrefOf(row)}
              onClick={() => row.is_read || void readReminder(client, row.id)}
            >
              <Who by={row.by} />
              <span className="grow">
                <span className="two">
                  {row.by && <b>{nameOf(row.by)} </b>}
                  {words.kinds[row.kind]}
                </span>
                {row.text !== '' && <span className="sub two">{row.text}</span>}
                <time className="cap" dateTime={new Date(row.at * 1000).toISOString()}>
                  {agoOf(row.at, now())}
                </time>
              </span>
              {!row.is_read && (
                <i className="fresh">
                  <span className="vh">{words.new}</span>
                </i>
              )}
            </a>
          </li>
        ))}
      </ul>
      {list.hasNextPage && <NearEnd reached={() => void list.fetchNextPage()} isBusy={list.isFetchingNextPage} />}
    </>
  )
}

function Who({ by }: { by: Person | null }) {
  if (by) return <Avatar name={nameOf(by)} src={shownPicture(by.avatar)} isSmall />
  return (
    <span className="tile" style={{ width: 40, height: 40, borderRadius: '50%' }}>
      <Bell size={20} strokeWidth={1.75} />
    </span>
  )
}
