/** A disclosure: a line that expands its content. */
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import './disclosure.css'

export function Disclosure({ title, value, children }: { title: ReactNode; value?: string; children: ReactNode }) {
  return (
    <details className="fold">
      <summary>
        <span className="grow">{title}</span>
        {value && <span className="sub">{value}</span>}
        <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />
      </summary>
      {children}
    </details>
  )
}
