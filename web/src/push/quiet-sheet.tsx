/** The sheet of the quiet hours: off, or from and to. */
import type { QuietHours } from '@homeport/contract/push.ts'
import { useState } from 'react'
import { useKept } from '../kit/keep/draft.ts'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text/text.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Switch } from '../ui/switch.tsx'
import { toast } from '../ui/toast.tsx'
import { pushText } from './push-text.ts'
import styles from './push.module.css'
import { fieldOf, minuteOf } from './quiet-time.ts'

const usual: QuietHours = { from: 23 * 60, to: 7 * 60 }

type Props = {
  quiet: QuietHours | null
  isOpen: boolean
  isBusy: boolean
  onClose: () => void
  save: (quiet: QuietHours | null, onSuccess: () => void) => void
}

export function QuietSheet({ quiet, isOpen, isBusy, onClose, save }: Props) {
  const words = useText(pushText)
  const given = { isOn: quiet !== null, from: fieldOf((quiet ?? usual).from), to: fieldOf((quiet ?? usual).to) }
  const [typed, setTyped] = useKept('quiet hours', given)
  const { isOn, from, to } = typed
  const [isTried, setTried] = useState(false)
  const [begin, end] = [minuteOf(from), minuteOf(to)]
  const fromError = begin === undefined ? words.wrongTime : undefined
  const toError = end === undefined ? words.wrongTime : end === begin ? words.sameTime : undefined

  function submit() {
    setTried(true)
    if (!isOn) return save(null, done)
    if (begin !== undefined && end !== undefined && begin !== end) save({ from: begin, to: end }, done)
  }
  function done() {
    toast(words.saved)
    onClose()
  }
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={words.quiet}
      closeLabel={useText(commonText).close}
      foot={
        <Button variant="main" isWide isBusy={isBusy} onClick={submit}>
          {words.save}
        </Button>
      }
    >
      <div className={styles.sheet}>
        <Switch isOn={isOn} onChange={(next) => setTyped({ ...typed, isOn: next })}>
          {words.quiet}
        </Switch>
        {isOn && (
          <div className={styles.times}>
            <Field
              type="time"
              label={words.from}
              value={from}
              error={isTried ? fromError : undefined}
              onChange={({ target }) => setTyped({ ...typed, from: target.value })}
            />
            <Field
              type="time"
              label={words.to}
              value={to}
              error={isTried ? toError : undefined}
              onChange={({ target }) => setTyped({ ...typed, to: target.value })}
            />
          </div>
        )}
        <p className={styles.note}>{words.quietText}</p>
      </div>
    </Sheet>
  )
}
