/** Help for a code that does not arrive. */
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { codeText } from '../field/code-text.ts'
import styles from './sign-in.module.css'

export function NoCodeSheet({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const words = useText(codeText)
  return (
    <Sheet isOpen={isOpen} close={close} title={words.noCode} closeLabel={useText(commonText).close}>
      <div className={styles.documents}>
        {words.noCodeLines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </Sheet>
  )
}
