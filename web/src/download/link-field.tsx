/** The field for links, one a line; it grows with what is pasted. */
import { X } from 'lucide-react'
import { useText } from '../kit/lang.ts'
import { IconButton } from '../ui/button.tsx'
import { downloadText } from './text.ts'

const most = 4

export function LinkField({ text, change }: { text: string; change: (next: string) => void }) {
  const words = useText(downloadText)
  const long = text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / 34)), 0)
  return (
    <div className="field links">
      <textarea
        aria-label={words.links}
        placeholder={words.linksPlaceholder}
        rows={Math.min(most, Math.max(2, long))}
        value={text}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        onChange={(event) => change(event.target.value)}
      />
      {text !== '' && (
        <IconButton label={words.clear} onClick={() => change('')}>
          <span className="clr">
            <X size={14} strokeWidth={2.4} />
          </span>
        </IconButton>
      )}
    </div>
  )
}
