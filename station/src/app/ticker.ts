/** The station's timer: calls each feature's tick every second and its slowTick every 30 seconds. */
import type { Feature } from '../kit/feature.ts'

const tickMs = 1_000
const slowTicks = 30

/** One that throws is told to onFault, and no other misses its turn. The returned function stops it. */
export function startTicking(
  features: readonly Pick<Feature, 'tick' | 'slowTick'>[],
  onFault: (fault: unknown) => void,
): () => void {
  let ticks = 0
  const run = (work: (() => void) | undefined) => {
    try {
      work?.()
    } catch (fault) {
      onFault(fault)
    }
  }
  const ticker = setInterval(() => {
    for (const { tick } of features) run(tick)
    ticks += 1
    if (ticks % slowTicks === 0) for (const { slowTick } of features) run(slowTick)
  }, tickMs)
  return () => clearInterval(ticker)
}
