/** The report sheet: a reason, and a text if the reason needs one. */
import { reportReasons, reportTextMax, type ReportReason } from '@homeport/contract/shape/complaint.ts'
import { useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { useTyped } from '../../kit/keep/unsent-forms.ts'
import { Button } from '../../ui/button.tsx'
import { Choices } from '../../ui/choices.tsx'
import { classes } from '../../ui/classes.ts'
import fieldStyles from '../../ui/field.module.css'
import { FieldError } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import textAreaStyles from '../../ui/text-area.module.css'
import { complaintText } from './complaint-text.ts'

type ComplaintInput = { reason: ReportReason; text: string }
/** about: key of the unsent text, so that it is restored for the same subject; `sent` deletes it. */
type Props = {
  about: string
  isOpen: boolean
  onClose: () => void
  isBusy: boolean
  send: (complaint: ComplaintInput, sent: () => void) => void
}

export function ComplaintSheet({ about, isOpen, onClose, isBusy, send }: Props) {
  const words = useText(complaintText)
  const [reason, setReason] = useState<ReportReason>('spam')
  const { value: text, change, forget } = useTyped(`complaint ${about}`, '')
  const [isWanted, setWanted] = useState(false)

  function submit() {
    const complaint = { reason, text: text.trim() }
    if (reason === 'other' && complaint.text === '') return setWanted(true)
    send(complaint, forget)
  }

  const foot = (
    <Button variant="main" isWide isBusy={isBusy} onClick={submit}>
      {words.send}
    </Button>
  )
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.ask} closeLabel={useText(commonText).close} foot={foot}>
      <Choices
        label={words.ask}
        values={reportReasons}
        chosen={reason}
        labelOf={(one) => words.reasons[one]}
        onSelect={setReason}
      />
      <div className={classes(fieldStyles.field, textAreaStyles.textArea, isWanted && fieldStyles.invalid)}>
        <textarea
          aria-label={words.more}
          placeholder={words.more}
          maxLength={reportTextMax}
          value={text}
          onChange={({ target }) => {
            setWanted(false)
            change(() => target.value)
          }}
        />
      </div>
      {isWanted && <FieldError>{words.moreWanted}</FieldError>}
    </Sheet>
  )
}
