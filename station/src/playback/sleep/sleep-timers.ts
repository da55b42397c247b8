/** The sleep timers that run, and those that ran out while their screen was away. */
import type { PlayerState } from '../player-state.ts'

/** True if this film was to be the last. */
export function takeSleepAtEnd(player: PlayerState, screen_id: string): boolean {
  if (player.sleeping.get(screen_id)?.until !== 'end') return false
  stopSleep(player, screen_id)
  return true
}

/** True if the timer ran out while the screen was away, or the box: the film that comes back is paused. */
export function takeOverslept(player: PlayerState, screen_id: string): boolean {
  const until = player.sleeping.get(screen_id)?.until
  const isOver = player.overslept.has(screen_id) || (typeof until === 'number' && until <= player.now())
  if (isOver) stopSleep(player, screen_id)
  return isOver
}

export function stopSleep(player: PlayerState, screen_id: string): void {
  stopTimer(player, screen_id)
  forgetSleep(player, screen_id)
}

export function stopTimer({ sleeping }: PlayerState, screen_id: string): void {
  sleeping.get(screen_id)?.cancel()
  sleeping.delete(screen_id)
}

export function forgetSleep({ overslept, sleepRows, onFault }: PlayerState, screen_id: string): void {
  overslept.delete(screen_id)
  void sleepRows.remove(screen_id).catch(onFault)
}
