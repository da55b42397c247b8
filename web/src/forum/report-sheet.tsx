/** Telling the moderators what is wrong with a thing. */
import { reportReasons, type ReportReason } from '@homeport/contract/shape/complaint.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text.ts'
import { Button } from '../ui/button.tsx'
import { CheckIcon } from '../ui/icon.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { toast } from '../ui/toast.tsx'
import { reporting, type Thing } from './changes.ts'
import './thread.css'
import { forumText } from './text.ts'

const textMax = 200

export function ReportSheet({ thing, isOpen, close }: { thing: Thing; isOpen: boolean; close: () => void }) {
  const words = useText(forumText)
  const [reason, setReason] = useState<ReportReason>('spam')
  const [text, setText] = useState('')
  const sending = useMutation(reporting())

  function send() {
    sending.mutate(
      { ...thing, reason, text: text.trim() },
      {
        onSuccess() {
          setText('')
          close()
          toast(words.reported)
        },
      },
    )
  }

  const foot = (
    <Button look="main" isWide isBusy={sending.isPending} onClick={send}>
      {words.send}
    </Button>
  )
  return (
    <Sheet isOpen={isOpen} close={close} title={words.reportAsk} closeLabel={useText(commonText).close} foot={foot}>
      <div role="radiogroup" aria-label={words.reportAsk}>
        {reportReasons.map((one) => (
          <button
            key={one}
            type="button"
            role="radio"
            aria-checked={one === reason}
            className="fm-pick"
            onClick={() => setReason(one)}
          >
            <span className="grow">{words.reasons[one]}</span>
            {one === reason && <CheckIcon size={22} />}
          </button>
        ))}
      </div>
      <div className="field area">
        <textarea
          aria-label={words.reportMore}
          placeholder={words.reportMore}
          maxLength={textMax}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
    </Sheet>
  )
}
