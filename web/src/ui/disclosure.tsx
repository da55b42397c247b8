/** A disclosure: a line that expands its content. */
import { ChevronRight } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import styles from './disclosure.module.css'
import layoutStyles from './layout.module.css'
import textStyles from './text.module.css'

type Props = { title: ReactNode; value?: string; children: ReactNode; ref?: RefObject<HTMLDetailsElement | null> }

export function Disclosure({ title, value, children, ref }: Props) {
  return (
    <details ref={ref} className={styles.disclosure}>
      <summary>
        <span className={layoutStyles.grow}>{title}</span>
        {value && <span className={textStyles.secondary}>{value}</span>}
        <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />
      </summary>
      {children}
    </details>
  )
}
