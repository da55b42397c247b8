/** The priority of background processes. */
import { constants, setPriority } from 'node:os'

/** Lowers the priority, so that a background process never makes a download or a playing film stutter. */
export function giveWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // The process has already ended.
  }
}
