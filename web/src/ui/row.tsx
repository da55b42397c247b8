/** A row of a grouped list: icon, words, a value, a chevron where it leads somewhere (an act at once has none). */
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = { icon: ReactNode; label: string; value?: ReactNode; href?: string; onClick?: () => void; isAct?: boolean }

export function Row({ icon, label, value, href, onClick, isAct }: Props) {
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
      <button type="button" className="li" onClick={onClick}>
        {inner}
      </button>
    )
  return <div className="li">{inner}</div>
}
