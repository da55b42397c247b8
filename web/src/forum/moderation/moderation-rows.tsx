/** The moderator actions for a thread or reply, and for its author. */
import type { ThreadRow } from '@homeport/contract/shape/thread.ts'
import type { Person } from '@homeport/contract/shape/person.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, EyeOff, Lock, LockOpen, Pin, PinOff, Sparkles } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useText } from '../../kit/lang.ts'
import { mutateThen } from '../../kit/query/mutate-then.ts'
import { displayNameOf } from '../../shared/person.ts'
import listStyles from '../../ui/list.module.css'
import { Row } from '../../ui/row.tsx'
import { toast } from '../../ui/toast.tsx'
import type { PostTarget } from '../base/mutations.ts'
import { BanSheet } from './ban-sheet.tsx'
import { moderationText } from './moderation-text.ts'
import { moderating, type Moderation } from './moderation.ts'

type Props = { thing: PostTarget; thread: ThreadRow | null; author: Person | null; done: () => void }

export function ModerationRows({ thing, thread, author, done }: Props) {
  const words = useText(moderationText)
  const doing = useMutation(moderating(useQueryClient()))
  const [isBanning, setBanning] = useState(false)
  const row = (what: Moderation, icon: ReactNode) => (
    <Row
      key={what}
      icon={icon}
      label={words.does[what]}
      isAct
      isDanger={what === 'hide'}
      onClick={() => {
        done()
        mutateThen(doing, { thing, what }, () => toast(words.did[what]))
      }}
    />
  )
  return (
    <>
      <div className={listStyles.list}>
        {row('hide', <EyeOff strokeWidth={1.75} />)}
        {thread && (thread.is_locked ? row('unlock', <LockOpen strokeWidth={1.75} />) : row('lock', <Lock strokeWidth={1.75} />))}
        {thread && (thread.is_pinned ? row('unpin', <PinOff strokeWidth={1.75} />) : row('pin', <Pin strokeWidth={1.75} />))}
        {thread && row(thread.is_featured ? 'unfeature' : 'feature', <Sparkles strokeWidth={1.75} />)}
        {author && (
          <Row icon={<Ban strokeWidth={1.75} />} label={words.ban(displayNameOf(author))} onClick={() => setBanning(true)} />
        )}
      </div>
      {author && <BanSheet person={author} isOpen={isBanning} onClose={() => setBanning(false)} />}
    </>
  )
}
