/** The screens on which a text field is open, and the act that fills it from a phone. */
import { remoteText } from '@homeport/contract/playback/playback.ts'
import { answer, type Handler } from '../../kit/connection/answer.ts'
import { refuseLacking } from '../delivery/play-refusal.ts'
import type { ScreenPort } from '../screen-port.ts'

export function createTypingScreens() {
  const open = new Set<string>()

  return {
    isTyping: (screen_id: string): boolean => open.has(screen_id),
    /** False if nothing changes by it. */
    set(screen_id: string, isOpen: boolean): boolean {
      if (open.has(screen_id) === isOpen) return false
      if (isOpen) open.add(screen_id)
      else open.delete(screen_id)
      return true
    },
  }
}

/** pick: the screen that is meant, refused if there is none. */
export function typingActs(pick: (target: string) => ScreenPort): Handler[] {
  return [
    answer(remoteText, async ({ target, text }) => {
      const port = pick(target)
      refuseLacking(port, 'text')
      port.send({ kind: 'text', text })
      return {}
    }),
  ]
}
