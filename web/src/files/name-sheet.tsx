/** Names a new folder, or gives an entry another name. */
import { FileName } from '@homeport/contract/shape/field/file-name.ts'
import { wordsOf } from '@homeport/contract/shape/field/rule-messages.ts'
import { useRef, useState, type FormEvent } from 'react'
import * as z from 'zod/mini'
import { useKept } from '../kit/keep/draft.ts'
import { useLang, useText } from '../kit/lang.ts'
import { commonText } from '../kit/text/text.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { refusalText } from './data.ts'
import { filesText } from './text.ts'

/** subject: the act, with the box and the path of the entry or of the folder that gets a new one. first: the name to begin with. save: rejects with the box's refusal. */
export type Naming = {
  subject: string
  title: string
  first: string
  label: string
  button: string
  save: (name: string) => Promise<void>
}

export function NameSheet({ naming, onClose }: { naming: Naming | null; onClose: () => void }) {
  // The sheet keeps what it shows while it closes.
  const [shown, setShown] = useState(naming)
  if (naming && naming !== shown) setShown(naming)
  const field = useRef<HTMLInputElement>(null)
  return (
    <Sheet
      isOpen={naming !== null}
      onClose={onClose}
      title={shown?.title ?? ''}
      closeLabel={useText(commonText).close}
      first={field}
    >
      {shown && <NameForm key={shown.subject} naming={shown} onClose={onClose} field={field} />}
    </Sheet>
  )
}

type FormProps = { naming: Naming; onClose: () => void; field: React.RefObject<HTMLInputElement | null> }

function NameForm({ naming, onClose, field }: FormProps) {
  const words = useText(filesText)
  const lang = useLang()
  const [{ name }, setTyped, forget] = useKept(naming.subject, { name: naming.first }, 'keeps')
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const isTouched = useRef(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const typed = name.trim()
    const checked = z.safeParse(FileName.check(z.minLength(1, 'required')), typed)
    if (!checked.success) return setError(wordsOf(checked.error.issues[0]?.message ?? 'invalid', lang))
    if (typed === naming.first) return (forget(), onClose())
    setBusy(true)
    try {
      await naming.save(typed)
      forget()
      onClose()
    } catch (failure) {
      setError(refusalText(failure) || words.failed)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Field
        ref={field}
        label={naming.label}
        value={name}
        autoComplete="off"
        spellCheck={false}
        error={error || undefined}
        onFocus={({ currentTarget }) => {
          if (!isTouched.current) currentTarget.setSelectionRange(0, stemLength(currentTarget.value))
          isTouched.current = true
        }}
        onChange={({ target }) => (setTyped({ name: target.value }), setError(''))}
      />
      <Button variant="main" type="submit" isWide isBusy={isBusy}>
        {naming.button}
      </Button>
    </form>
  )
}

/** Without the suffix: that is seldom to be changed. */
function stemLength(name: string): number {
  const at = name.lastIndexOf('.')
  return at > 0 ? at : name.length
}
