/** One reply. */
import type { Reply, ReplyRef } from '@homeport/contract/forum.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CornerUpLeft, Ellipsis, Heart } from 'lucide-react'
import { memo } from 'react'
import type * as z from 'zod/mini'
import { now } from '../../kit/time/clock.ts'
import { agoOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { useNeedLogin } from '../../kit/need-login.ts'
import { displayNameOf } from '../../shared/person.ts'
import { pictureUrl } from '../../shared/picture-url.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import authorNameStyles from '../base/author-name.module.css'
import { formatCount } from '../base/format-count.ts'
import forumStyles from '../base/forum.module.css'
import { setLike } from '../base/mutations.ts'
import { personHref, replyHref } from '../base/paths.ts'
import richTextStyles from '../base/rich-text.module.css'
import { ShortText } from '../base/rich-text.tsx'
import { forumText } from '../base/text.ts'
import repliesStyles from './replies.module.css'
import threadFootStyles from './thread-foot.module.css'
import threadStyles from './thread.module.css'

type Props = {
  reply: Reply
  canReply: boolean
  isMarked: boolean
  answer: (to: Reply) => void
  onSelect: (reply: Reply) => void
}

export const ReplyRow = memo(function ReplyRow({ reply, canReply, isMarked, answer, onSelect }: Props) {
  const words = useText(forumText)
  const liking = useMutation(setLike(useQueryClient()))
  const needLogin = useNeedLogin()
  if (reply.is_removed)
    return (
      <article className={repliesStyles.reply}>
        <p className={textStyles.caption}>
          {words.floor(reply.floor)} · {words.removed}
        </p>
      </article>
    )
  const name = reply.author ? displayNameOf(reply.author) : words.anonymous
  const picture = <Avatar name={name} src={pictureUrl(reply.author?.avatar ?? '')} isSmall />
  return (
    <article className={classes(repliesStyles.reply, isMarked && repliesStyles.marked)}>
      {reply.author ? (
        <a href={personHref(reply.author.user_id)} aria-label={name}>
          {picture}
        </a>
      ) : (
        picture
      )}
      <div className={layoutStyles.grow}>
        <header className={repliesStyles.replyHead}>
          <span className={layoutStyles.grow}>
            <b className={authorNameStyles.authorName}>{name}</b>
            {reply.is_thread_author && <span className={repliesStyles.byAuthor}>{words.author}</span>}
            <span className={classes(textStyles.caption, textStyles.numeric)}>
              {' '}
              <span className={forumStyles.unbroken}>{`${words.floor(reply.floor)} · ${agoOf(reply.created_at, now())}`}</span>
              {reply.edited_at !== null && (
                <>
                  {' '}
                  <span className={forumStyles.unbroken}>({words.edited})</span>
                </>
              )}
            </span>
          </span>
          <button
            type="button"
            className={classes(threadFootStyles.action, reply.is_liked && threadFootStyles.pressed)}
            aria-pressed={reply.is_liked}
            aria-label={`${words.like}, ${words.likes(reply.likes)}`}
            onClick={() => needLogin(() => liking.mutate({ thing: { id: reply.id, type: 'reply' }, isOn: !reply.is_liked }))}
          >
            <Heart size={18} strokeWidth={1.75} {...(reply.is_liked && { fill: 'currentColor' })} />
            {reply.likes > 0 && <span className={textStyles.numeric}>{formatCount(reply.likes)}</span>}
          </button>
          {canReply && (
            <button
              type="button"
              className={threadFootStyles.action}
              aria-label={words.replyTo(name)}
              onClick={() => answer(reply)}
            >
              <CornerUpLeft size={18} strokeWidth={1.75} />
            </button>
          )}
          <button
            type="button"
            className={threadFootStyles.action}
            aria-label={words.moreOf(name)}
            aria-haspopup="dialog"
            onClick={() => onSelect(reply)}
          >
            <Ellipsis size={18} strokeWidth={1.75} />
          </button>
        </header>
        {reply.to && reply.to.id !== reply.quote?.id && <Ref of={reply.to} threadId={reply.thread_id} isShort />}
        {reply.quote && <Ref of={reply.quote} threadId={reply.thread_id} />}
        <p className={classes(repliesStyles.replyText, richTextStyles.line)} dir="auto">
          <ShortText text={reply.text} />
        </p>
      </div>
    </article>
  )
})

/** The reply that it answers, in one line, or quotes, in a block; both are links. */
function Ref({ of, threadId, isShort }: { of: z.infer<typeof ReplyRef>; threadId: string; isShort?: boolean }) {
  const words = useText(forumText)
  const name = of.author ? displayNameOf(of.author) : words.anonymous
  return (
    <a
      className={
        isShort ? classes(repliesStyles.inReplyTo, textStyles.caption) : classes(richTextStyles.quote, threadStyles.quote)
      }
      href={replyHref(threadId, of.floor)}
    >
      {isShort ? (
        <span className={textStyles.oneLine}>{`${words.replyTo(name)} ${words.floor(of.floor)}`}</span>
      ) : (
        <>
          <b>{`${name} ${words.floor(of.floor)}`}</b>
          <span className={textStyles.twoLines} dir="auto">
            {of.excerpt}
          </span>
        </>
      )}
    </a>
  )
}
