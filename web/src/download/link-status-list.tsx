/** The status of each pasted line, before and after sending. */
import { X } from 'lucide-react'
import { useText } from '../kit/lang.ts'
import { CheckIcon, WarnIcon } from '../ui/icon.tsx'
import { LineBreaks } from '../ui/lines.tsx'
import { MiddleEllipsis } from '../ui/middle-ellipsis.tsx'
import textStyles from '../ui/text.module.css'
import styles from './add-sheet.module.css'
import type { Line } from './link-status.ts'
import { downloadText } from './text.ts'

export function Verdicts({ lines, drop }: { lines: Line[]; drop: (url: string) => void }) {
  const words = useText(downloadText)
  return (
    <ul className={styles.verdicts} aria-live="polite">
      {lines.map(({ url, name, verdict }, index) => (
        <li key={`${index} ${url}`}>
          {(lines.length > 1 || name !== undefined) && (
            <code>
              <MiddleEllipsis text={name ?? readable(url)} />
              {name !== undefined && (
                <button type="button" className={styles.clear} aria-label={words.dropIt(name)} onClick={() => drop(url)}>
                  <X size={14} strokeWidth={2.4} />
                </button>
              )}
            </code>
          )}
          {verdict.state === 'ready' && (
            <p>
              <CheckIcon size={15} />
              {verdict.kind === 'torrent' ? words.torrentFile : words.ready[verdict.kind]}
            </p>
          )}
          {verdict.state === 'sending' && <p>{words.sending}</p>}
          {verdict.state === 'uploading' && <p>{words.uploading}</p>}
          {verdict.state === 'added' && (
            <p className={textStyles.success}>
              <CheckIcon size={15} />
              {verdict.word}
            </p>
          )}
          {verdict.state === 'bad' && (
            <p className={textStyles.warning}>
              <WarnIcon size={15} />
              <LineBreaks text={verdict.word} />
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

/** '%E6%BD%AE' reads as 潮. */
function readable(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}
