/** What the system wrote, newest first, with its four faces; it is read as it is seen. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { now } from '../kit/clock.ts'
import { agoOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text.ts'
import { Button } from '../ui/button.tsx'
import { art, Face } from '../ui/face.tsx'
import { RetryIcon, WarnIcon } from '../ui/icon.tsx'
import { NearEnd } from '../ui/near-end.tsx'
import { readTalk, system, talk } from './data.ts'
import './message.css'
import { messageText } from './text.ts'

export function SystemList() {
  const words = useText(messageText)
  const common = useText(commonText)
  const client = useQueryClient()
  const list = useInfiniteQuery(talk(system))
  const rows = list.data?.pages.flatMap((page) => page.data) ?? []
  const newest = rows[0]?.id ?? ''
  useEffect(() => {
    if (newest !== '') void readTalk(client, system)
  }, [client, newest])

  if (list.isPending)
    return (
      <div className="late" aria-hidden="true">
        <span className="sk" style={{ height: 108, borderRadius: 20, marginBottom: 12 }} />
        <span className="sk" style={{ height: 84, borderRadius: 20 }} />
      </div>
    )
  if (list.isLoadingError)
    return (
      <Face art={art.lost} title={words.failedTitle} text={words.failedText} isNear>
        <Button look="main" icon={<RetryIcon size={20} />} onClick={() => void list.refetch()}>
          {common.retry}
        </Button>
      </Face>
    )
  if (rows.length === 0) return <Face art={art.people} title={words.noSystem} text={words.noSystemText} isNear />
  return (
    <>
      {list.isRefetchError && (
        <output className="note">
          <WarnIcon size={18} />
          {words.saved(agoOf(list.dataUpdatedAt / 1000, now()))}
        </output>
      )}
      <ul className="said">
        {rows.map((row) => (
          <li key={row.id} className="card">
            <p>{row.text}</p>
            <time className="cap" dateTime={new Date(row.sent_at * 1000).toISOString()}>
              {agoOf(row.sent_at, now())}
            </time>
          </li>
        ))}
      </ul>
      {list.hasNextPage && <NearEnd reached={() => void list.fetchNextPage()} isBusy={list.isFetchingNextPage} />}
    </>
  )
}
