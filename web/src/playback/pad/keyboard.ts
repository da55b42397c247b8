/** Keyboard shortcuts: the remote's keys while it is open, player keys there and on the playing film's page. Typing in a field is ignored. */
import { backMs, forwardMs, PlayerStatus, type RemoteKey } from '@homeport/contract/playback/playback.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { control } from '../data.ts'
import { player } from '../player.ts'
import { hasModifier, isTakenBy } from './key-press.ts'
import { keys } from './remote-status.ts'

const keyOf: Record<string, RemoteKey | undefined> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Enter: 'ok',
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
      if (!key || hasModifier(event) || isTakenBy(event)) return
      event.preventDefault()
      event.stopPropagation()
      // ignores the system's key repeat: its timing differs
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

/** Space and k pause and resume, j and l seek; arrows seek too unless the pad uses them. */
export function usePlayerKeys({ isOn, hasArrows }: { isOn: boolean; hasArrows: boolean }): void {
  const controlling = useMutation(control())
  const press = useEffectEvent((event: KeyboardEvent): boolean => {
    const now = player.playing.get()
    if (!now) return false
    const { info, point } = now
    const target = info.screen_id
    const isPlaying = info.status === PlayerStatus.playing
    const seek = (to: number) =>
      controlling.mutate({
        kind: 'seek',
        target,
        point: Math.round(Math.max(0, info.duration > 0 ? Math.min(to, info.duration) : to)),
      })
    switch (event.key) {
      case ' ':
      case 'k':
        if (!event.repeat) controlling.mutate({ kind: isPlaying ? 'pause' : 'resume', target })
        return true
      case 'ArrowLeft':
      case 'j':
        if (event.key !== 'j' && !hasArrows) return false
        seek(point - backMs)
        return true
      case 'ArrowRight':
      case 'l':
        if (event.key !== 'l' && !hasArrows) return false
        seek(point + forwardMs)
        return true
      case 'm':
        if (!hasArrows) return false
        if (!event.repeat) controlling.mutate({ kind: 'mute', target, isMuted: info.sound === 'on' })
        return true
      default:
        return false
    }
  })
  useEffect(() => {
    if (!isOn) return
    const down = (event: KeyboardEvent) => {
      if (hasModifier(event) || isTakenBy(event) || event.defaultPrevented) return
      if (press(event)) event.preventDefault()
    }
    addEventListener('keydown', down)
    return () => removeEventListener('keydown', down)
  }, [isOn])
}
