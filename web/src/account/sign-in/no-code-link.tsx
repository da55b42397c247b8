/** A link to the help for a code that does not arrive. */
import { useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { codeText } from '../field/code-text.ts'
import styles from './sign-in.module.css'

export function NoCodeLink() {
  const words = useText(codeText)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="text" isQuiet onClick={() => setOpen(true)}>
        {words.noCode}
      </Button>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={words.noCode} closeLabel={useText(commonText).close}>
        <div className={styles.documents}>
          {words.noCodeLines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </Sheet>
    </>
  )
}
