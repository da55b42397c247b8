/** The station's timer: calls each feature's tick every second and its slowTick every 30 seconds. */
import type { Feature } from '../kit/feature.ts'

const tickMs = 1_000
const slowTicks = 30

/** The returned function stops it. */
export function startTicking(features: readonly Pick<Feature, 'tick' | 'slowTick'>[]): () => void {
  let ticks = 0
  const ticker = setInterval(() => {
    for (const { tick } of features) tick?.()
    ticks += 1
    if (ticks % slowTicks === 0) for (const { slowTick } of features) slowTick?.()
  }, tickMs)
  return () => clearInterval(ticker)
}
