/** A checkbox whose whole row is clickable; indeterminate if only some of its items are selected. */
import { useEffect, useRef, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import styles from './checkbox.module.css'
import { CheckIcon, MinusIcon } from './icon.tsx'
import textStyles from './text.module.css'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type'> & {
  isMixed?: boolean
  children: ReactNode
  className?: string
  ref?: Ref<HTMLInputElement>
}

export function Checkbox({ isMixed = false, children, className, ref, ...input }: Props) {
  const own = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (own.current) own.current.indeterminate = isMixed
  }, [isMixed])
  return (
    <label className={className ?? styles.checkbox}>
      <input
        type="checkbox"
        className={textStyles.visuallyHidden}
        ref={(node) => {
          own.current = node
          if (typeof ref === 'function') ref(node)
          else if (ref) ref.current = node
        }}
        {...input}
      />
      <span className={styles.box}>
        {isMixed ? <MinusIcon size={16} strokeWidth={2.6} /> : <CheckIcon size={16} strokeWidth={2.6} />}
      </span>
      {children}
    </label>
  )
}
