/** A message bubble, sent or still in the outbox. */
import type { Message } from '@homeport/contract/message.ts'
import { timeOfDay } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { Button } from '../ui/button.tsx'
import { WarnIcon } from '../ui/icon.tsx'
import { retry, discard, type OutgoingMessage } from './message-outbox.ts'
import { messageText } from './text.ts'

export function Bubble({ message, isLast }: { message: Message; isLast: boolean }) {
  return (
    <li className={message.from_me ? 'bb mine' : 'bb'}>
      <p>{message.text}</p>
      {isLast && (
        <time className="cap num" dateTime={new Date(message.sent_at * 1000).toISOString()}>
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
    <li className="bb mine">
      <p>{letter.text}</p>
      {letter.state === 'sending' ? (
        <span className="cap late">{words.sending}</span>
      ) : (
        <>
          <span className="err" role="status">
            <WarnIcon size={15} />
            {word}
          </span>
          <span className="fx g12">
            <Button look="text" onClick={() => retry(letter.id)}>
              {words.again}
            </Button>
            <Button look="text" isDanger onClick={() => discard(letter.id)}>
              {words.throwAway}
            </Button>
          </span>
        </>
      )}
    </li>
  )
}
