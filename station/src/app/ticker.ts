/** The clock of the box: calls every feature each second, and for what moves slowly every 30 seconds. */
import type { Feature } from '../kit/feature.ts'

const tickMs = 1_000
const slowTicks = 30

/** The answer stops it. */
export function startTicking(features: readonly Pick<Feature, 'tick' | 'slowTick'>[]): () => void {
  let ticks = 0
  const ticker = setInterval(() => {
    for (const { tick } of features) tick?.()
    ticks += 1
    if (ticks % slowTicks === 0) for (const { slowTick } of features) slowTick?.()
  }, tickMs)
  return () => clearInterval(ticker)
}
