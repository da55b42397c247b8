/** The consent checkbox under every sign-in, with terms and privacy policy (spec 5: agreed before login). */
import { Suspense, useState, type InputHTMLAttributes, type Ref } from 'react'
import { lazyPart } from '../../kit/lazy-part.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import type { LegalTextName } from '../../shared/legal-text-content.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { accountText } from '../field/text.ts'
import styles from './sign-in.module.css'

const Paper = lazyPart(async () => (await import('../../shared/legal-text.tsx')).LegalText)

type Props = InputHTMLAttributes<HTMLInputElement> & { error?: string | undefined; ref?: Ref<HTMLInputElement> }

export function Agree({ error, ...input }: Props) {
  const words = useText(accountText)
  const [paper, setPaper] = useState<LegalTextName | null>(null)
  const [last, setLast] = useState<LegalTextName>('terms')
  const read = (which: LegalTextName) => (
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
      <Checkbox className={styles.agreement} {...input}>
        <span>
          {words.agreeBefore}
          {read('terms')}
          {words.agreeBetween}
          {read('privacy')}
        </span>
      </Checkbox>
      {error && (
        <div className={styles.notAgreed}>
          <FieldError>{error}</FieldError>
        </div>
      )}
      <Sheet
        isText
        isOpen={paper !== null}
        onClose={() => setPaper(null)}
        title={words[last]}
        closeLabel={useText(commonText).close}
      >
        <div className={styles.documents}>
          <Suspense>
            <Paper name={last} />
          </Suspense>
        </div>
      </Sheet>
    </div>
  )
}
