/** The bottom bar of a thread: reply, like, bookmark, share. */
import type { Thread } from '@homeport/contract/forum.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Bookmark, Heart, Share } from 'lucide-react'
import { useText } from '../../kit/lang.ts'
import { useNeedLogin } from '../../kit/need-login.ts'
import { useObservable } from '../../kit/observable.ts'
import { copyText, share } from '../../kit/browser-features.ts'
import { useSession } from '../../kit/session.ts'
import barsStyles from '../../ui/bars.module.css'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { formatCount } from '../base/format-count.ts'
import { setFavorite, setLike } from '../base/mutations.ts'
import { sharedAddress } from '../base/paths.ts'
import { forumText } from '../base/text.ts'
import { localPosts } from '../outbox/local-drafts.ts'
import styles from './thread-foot.module.css'
import { WaitingReplies } from './waiting-replies.tsx'

export function ThreadFoot({ thread, write }: { thread: Thread; write: () => void }) {
  const words = useText(forumText)
  const client = useQueryClient()
  const liking = useMutation(setLike(client))
  const keeping = useMutation(setFavorite(client))
  const needLogin = useNeedLogin()
  const isGuest = useSession().token === ''
  const begun = useObservable(localPosts).replies[thread.id] ?? ''

  async function pass() {
    const address = sharedAddress(thread.id)
    if (await share({ title: thread.title, url: address })) return
    toast(copyText(address) ? words.copied : words.notCopied)
  }

  return (
    <div className={classes(barsStyles.bottomBar, styles.foot)}>
      <WaitingReplies threadId={thread.id} />
      {thread.can.reply || (isGuest && !thread.is_locked) ? (
        <button
          type="button"
          className={classes(styles.write, layoutStyles.grow, textStyles.oneLine)}
          onClick={() => needLogin(write)}
        >
          {begun || words.writeReply}
        </button>
      ) : (
        <span className={classes(layoutStyles.grow, textStyles.secondary, textStyles.oneLine)}>
          {thread.is_locked ? words.lockedText : ''}
        </span>
      )}
      <button
        type="button"
        className={classes(styles.action, styles.large, thread.is_liked && styles.pressed)}
        aria-pressed={thread.is_liked}
        aria-label={`${words.like}, ${words.likes(thread.likes)}`}
        onClick={() => needLogin(() => liking.mutate({ thing: { id: thread.id, type: 'thread' }, isOn: !thread.is_liked }))}
      >
        <Heart size={24} strokeWidth={1.75} {...(thread.is_liked && { fill: 'currentColor' })} />
        <span className={textStyles.numeric}>{thread.likes > 0 && formatCount(thread.likes)}</span>
      </button>
      <IconButton
        label={thread.is_favorite ? words.favored : words.favorite}
        aria-pressed={thread.is_favorite}
        onClick={() => needLogin(() => keeping.mutate({ id: thread.id, isOn: !thread.is_favorite }))}
      >
        <Bookmark strokeWidth={1.75} {...(thread.is_favorite && { fill: 'currentColor' })} />
      </IconButton>
      <IconButton label={words.share} onClick={() => void pass()}>
        <Share strokeWidth={1.75} />
      </IconButton>
    </div>
  )
}
