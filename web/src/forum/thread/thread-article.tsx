/** The first post of a thread. */
import type { Thread } from '@homeport/contract/forum.ts'
import type { Person } from '@homeport/contract/shape/person.ts'
import { Lock, MapPin } from 'lucide-react'
import { useState, type ComponentType, type ReactNode } from 'react'
import { now } from '../../kit/time/clock.ts'
import { agoOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { displayNameOf } from '../../shared/person.ts'
import { pictureUrl } from '../../shared/picture-url.ts'
import { placeHref } from '../../shared/place.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import noteStyles from '../../ui/note.module.css'
import textStyles from '../../ui/text.module.css'
import authorNameStyles from '../base/author-name.module.css'
import { formatCount } from '../base/format-count.ts'
import forumStyles from '../base/forum.module.css'
import { personHref, tagHref } from '../base/paths.ts'
import { RichText } from '../base/rich-text.tsx'
import { forumText } from '../base/text.ts'
import { HistorySheet } from './history-sheet.tsx'
import threadStyles from './thread.module.css'

export function ThreadArticle({ thread, Follow }: { thread: Thread; Follow: ComponentType<{ userId: string }> }) {
  const words = useText(forumText)
  const [isOpen, setOpen] = useState(false)
  return (
    <article className={threadStyles.post}>
      <h2 dir="auto" data-title>
        {thread.title}
      </h2>
      <div className={threadStyles.authorLine}>
        <Author author={thread.author}>
          <span className={classes(textStyles.caption, textStyles.numeric)}>
            <span className={forumStyles.unbroken}>{agoOf(thread.created_at, now())}</span> ·{' '}
            <span className={forumStyles.unbroken}>{words.reads(formatCount(thread.views))}</span>
          </span>
        </Author>
        {thread.author && <Follow userId={thread.author.user_id} />}
      </div>
      {thread.is_locked && (
        <p className={noteStyles.note}>
          <Lock size={18} strokeWidth={1.75} aria-hidden="true" />
          {words.lockedText}
        </p>
      )}
      <RichText text={thread.content} pictures={thread.images} />
      {thread.edited_at !== null && (
        <button type="button" className={classes(textStyles.caption, threadStyles.edited)} onClick={() => setOpen(true)}>
          {words.edited} · {agoOf(thread.edited_at, now())}
        </button>
      )}
      {thread.place && (
        <a className={threadStyles.place} href={placeHref(thread.place)}>
          <MapPin size={18} strokeWidth={1.75} aria-hidden="true" />
          <span className={textStyles.oneLine}>{thread.place.name}</span>
        </a>
      )}
      {thread.tags.length > 0 && (
        <ul className={forumStyles.tags} aria-label={words.tags}>
          {thread.tags.map((tag) => (
            <li key={tag}>
              <a className={forumStyles.tag} href={tagHref(tag)}>
                {tag}
              </a>
            </li>
          ))}
        </ul>
      )}
      <HistorySheet of={{ id: thread.id, type: 'thread' }} isOpen={isOpen} onClose={() => setOpen(false)} />
    </article>
  )
}

/** No profile link if the account is erased. */
function Author({ author, children }: { author: Person | null; children: ReactNode }) {
  const words = useText(forumText)
  const name = author ? displayNameOf(author) : words.anonymous
  const inner = (
    <>
      <Avatar name={name} src={pictureUrl(author?.avatar ?? '')} isSmall />
      <span className={layoutStyles.grow}>
        <span className={classes(authorNameStyles.authorName, textStyles.oneLine)}>{name}</span>
        {children}
      </span>
    </>
  )
  if (!author) return <div className={threadStyles.author}>{inner}</div>
  return (
    <a className={threadStyles.author} href={personHref(author.user_id)}>
      {inner}
    </a>
  )
}
