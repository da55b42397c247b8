/** Buttons: main (filled red, one per screen), plain, outline, bare; a busy one keeps its label, spinner after 500 ms. */
import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'
import { classes } from './classes.ts'
import { swallowSecondTap } from './swallow-second-tap.ts'
import skeletonStyles from './skeleton.module.css'

export type ButtonVariant = 'main' | 'plain' | 'line' | 'bare' | 'text'

const looks = { main: styles.main, plain: styles.plain, line: styles.outlined, bare: undefined, text: styles.text }

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  variant?: ButtonVariant
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
  variant = 'plain',
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
  const names = classes(
    styles.button,
    looks[variant],
    isWide && styles.wide,
    isSmall && styles.small,
    isSquare && styles.square,
    isDanger && styles.danger,
    isQuiet && styles.quiet,
  )
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (isBusy) return refuse(event)
    if (type === 'submit') swallowSecondTap(event)
    onClick?.(event)
  }
  return (
    <button type={type} className={names} aria-busy={isBusy || undefined} onClick={press} {...rest}>
      {isBusy ? <span className={classes(styles.spinner, skeletonStyles.late)} aria-hidden="true" /> : icon}
      {typeof children === 'string' ? <span className={styles.words}>{children}</span> : children}
    </button>
  )
}

/** A busy button also stops its form: for Enter in a field, which would send the form again, the browser clicks the button. */
const refuse = (event: MouseEvent): void => event.preventDefault()

export function IconButton({
  label,
  children,
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & { label: string; children: ReactNode }) {
  return (
    <button type="button" className={styles.iconButton} aria-label={label} {...rest}>
      {children}
    </button>
  )
}
