/** The status of a sent post: sending, waiting for the network, or refused; once accepted, its thread replaces the page. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useText } from '../../kit/lang.ts'
import { redirect } from '../../kit/nav/nav.ts'
import { useObservable } from '../../kit/observable.ts'
import buttonStyles from '../../ui/button.module.css'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { art } from '../../ui/drawing.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RetryIcon } from '../../ui/icon.tsx'
import { lines } from '../../ui/illustration-lines.tsx'
import skeletonStyles from '../../ui/skeleton.module.css'
import { toast } from '../../ui/toast.tsx'
import { oneThread } from '../base/data.ts'
import { rereadFeeds } from '../base/mutations.ts'
import { paths } from '../base/paths.ts'
import { hrefTo, pathTo } from '../../kit/nav/href.ts'
import { localPosts } from '../outbox/local-drafts.ts'
import { outboxText } from '../outbox/outbox-text.ts'
import { retry, posted, startOutbox, discard } from '../outbox/outbox.ts'

export function PostStatus({ id }: { id: string }) {
  const words = useText(outboxText)
  const client = useQueryClient()
  const waiting = useObservable(localPosts).waiting.find((one) => one.id === id)
  const threadId = useObservable(posted)[id]
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
  useEffect(() => {
    if (!threadId) return
    toast(words.posted)
    redirect(pathTo(paths.thread, { id: threadId }))
  }, [threadId, words])
  if (threadId) return null
  if (!waiting)
    return (
      <EmptyState art={lines.pages} title={words.nothingTitle} text={words.nothingText} isNear>
        <a className={classes(buttonStyles.button, buttonStyles.main)} href={hrefTo(paths.boards)}>
          {words.toBoards}
        </a>
      </EmptyState>
    )
  if (waiting.state === 'sending')
    return (
      <div className={skeletonStyles.late} role="status" aria-busy="true">
        <EmptyState art={lines.boat} title={words.sendingTitle} text={words.sendingText} isNear>
          <span className={buttonStyles.spinner} />
        </EmptyState>
      </div>
    )
  const isRefused = waiting.state === 'refused'
  return (
    <EmptyState
      art={isRefused ? art.lost : art.phone}
      title={isRefused ? words.refusedTitle : words.waitingTitle}
      text={isRefused ? waiting.why : words.waitingText}
      isNear
    >
      <Button variant="main" icon={<RetryIcon size={20} />} onClick={() => retry(id)}>
        {words.again}
      </Button>
      {/* It is a draft again: an edited version is sent anew. */}
      <a className={buttonStyles.button} href={hrefTo(paths.editor, { draft: id })} onClick={() => discard(id)}>
        {words.toDraft}
      </a>
    </EmptyState>
  )
}
