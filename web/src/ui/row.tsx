/** A row of a grouped list: icon, text, a value, a chevron if it is a link (an action has none). isDanger: a destructive action. */
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import layoutStyles from './layout.module.css'
import listStyles from './list.module.css'
import textStyles from './text.module.css'

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
      <span className={value ? listStyles.label : layoutStyles.grow}>{label}</span>
      {value !== undefined && (
        <span className={classes(listStyles.value, textStyles.numeric, layoutStyles.row, layoutStyles.gap8)}>
          {typeof value === 'string' ? <span className={textStyles.oneLine}>{value}</span> : value}
        </span>
      )}
      {(href || onClick) && !isAct && (
        <span className={listStyles.chevron}>
          <ChevronRight size={20} strokeWidth={1.75} />
        </span>
      )}
    </>
  )
  if (href)
    return (
      <a className={listStyles.row} href={href}>
        {inner}
      </a>
    )
  if (onClick)
    return (
      <button type="button" className={classes(listStyles.row, isDanger && listStyles.danger)} onClick={onClick}>
        {inner}
      </button>
    )
  return <div className={listStyles.row}>{inner}</div>
}
