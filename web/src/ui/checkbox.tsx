/** A checkbox whose whole row is clickable; indeterminate if only some of its items are selected. */
import { useEffect, useRef, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { CheckIcon, MinusIcon } from './icon.tsx'

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
    <label className={className ?? 'check'}>
      <input
        type="checkbox"
        className="vh"
        ref={(node) => {
          own.current = node
          if (typeof ref === 'function') ref(node)
          else if (ref) ref.current = node
        }}
        {...input}
      />
      <span className="cb">
        {isMixed ? <MinusIcon size={16} strokeWidth={2.6} /> : <CheckIcon size={16} strokeWidth={2.6} />}
      </span>
      {children}
    </label>
  )
}
