/** The report queue: what was reported, why, by whom, and the actions. */
import type { Reported } from '@homeport/contract/forum.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { now } from '../../kit/clock.ts'
import { isFailure } from '../../kit/failure.ts'
import { agoOf } from '../../kit/format.ts'
import { useText } from '../../kit/lang.ts'
import { complaintText } from '../../shared/complaint-text.ts'
import { displayNameOf } from '../../shared/person.ts'
import { QueryList } from '../../shared/query-list.tsx'
import { Button } from '../../ui/button.tsx'
import cardStyles from '../../ui/card.module.css'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lines } from '../../ui/illustration-lines.tsx'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { postHref } from '../base/paths.ts'
import { forumText } from '../base/text.ts'
import { ThreadsSkeleton } from '../base/thread-row.tsx'
import { BanSheet } from './ban-sheet.tsx'
import { moderationText } from './moderation-text.ts'
import styles from './moderation.module.css'
import { moderating, queue, type Moderation } from './moderation.ts'

type One = z.infer<typeof Reported>

export function ReportedList() {
  const words = useText(moderationText)
  const list = useInfiniteQuery(queue())
  if (isFailure(list.error, 'code') && list.error.code === Code.notAllowed)
    return <EmptyState art={lines.shield} title={words.notAllowed} text={words.notAllowedText} isNear />
  return (
    <QueryList
      list={list}
      waiting={<ThreadsSkeleton />}
      empty={<EmptyState art={lines.shield} title={words.none} text={words.noneText} isNear />}
    >
      {(rows) => (
        <ul className={styles.queue}>
          {rows.map((one) => (
            <ReportedItem key={`${one.type} ${one.id}`} one={one} />
          ))}
        </ul>
      )}
    </QueryList>
  )
}

function ReportedItem({ one }: { one: One }) {
  const words = useText(moderationText)
  const forum = useText(forumText)
  const complaint = useText(complaintText)
  const doing = useMutation(moderating(useQueryClient()))
  const [isBanning, setBanning] = useState(false)
  const name = one.author ? displayNameOf(one.author) : forum.anonymous
  const does = (what: Moderation) =>
    doing.mutate({ thing: { id: one.id, type: one.type }, what }, { onSuccess: () => toast(words.did[what]) })
  return (
    <li className={classes(cardStyles.card, styles.case)}>
      <a href={postHref(one.id)}>
        <span className={classes(textStyles.label, textStyles.twoLines)}>{one.thread.title}</span>
        <span className={textStyles.caption}>
          {name} · {one.type === 'reply' ? forum.reply : forum.posts}
          {one.is_hidden && ` · ${words.hidden}`}
        </span>
      </a>
      <p className={styles.quote}>{one.text}</p>
      <p className={textStyles.caption}>{words.times(one.reports.length)}</p>
      <ul className={textStyles.secondary}>
        {one.reports.map(({ by, reason, text, at }) => (
          <li key={`${by?.user_id ?? ''} ${at}`}>
            {by ? displayNameOf(by) : words.somebody}: {complaint.reasons[reason]}
            {text !== '' && ` – ${text}`} <span className={textStyles.caption}>{agoOf(at, now())}</span>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button look="line" isSmall onClick={() => does('dismiss')}>
          {words.does.dismiss}
        </Button>
        <Button look="line" isSmall isDanger={!one.is_hidden} onClick={() => does(one.is_hidden ? 'show' : 'hide')}>
          {one.is_hidden ? words.does.show : words.does.hide}
        </Button>
        {one.type === 'thread' && !one.thread.is_locked && (
          <Button look="line" isSmall onClick={() => does('lock')}>
            {words.does.lock}
          </Button>
        )}
        {one.author && (
          <Button look="line" isSmall isDanger onClick={() => setBanning(true)}>
            {words.banDo}
          </Button>
        )}
      </div>
      {one.author && <BanSheet person={one.author} isOpen={isBanning} close={() => setBanning(false)} />}
    </li>
  )
}
