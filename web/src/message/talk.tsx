/** One conversation: the newest at the bottom, older ones load on scroll up, and the outbox; shown messages are marked read. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Message } from '@homeport/contract/message.ts'
import type { Person } from '@homeport/contract/shape/person.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, type ComponentType } from 'react'
import { now } from '../kit/time/clock.ts'
import { isFailure } from '../kit/failure.ts'
import { useText } from '../kit/lang.ts'
import { useObservable } from '../kit/observable.ts'
import { isShown, watchShown } from '../kit/platform.ts'
import { displayNameOf } from '../shared/person.ts'
import { LoadFailed, LoadMore } from '../shared/query-list.tsx'
import { ShownAt } from '../ui/as-of.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { lines } from '../ui/illustration-lines.tsx'
import { Bubble, OutgoingBubble } from './bubble.tsx'
import { Composer } from './composer.tsx'
import { insert, readTalk, talk } from './data.ts'
import { outgoingMessages, startMessageOutbox } from './message-outbox.ts'
import styles from './talk.module.css'
import { messageText } from './text.ts'
import { dayName } from './day-separator.ts'

/** `Head` is rendered above; null until the other user is known. */
export function Talk({ withId, Head }: { withId: string; Head: ComponentType<{ other: Person | null }> }) {
  const words = useText(messageText)
  const list = useInfiniteQuery(talk(withId))
  const rows = useMemo(() => (list.data?.pages.flatMap((page) => page.data) ?? []).toReversed(), [list.data])
  const other = list.data?.pages[0]?.with ?? null
  const waiting = useObservable(outgoingMessages).filter(
    (one) => one.to === withId && !rows.some((row) => row.from_me && row.id === one.id),
  )
  const client = useQueryClient()
  useEffect(() => startMessageOutbox((to, message) => insert(client, to, message)), [client])
  useReading(withId, rows.findLast((row) => !row.from_me)?.id ?? '')

  if (isFailure(list.error, 'code') && list.error.code === Code.notFound)
    return (
      <>
        <Head other={null} />
        <EmptyState art={lines.nobody} title={words.closedTitle} text={words.closedText} isNear />
      </>
    )
  const name = other ? displayNameOf(other) : ''
  return (
    <>
      <Head other={other} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so that the keyboard must reach it */}
      <div className={styles.scroll} role="log" aria-label={words.talkWith(name)} tabIndex={0}>
        <div className={styles.body}>
          {list.isLoadingError && <LoadFailed onRetry={() => void list.refetch()} />}
          <ShownAt list={list} />
          <LoadMore list={list} />
          {list.data && rows.length === 0 && waiting.length === 0 && (
            <EmptyState art={lines.letter} title={words.begin(name)} text={words.beginText} isNear />
          )}
          <ol className={styles.bubbles}>
            {rows.map((row, at) => (
              <Line key={`${row.from_me ? 'me' : ''} ${row.id}`} row={row} before={rows[at - 1]} after={rows[at + 1]} />
            ))}
            {waiting.map((letter) => (
              <OutgoingBubble key={letter.id} letter={letter} />
            ))}
          </ol>
        </div>
      </div>
      <Composer key={withId} to={withId} />
    </>
  )
}

/** Messages by one user within this time share one timestamp. */
const togetherSeconds = 300

function Line({ row, before, after }: { row: Message; before: Message | undefined; after: Message | undefined }) {
  const day = dayName(row.sent_at, now())
  return (
    <>
      {(!before || dayName(before.sent_at, now()) !== day) && <li className={styles.day}>{day}</li>}
      <Bubble message={row} isLast={after?.from_me !== row.from_me || after.sent_at - row.sent_at > togetherSeconds} />
    </>
  )
}

/** Marks new messages read while the page is visible. */
function useReading(withId: string, newest: string): void {
  const client = useQueryClient()
  useEffect(() => {
    if (newest === '') return
    const read = () => void readTalk(client, withId)
    if (isShown()) return read()
    return watchShown((isShown) => isShown && read())
  }, [client, withId, newest])
}
