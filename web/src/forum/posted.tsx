/** What became of a post that was sent: on its way, waiting for the net, refused, or there. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCell } from '../kit/cell.ts'
import { useText } from '../kit/lang.ts'
import { Button } from '../ui/button.tsx'
import { art, Face } from '../ui/face.tsx'
import { RetryIcon } from '../ui/icon.tsx'
import { rereadFeeds } from './changes.ts'
import { oneThread } from './data.ts'
import { desk } from './desk.ts'
import { again, posted, startOutbox, throwAway } from './outbox.ts'
import { outboxText } from './outbox-text.ts'
import { hrefTo, paths, threadHref } from './paths.ts'

export function Posted({ id }: { id: string }) {
  const words = useText(outboxText)
  const client = useQueryClient()
  const waiting = useCell(desk).waiting.find((one) => one.id === id)
  const threadId = useCell(posted)[id]
  useEffect(
    () =>
      startOutbox({
        posted(thread) {
          client.setQueryData(oneThread(thread.id).queryKey, thread)
          rereadFeeds(client)
        },
      }),
    [client],
  )
  if (threadId)
    return (
      <Face art={art.arriving} title={words.postedTitle} text={words.postedText} isNear>
        <a className="btn main" href={threadHref(threadId)}>
          {words.see}
        </a>
        <a className="btn bare" href={hrefTo(paths.editor)}>
          {words.another}
        </a>
      </Face>
    )
  if (!waiting)
    return (
      <Face art={art.people} title={words.nothingTitle} text={words.nothingText} isNear>
        <a className="btn main" href={hrefTo(paths.boards)}>
          {words.toBoards}
        </a>
      </Face>
    )
  if (waiting.state === 'sending')
    return (
      <div role="status" aria-busy="true">
        <Face art={art.arriving} title={words.sendingTitle} text={words.sendingText} isNear>
          <span className="spin late" />
        </Face>
      </div>
    )
  const isRefused = waiting.state === 'refused'
  return (
    <Face
      art={isRefused ? art.lost : art.phone}
      title={isRefused ? words.refusedTitle : words.waitingTitle}
      text={isRefused ? waiting.why : words.waitingText}
      isNear
    >
      <Button look="main" icon={<RetryIcon size={20} />} onClick={() => again(id)}>
        {words.again}
      </Button>
      {/* It is a draft again: what is changed there is sent anew. */}
      <a className="btn bare" href={hrefTo(paths.editor, { draft: id })} onClick={() => throwAway(id)}>
        {words.toDraft}
      </a>
    </Face>
  )
}
