/** The report queue: reported bullet comments, then reported threads and replies. */
import type { ReportedPost } from '@homeport/contract/forum.ts'
import type { ReportedBullet } from '@homeport/contract/guide.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { isFailure } from '../../kit/failure.ts'
import { formatClock } from '../../kit/text/format.ts'
import { hrefTo } from '../../kit/nav/href.ts'
import { useText } from '../../kit/lang.ts'
import { displayNameOf } from '../../shared/person.ts'
import { QueryList } from '../../shared/query-list.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lines } from '../../ui/illustration-lines.tsx'
import { toast } from '../../ui/toast.tsx'
import { postHref } from '../base/paths.ts'
import { forumText } from '../base/text.ts'
import { ThreadsSkeleton } from '../base/thread-row.tsx'
import { moderationText } from './moderation-text.ts'
import styles from './moderation.module.css'
import { bulletQueue, moderating, moderatingBullet, queue, type Moderation } from './moderation.ts'
import { ReportCase } from './report-case.tsx'

type One = z.infer<typeof ReportedPost>

export function ReportedList() {
  const words = useText(moderationText)
  const list = useInfiniteQuery(queue())
  const bullets = useInfiniteQuery(bulletQueue())
  const hasBullets = (bullets.data?.pages[0]?.total ?? 0) > 0
  if (isFailure(list.error, 'code') && list.error.code === Code.notAllowed)
    return <EmptyState art={lines.shield} title={words.notAllowed} text={words.notAllowedText} isNear />
  return (
    <>
      {hasBullets && (
        <QueryList list={bullets} waiting={null} empty={null}>
          {(rows) => (
            <ul className={styles.queue}>
              {rows.map((bullet) => (
                <BulletItem key={bullet.id} bullet={bullet} />
              ))}
            </ul>
          )}
        </QueryList>
      )}
      <QueryList
        list={list}
        waiting={<ThreadsSkeleton />}
        empty={hasBullets ? null : <EmptyState art={lines.shield} title={words.none} text={words.noneText} isNear />}
      >
        {(rows) => (
          <ul className={styles.queue}>
            {rows.map((one) => (
              <ReportedItem key={`${one.type} ${one.id}`} one={one} />
            ))}
          </ul>
        )}
      </QueryList>
    </>
  )
}

function ReportedItem({ one }: { one: One }) {
  const words = useText(moderationText)
  const forum = useText(forumText)
  // In the mutation itself: the row may be gone before its callbacks would be called.
  const doing = useMutation({ ...moderating(useQueryClient()), onSuccess: (_, { what }) => toast(words.did[what]) })
  const name = one.author ? displayNameOf(one.author) : forum.anonymous
  const does = (what: Moderation) => doing.mutate({ thing: { id: one.id, type: one.type }, what })
  return (
    <ReportCase
      href={postHref(one.id)}
      title={one.thread.title}
      caption={`${name} · ${one.type === 'reply' ? forum.reply : forum.posts}`}
      text={one.text}
      author={one.author}
      isHidden={one.is_hidden}
      reports={one.reports}
      does={does}
    >
      {one.type === 'thread' && !one.thread.is_locked && (
        <Button variant="line" isSmall onClick={() => does('lock')}>
          {words.does.lock}
        </Button>
      )}
    </ReportCase>
  )
}

/** Opens the video that it is shown in. */
function BulletItem({ bullet }: { bullet: ReportedBullet }) {
  const words = useText(moderationText)
  const forum = useText(forumText)
  const doing = useMutation({ ...moderatingBullet(useQueryClient()), onSuccess: (_, { what }) => toast(words.did[what]) })
  const { id, video_id, time_ms, author } = bullet
  return (
    <ReportCase
      href={hrefTo('/pages/main/video/index', { id: video_id })}
      title={words.bullet}
      caption={`${author ? displayNameOf(author) : forum.anonymous} · ${formatClock(time_ms)}`}
      text={bullet.text}
      author={author}
      isHidden={bullet.is_hidden}
      reports={bullet.reports}
      does={(what) => doing.mutate({ id, what })}
    />
  )
}
