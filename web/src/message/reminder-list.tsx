/** The list of notifications, newest first, in its four states; opening one marks it read. */
import type { Reminder } from '@homeport/contract/message.ts'
import type { Person } from '@homeport/contract/shape/person.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import type { ReactNode } from 'react'
import { now } from '../kit/clock.ts'
import { agoOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { displayNameOf } from '../shared/person.ts'
import { pictureUrl } from '../shared/picture-url.ts'
import { Avatar } from '../ui/avatar.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { lines } from '../ui/illustration-lines.tsx'
import { QueryList } from '../shared/query-list.tsx'
import { readReminder, remindersOf } from './data.ts'
import './message.css'
import { messageText } from './text.ts'

/** `hrefOf`: the link of a notification; undefined if it has none. `otherwise`: shown if the list is empty. */
export function ReminderList({
  hrefOf,
  otherwise,
}: {
  hrefOf: (reminder: Reminder) => string | undefined
  otherwise: ReactNode
}) {
  const words = useText(messageText)
  const client = useQueryClient()
  const list = useInfiniteQuery(remindersOf())
  return (
    <QueryList
      list={list}
      waiting={
        <ul className="talks late" aria-hidden="true">
          {[0, 1, 2].map((row) => (
            <li className="tk" key={row}>
              <span className="sk" style={{ width: 40, height: 40, borderRadius: '50%', flex: 'none' }} />
              <span className="sk grow" style={{ height: 16 }} />
            </li>
          ))}
        </ul>
      }
      empty={
        <EmptyState art={lines.bell} title={words.noReminders} text={words.noRemindersText} isNear>
          {otherwise}
        </EmptyState>
      }
    >
      {(rows) => (
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
                    {row.by && <b>{displayNameOf(row.by)} </b>}
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
      )}
    </QueryList>
  )
}

function Who({ by }: { by: Person | null }) {
  if (by) return <Avatar name={displayNameOf(by)} src={pictureUrl(by.avatar)} isSmall />
  return (
    <span className="tile" style={{ width: 40, height: 40, borderRadius: '50%' }}>
      <Bell size={20} strokeWidth={1.75} />
    </span>
  )
}
