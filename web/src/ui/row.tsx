/** A row of a grouped list: icon, text, a value, a chevron if it is a link (an action has none). isDanger: a destructive action. */
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = {
  icon: ReactNode
  label: string
  value?: ReactNode
  href?: string
  onClick?: () => void
  isAct?: boolean
  isDanger?: boolean
}

export function Row({ icon, label, value, href, onClick, isAct, isDanger }: Props) {
  const inner = (
    <>
      {icon}
      <span className="grow">{label}</span>
      {value !== undefined && <span className="v num fx g8">{value}</span>}
      {(href || onClick) && !isAct && (
        <span className="chev">
          <ChevronRight size={20} strokeWidth={1.75} />
        </span>
      )}
    </>
  )
  if (href)
    return (
      <a className="li" href={href}>
        {inner}
      </a>
    )
  if (onClick)
    return (
      <button type="button" className={isDanger ? 'li danger' : 'li'} onClick={onClick}>
        {inner}
      </button>
    )
  return <div className="li">{inner}</div>
}
