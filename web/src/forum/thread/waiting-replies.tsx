/** Replies that are not sent yet: shown above the bottom bar until they are sent or discarded. */
import { useText } from '../../kit/lang.ts'
import { useObservable } from '../../kit/observable.ts'
import { Button } from '../../ui/button.tsx'
import fieldStyles from '../../ui/field.module.css'
import { WarnIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import { localPosts } from '../outbox/local-drafts.ts'
import { outboxText } from '../outbox/outbox-text.ts'
import { retry, discard } from '../outbox/outbox.ts'
import styles from './thread-foot.module.css'

export function WaitingReplies({ threadId }: { threadId: string }) {
  const words = useText(outboxText)
  const waiting = useObservable(localPosts).waiting.filter((one) => one.kind === 'reply' && one.thread_id === threadId)
  return waiting
    .filter(({ state }) => state !== 'sending')
    .map(({ id, text, state, why }) => (
      <div className={styles.waiting} key={id}>
        <span className={layoutStyles.grow}>
          <span className={textStyles.oneLine}>{text}</span>
          <span className={fieldStyles.error} role="status">
            <WarnIcon size={15} />
            {state === 'waiting' ? words.waiting : words.refused(why)}
          </span>
        </span>
        <Button variant="text" onClick={() => retry(id)}>
          {words.again}
        </Button>
        <Button variant="text" isDanger onClick={() => discard(id)}>
          {words.throwAway}
        </Button>
      </div>
    ))
}
