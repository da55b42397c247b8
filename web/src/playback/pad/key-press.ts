/** A press on a keyboard that no field or button takes, and the key that shows which keys do what. */
import { useEffect, useEffectEvent } from 'react'

/** '?' shows which keys do what. */
export function useHelpKey(isOn: boolean, open: () => void): void {
  const show = useEffectEvent(open)
  useEffect(() => {
    if (!isOn) return
    const down = (event: KeyboardEvent) => {
      if (event.key !== '?' || hasModifier(event) || isTakenBy(event)) return
      event.preventDefault()
      show()
    }
    addEventListener('keydown', down)
    return () => removeEventListener('keydown', down)
  }, [isOn])
}

export function hasModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey
}

/** A field takes all keys; a focused button takes Enter and space, a tab its arrows. */
export function isTakenBy({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.matches('input, textarea, select, [role=tab], [role=radio]')) return true
  return (key === 'Enter' || key === ' ') && target.matches('button, a')
}
