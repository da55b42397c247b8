/** Divides the limit of the download speed between the engines. */

/** The load of an engine: its jobs that download, and the bytes a second that they bring. */
export type Load = { jobs: number; speed: number }

/** The share that an engine without speed keeps, to begin with. */
const smallestShare = 1 / 16
/** A share grows by this much over what it brings. */
const growth = 1.5

/**
 * Bytes a second for each engine, 0: no limit. All shares together are the limit. Each engine that has jobs may have an equal part of it; what one does
 * not use goes to the others. One without jobs has the least there is, until it gets one.
 */
export function shareLimit(limit: number, loads: readonly Load[]): number[] {
  if (limit === 0) return loads.map(() => 0)
  const shares = loads.map(() => 1)
  const busy = [...loads.entries()].filter(([, { jobs }]) => jobs > 0)
  let remaining = limit - (loads.length - busy.length)
  const least = remaining * Math.min(smallestShare, 1 / (2 * busy.length))
  const demands = busy.map(([at, { speed }]) => ({ at, demand: Math.max(least, growth * speed) }))
  const given = new Map<number, number>()
  for (const [count, { at, demand }] of demands.toSorted((a, b) => a.demand - b.demand).entries()) {
    const share = Math.min(demand, remaining / (busy.length - count))
    given.set(at, share)
    remaining -= share
  }
  // Never 0, which is no limit.
  for (const [at, share] of given) shares[at] = Math.max(1, Math.floor(share + remaining / busy.length))
  return shares
}
