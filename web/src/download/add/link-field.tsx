/** The text area for links, one per line; grows with its content. */
import { X } from 'lucide-react'
import type { RefObject } from 'react'
import { useText } from '../../kit/lang.ts'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from '../add-sheet.module.css'
import { downloadText } from '../text.ts'

const most = 4

type Props = {
  text: string
  onChange: (next: string) => void
  field: RefObject<HTMLTextAreaElement | null>
  /** Hint how to paste, if the app cannot read the clipboard; hidden once text is typed. */
  hint: string
}

export function LinkField({ text, onChange, field, hint }: Props) {
  const words = useText(downloadText)
  const long = text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / 34)), 0)
  const isSingle = text !== '' && !text.includes('\n')
  const isHinting = hint !== '' && text === ''
  return (
    <>
      <div className={classes(fieldStyles.field, styles.links, isSingle && styles.single)}>
        <textarea
          ref={field}
          aria-label={words.links}
          aria-describedby={isHinting ? 'paste-hint' : undefined}
          placeholder={words.linksPlaceholder}
          rows={Math.min(most, Math.max(2, long))}
          value={text}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
        {text !== '' && (
          <IconButton label={words.clear} onClick={() => onChange('')}>
            <span className={styles.clear}>
              <X size={14} strokeWidth={2.4} />
            </span>
          </IconButton>
        )}
      </div>
      {isHinting && (
        <p className={classes(textStyles.caption, layoutStyles.above8)} id="paste-hint">
          {hint}
        </p>
      )}
    </>
  )
}
