/** The tick under every sign-in, with both papers to read (spec 5: agreed before login). */
import { useState, type InputHTMLAttributes, type Ref } from 'react'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { FieldError } from '../ui/field.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { accountText } from './text.ts'

type Paper = 'terms' | 'privacy'
type Props = InputHTMLAttributes<HTMLInputElement> & { error?: string | undefined; ref?: Ref<HTMLInputElement> }

export function Agree({ error, ...input }: Props) {
  const words = useText(accountText)
  const [paper, setPaper] = useState<Paper | null>(null)
  const [last, setLast] = useState<Paper>('terms')
  const read = (which: Paper) => (
    <button
      type="button"
      onClick={(event) => {
        event.preventDefault()
        setLast(which)
        setPaper(which)
      }}
    >
      {words[which]}
    </button>
  )
  return (
    <div>
      <Checkbox className="ag" {...input}>
        <span>
          {words.agreeBefore}
          {read('terms')}
          {words.agreeBetween}
          {read('privacy')}
        </span>
      </Checkbox>
      {error && (
        <div style={{ margin: '-10px 0 14px' }}>
          <FieldError>{error}</FieldError>
        </div>
      )}
      <Sheet isOpen={paper !== null} close={() => setPaper(null)} title={words[last]} closeLabel={useText(commonText).close}>
        <div className="papers">
          {(last === 'terms' ? words.termsBody : words.privacyBody).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </Sheet>
    </div>
  )
}
