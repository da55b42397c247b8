/** The priority of background processes. */
import { constants, setPriority } from 'node:os'

const { PRIORITY_LOW, PRIORITY_BELOW_NORMAL } = constants.priority

/**
 * Lowers the priority, so that a background process never makes a download or a playing film stutter. isSeen: someone looks at a
 * screen for the result; a busy machine gives it a tenth of a core, and a hundredth to what nobody waits for.
 */
export function giveWay(pid: number | undefined, { isSeen = false } = {}): void {
  try {
    if (pid !== undefined) setPriority(pid, isSeen ? PRIORITY_BELOW_NORMAL : PRIORITY_LOW)
  } catch {
    // The process has already ended.
  }
}
