/** Trackers as Transmission 4 takes them: one address a line, and an empty line between the tiers. */
import type { TrackerEntry } from './answers.ts'

type Change = { added: readonly string[]; removed: readonly string[] }

export function trackerListOf(trackers: readonly TrackerEntry[], { added, removed }: Change): string {
  const tiers = Map.groupBy(
    trackers.filter(({ announce }) => !removed.includes(announce)),
    ({ tier }) => tier,
  )
  const remaining = [...tiers.values()].map((tier) => tier.map(({ announce }) => announce).join('\n'))
  return [...remaining, ...added].join('\n\n')
}
