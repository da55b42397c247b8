/** The physical keyboard as a remote while the remote is open: arrows, Enter, Escape; what is typed into a field stays there. */
import type { RemoteKey } from '@homeport/contract/playback.ts'
import { useEffect, useState } from 'react'
import { keys } from './remote-line.ts'

const keyOf: Record<string, RemoteKey | undefined> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Enter: 'ok',
  Escape: 'back',
  Backspace: 'back',
  Home: 'home',
  '+': 'volume_up',
  '=': 'volume_up',
  '-': 'volume_down',
  m: 'mute',
}

/** The key that is held on the keyboard. */
export function useKeyboard(isOn: boolean): RemoteKey | null {
  const [held, setHeld] = useState<RemoteKey | null>(null)
  useEffect(() => {
    if (!isOn) return
    const down = (event: KeyboardEvent) => {
      const key = keyOf[event.key]
      if (!key || event.ctrlKey || event.metaKey || event.altKey || isTakenBy(event)) return
      event.preventDefault()
      event.stopPropagation()
      // the system's own repeat has another beat
      if (event.repeat) return
      setHeld(key)
      keys.down(key)
    }
    const up = (event: KeyboardEvent) => {
      const key = keyOf[event.key]
      if (!key) return
      setHeld(null)
      keys.up(key)
    }
    const lose = () => setHeld(null)
    // before the dialog hears Escape: on a remote it is the TV's way back
    addEventListener('keydown', down, { capture: true })
    addEventListener('keyup', up, { capture: true })
    addEventListener('blur', lose)
    return () => {
      removeEventListener('keydown', down, { capture: true })
      removeEventListener('keyup', up, { capture: true })
      removeEventListener('blur', lose)
    }
  }, [isOn])
  return held
}

/** A field takes all; a button that has the focus keeps Enter. */
function isTakenBy({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.matches('input, textarea, select')) return true
  return key === 'Enter' && target.matches('button, a')
}
