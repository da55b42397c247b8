/** Form for a bullet comment; colour and mode are behind one button. Unsent text is kept. */
import { insertBullet, type Bullet } from '@homeport/contract/guide.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { bulletColors, bulletModes } from '@homeport/contract/shape/film/bullet.ts'
import { wordsOf } from '@homeport/contract/shape/field/rule-messages.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Palette, SendHorizontal } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { isFailure } from '../kit/failure.ts'
import { useTyped } from '../kit/keep/unsent-forms.ts'
import { newId } from '../kit/id.ts'
import { useLang, useText } from '../kit/lang.ts'
import { now } from '../kit/time/clock.ts'
import { session } from '../kit/session.ts'
import { IconButton } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Segments } from '../ui/segments.tsx'
import { isSecondPress } from '../ui/second-press.ts'
import textStyles from '../ui/text.module.css'
import styles from './danmaku-form.module.css'
import { sending, type Typed } from './data.ts'
import { colorNames, guideText } from './text.ts'

type CommentStyle = Pick<Bullet, 'color' | 'mode'>

/** positionMs: position of the guide at the time of sending. */
export function DanmakuForm({ videoId, positionMs }: { videoId: string; positionMs: () => number }) {
  const words = useText(guideText)
  const colors = useText(colorNames)
  const lang = useLang()
  const send = useMutation(sending(useQueryClient(), videoId))
  const { value: text, change, forget } = useTyped(`bullet comment ${videoId}`, '')
  const [look, setLook] = useState<CommentStyle>({ color: '#ffffff', mode: 'roll' })
  const [isLookOpen, setLookOpen] = useState(false)
  const [error, setError] = useState('')
  // an unanswered request is resent under its id: no duplicate
  const sentAt = useRef(0)
  const letter = useRef<{ id: string; typed: Typed } | null>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isSecondPress(text, sentAt.current)) return
    const typed = { text, time_ms: Math.round(positionMs()), ...look }
    const checked = insertBullet.input.safeParse({ video_id: videoId, ...typed })
    if (!checked.success) return setError(wordsOf(checked.error.issues[0]?.message ?? 'invalid', lang))
    const isSame = letter.current?.typed.text === text
    letter.current = isSame && letter.current ? letter.current : { id: newId(), typed }
    const isGuest = session.get().token === ''
    send.mutate(
      { id: letter.current.id, ...letter.current.typed },
      {
        onSuccess() {
          letter.current = null
          sentAt.current = now()
          forget()
        },
        onError: (failure) => !isGuest && setError(sayOf(failure)),
      },
    )
  }

  function sayOf(failure: unknown): string {
    if (isFailure(failure, 'field')) return wordsOf(failure.invalid?.rule ?? 'invalid', lang)
    if (isFailure(failure, 'code')) return failure.code === Code.tooMany ? words.tooFast : failure.message
    return words.unsent
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Field
        label={words.write}
        placeholder={words.placeholder}
        value={text}
        error={error || undefined}
        autoComplete="off"
        enterKeyHint="send"
        onChange={({ target }) => {
          setError('')
          change(() => target.value)
        }}
        end={
          <>
            <IconButton label={words.look} aria-expanded={isLookOpen} onClick={() => setLookOpen(!isLookOpen)}>
              <Palette strokeWidth={1.75} />
            </IconButton>
            <IconButton label={words.send} type="submit" aria-busy={send.isPending || undefined} disabled={send.isPending}>
              <SendHorizontal strokeWidth={1.75} />
            </IconButton>
          </>
        }
      />
      {isLookOpen && (
        <div className={styles.look}>
          <div className={styles.colors} role="radiogroup" aria-label={words.color}>
            {bulletColors.map((color) => (
              <label key={color}>
                <input
                  type="radio"
                  name="color"
                  className={textStyles.visuallyHidden}
                  checked={look.color === color}
                  onChange={() => setLook({ ...look, color })}
                />
                <i style={{ background: color }} />
                <span className={textStyles.visuallyHidden}>{colors[color]}</span>
              </label>
            ))}
          </div>
          <Segments
            label={words.mode}
            segments={bulletModes.map((key) => ({ key, label: words.modes[key] }))}
            chosen={look.mode}
            onSelect={(mode) => setLook({ ...look, mode })}
          />
        </div>
      )}
    </form>
  )
}
