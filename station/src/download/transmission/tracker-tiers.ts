/** Changed trackers as Transmission takes them. */
import type { TrackerEntry } from './answers.ts'

type Change = { added: readonly string[]; removed: readonly string[] }

/** The fields of each request. takesList: it takes all trackers as one list. */
export function trackerFields(
  trackers: readonly TrackerEntry[],
  { takesList, ...change }: Change & { takesList: boolean },
): object[] {
  if (takesList) return [{ trackerList: trackerListOf(trackers, change) }]
  const ids = trackers.filter(({ announce }) => change.removed.includes(announce)).map(({ id }) => id)
  return [...(change.added.length > 0 ? [{ trackerAdd: change.added }] : []), ...(ids.length > 0 ? [{ trackerRemove: ids }] : [])]
}

/** One address a line, and an empty line between the tiers. */
function trackerListOf(trackers: readonly TrackerEntry[], { added, removed }: Change): string {
  const tiers = Map.groupBy(
    trackers.filter(({ announce }) => !removed.includes(announce)),
    ({ tier }) => tier,
  )
  const remaining = [...tiers.values()].map((tier) => tier.map(({ announce }) => announce).join('\n'))
  return [...remaining, ...added].join('\n\n')
}
