/** Waits on real programs. */
import { until as untilTrue } from '../../testing/until.ts'

/** TODO: goes once the stories import it from testing/; a bound of their own changes nothing. */
export function until(what: string, condition: () => Promise<boolean> | boolean, _boundMs?: number): Promise<void> {
  return untilTrue(what, condition)
}
