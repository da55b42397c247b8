/** The message input: grows with its text, shows the remaining length, keeps unsent text. */
import { messageMax, sendMessage } from '@homeport/contract/message.ts'
import { wordsOf } from '@homeport/contract/shape/field/rule-messages.ts'
import { SendHorizontal } from 'lucide-react'
import { useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { isEnter } from '../kit/enter-key.ts'
import { newId } from '../kit/id.ts'
import { now } from '../kit/time/clock.ts'
import { useLang, useText } from '../kit/lang.ts'
import { useObservable } from '../kit/observable.ts'
import { classes } from '../ui/classes.ts'
import fieldStyles from '../ui/field.module.css'
import { FieldError } from '../ui/field.tsx'
import layoutStyles from '../ui/layout.module.css'
import { isSecondPress } from '../ui/second-press.ts'
import textStyles from '../ui/text.module.css'
import styles from './composer.module.css'
import { drafts, setDraft, sendLater } from './message-outbox.ts'
import { messageText } from './text.ts'

const tellFrom = 100

export function Composer({ to }: { to: string }) {
  const words = useText(messageText)
  const lang = useLang()
  const id = useId()
  const text = useObservable(drafts)[to] ?? ''
  const [rule, setRule] = useState('')
  const sentAt = useRef(0)
  const remaining = messageMax - [...text].length

  function send(event?: FormEvent) {
    event?.preventDefault()
    if (isSecondPress(text, sentAt.current)) return
    const checked = sendMessage.input.safeParse({ to, id: newId(), text })
    setRule(checked.success ? '' : (checked.error.issues[0]?.message ?? 'invalid'))
    if (!checked.success) return
    sentAt.current = now()
    sendLater(to, text)
  }

  /** Enter sends on devices with a keyboard; on touch devices it starts a new line. */
  function press(event: KeyboardEvent) {
    const isPlain = !event.shiftKey && !matchMedia('(pointer: coarse)').matches
    if (isEnter(event.nativeEvent) && (isPlain || event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      send()
    }
  }

  return (
    <form className={styles.composer} data-bottom-bar noValidate onSubmit={send}>
      <div className={layoutStyles.grow}>
        <div className={classes(fieldStyles.field, rule !== '' && fieldStyles.invalid)}>
          <textarea
            rows={1}
            aria-label={words.write}
            placeholder={words.write}
            aria-invalid={rule !== '' || undefined}
            aria-describedby={rule === '' ? undefined : `${id}-error`}
            value={text}
            onChange={(event) => {
              setRule('')
              setDraft(to, event.target.value)
            }}
            onKeyDown={press}
          />
        </div>
        {rule !== '' && <FieldError id={`${id}-error`}>{wordsOf(rule, lang)}</FieldError>}
        {remaining < tellFrom && (
          <output className={classes(textStyles.caption, textStyles.numeric, remaining < 0 && textStyles.warning)}>
            {words.left(remaining)}
          </output>
        )}
      </div>
      <button type="submit" className={styles.send} aria-label={words.send}>
        <SendHorizontal size={22} strokeWidth={1.75} />
      </button>
    </form>
  )
}
