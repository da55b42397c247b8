/** A message bubble, sent or still in the outbox. */
import type { Message } from '@homeport/contract/message.ts'
import { timeOfDay } from '../kit/text/format.ts'
import { useText } from '../kit/lang.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import fieldStyles from '../ui/field.module.css'
import { WarnIcon } from '../ui/icon.tsx'
import layoutStyles from '../ui/layout.module.css'
import skeletonStyles from '../ui/skeleton.module.css'
import textStyles from '../ui/text.module.css'
import styles from './bubble.module.css'
import { retry, discard, type OutgoingMessage } from './message-outbox.ts'
import { messageText } from './text.ts'

export function Bubble({ message, isLast }: { message: Message; isLast: boolean }) {
  return (
    <li className={classes(styles.bubble, message.from_me && styles.mine)}>
      <p dir="auto">{message.text}</p>
      {isLast && (
        <time
          className={classes(textStyles.caption, textStyles.numeric)}
          dateTime={new Date(message.sent_at * 1000).toISOString()}
        >
          {timeOfDay(message.sent_at * 1000)}
        </time>
      )}
    </li>
  )
}

export function OutgoingBubble({ letter }: { letter: OutgoingMessage }) {
  const words = useText(messageText)
  const word = letter.state === 'waiting' ? words.waiting : letter.why === 'gone' ? words.gone : words.notSent(letter.why)
  return (
    <li className={classes(styles.bubble, styles.mine)}>
      <p dir="auto">{letter.text}</p>
      {letter.state === 'sending' ? (
        <span className={classes(textStyles.caption, skeletonStyles.late)}>{words.sending}</span>
      ) : (
        <>
          <span className={fieldStyles.error} role="status">
            <WarnIcon size={15} />
            {word}
          </span>
          <span className={classes(layoutStyles.row, layoutStyles.gap12)}>
            <Button variant="text" onClick={() => retry(letter.id)}>
              {words.again}
            </Button>
            <Button variant="text" isDanger onClick={() => discard(letter.id)}>
              {words.throwAway}
            </Button>
          </span>
        </>
      )}
    </li>
  )
}
