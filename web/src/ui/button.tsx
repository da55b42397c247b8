/** Buttons: main (filled red, one per screen), plain, outline, bare; a busy one keeps its label, spinner after 500 ms. */
import type { ButtonHTMLAttributes, ReactNode } from 'react'

export type ButtonVariant = 'main' | 'plain' | 'line' | 'bare' | 'text'

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  look?: ButtonVariant
  isBusy?: boolean
  isWide?: boolean
  isSmall?: boolean
  /** As wide as high, for an icon. */
  isSquare?: boolean
  isDanger?: boolean
  /** Secondary colour: beside a more important action. */
  isQuiet?: boolean
  icon?: ReactNode
}

export function Button({
  look = 'plain',
  isBusy,
  isWide,
  isSmall,
  isSquare,
  isDanger,
  isQuiet,
  icon,
  children,
  onClick,
  type = 'button',
  ...rest
}: Props) {
  const names = ['btn', look, isWide && 'wide', isSmall && 'small', isSquare && 'sq', isDanger && 'danger', isQuiet && 'quiet']
    .filter(Boolean)
    .join(' ')
  return (
    <button type={type} className={names} aria-busy={isBusy || undefined} onClick={isBusy ? undefined : onClick} {...rest}>
      {isBusy ? <span className="spin late" aria-hidden="true" /> : icon}
      {children}
    </button>
  )
}

export function IconButton({
  label,
  children,
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & { label: string; children: ReactNode }) {
  return (
    <button type="button" className="ib" aria-label={label} {...rest}>
      {children}
    </button>
  )
}
