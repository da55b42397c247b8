/** The reply form: to the thread, to another reply, or with a quote. Unsent text is kept. */
import { reply, replyMax, type Reply, type Thread } from '@homeport/contract/forum.ts'
import { lengthOf } from '@homeport/contract/shape/field/rule.ts'
import { wordsOf } from '@homeport/contract/shape/field/rule-messages.ts'
import { Smile } from 'lucide-react'
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { isEnter } from '../../kit/enter-key.ts'
import { newId } from '../../kit/id.ts'
import { useLang, useText } from '../../kit/lang.ts'
import { useObservable } from '../../kit/observable.ts'
import { commonText } from '../../kit/text/text.ts'
import { displayNameOf } from '../../shared/person.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classes } from '../../ui/classes.ts'
import fieldStyles from '../../ui/field.module.css'
import { FieldError } from '../../ui/field.tsx'
import layoutStyles from '../../ui/layout.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import textAreaStyles from '../../ui/text-area.module.css'
import textStyles from '../../ui/text.module.css'
import richTextStyles from '../base/rich-text.module.css'
import { forumText } from '../base/text.ts'
import { insertAt, setCaret } from '../editor/caret.ts'
import { editorText } from '../editor/editor-text.ts'
import { EmojiPanel } from '../editor/emoji-panel.tsx'
import { localPosts, saveLocalReply } from '../outbox/local-drafts.ts'
import { sendReply } from '../outbox/outbox.ts'
import styles from './thread.module.css'

/** The reply that is answered or quoted; both null for the thread itself. */
export type Answering = { to: Reply | null; quote: Reply | null }

type Props = { thread: Thread; answering: Answering | null; onClose: () => void }

export function ReplySheet({ thread, answering, onClose }: Props) {
  const words = useText(forumText)
  const lang = useLang()
  const field = useRef<HTMLTextAreaElement>(null)
  const text = useObservable(localPosts).replies[thread.id] ?? ''
  const [rule, setRule] = useState('')
  const [hasEmoji, setEmoji] = useState(false)
  const [isQuoting, setQuoting] = useState(false)
  const about = answering?.to ?? answering?.quote ?? null
  const name = about?.author ? displayNameOf(about.author) : words.anonymous

  function change(next: string) {
    setRule('')
    saveLocalReply(thread.id, next)
  }

  function send(event?: FormEvent) {
    event?.preventDefault()
    const quote = isQuoting ? answering?.to : answering?.quote
    const to = { thread_id: thread.id, to_id: answering?.to?.id ?? '', quote_id: quote?.id ?? '' }
    const checked = reply.input.safeParse({ id: newId(), text, ...to })
    setRule(checked.success ? '' : (checked.error.issues[0]?.message ?? 'invalid'))
    if (!checked.success) return field.current?.focus()
    sendReply(to, text)
    leave()
  }

  function leave() {
    setRule('')
    setEmoji(false)
    setQuoting(false)
    onClose()
  }

  function press(event: KeyboardEvent) {
    if (!isEnter(event.nativeEvent) || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }

  function add(one: string) {
    const next = insertAt(field.current, text, one)
    change(next.text)
    setCaret(field.current, next.caret)
  }

  const foot = (
    <div className={classes(layoutStyles.row, layoutStyles.gap12)}>
      <IconButton label={useText(editorText).emoji} aria-expanded={hasEmoji} onClick={() => setEmoji(!hasEmoji)}>
        <Smile strokeWidth={1.75} />
      </IconButton>
      <span
        className={classes(
          textStyles.caption,
          textStyles.numeric,
          layoutStyles.grow,
          lengthOf(text) > replyMax && textStyles.warning,
        )}
      >
        {`${lengthOf(text)} / ${replyMax}`}
      </span>
      <Button variant="main" onClick={() => send()}>
        {words.send}
      </Button>
    </div>
  )
  return (
    <Sheet
      isOpen={answering !== null}
      onClose={leave}
      title={about ? words.replyTo(name) : words.writeReply}
      closeLabel={useText(commonText).close}
      foot={foot}
      first={field}
    >
      {about && (
        <div className={classes(richTextStyles.quote, styles.quote)}>
          <b>{`${name} ${words.floor(about.floor)}`}</b>
          <span className={styles.quoted} dir="auto">
            {about.text}
          </span>
        </div>
      )}
      {answering?.to && (
        <Checkbox checked={isQuoting} onChange={({ target }) => setQuoting(target.checked)}>
          {words.quoteToo}
        </Checkbox>
      )}
      <form noValidate onSubmit={send}>
        <div className={classes(fieldStyles.field, textAreaStyles.textArea, rule !== '' && fieldStyles.invalid)}>
          <textarea
            ref={field}
            aria-label={words.writeReply}
            aria-invalid={rule !== '' || undefined}
            placeholder={words.writeReply}
            value={text}
            onChange={({ target }) => change(target.value)}
            onKeyDown={press}
          />
        </div>
        {rule !== '' && <FieldError>{wordsOf(rule, lang)}</FieldError>}
      </form>
      {hasEmoji && <EmojiPanel onSelect={add} onClose={() => setEmoji(false)} />}
    </Sheet>
  )
}
