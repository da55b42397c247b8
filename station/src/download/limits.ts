/** Divides the limit of the download speed between the engine for links and aria2. */

/** What an engine does: its jobs that download, and the bytes a second that they bring. */
export type Load = { jobs: number; speed: number }
/** Bytes a second, 0: no limit. */
export type Shares = { links: number; torrents: number }

/** What an engine without speed keeps, to begin with. */
const smallestShare = 1 / 16
/** A share grows by this much over what it brings. */
const growth = 1.5

/** Both shares together are the limit. Each engine may have half; what the other one does not use goes to it as well. */
export function shareLimit(limit: number, links: Load, torrents: Load): Shares {
  if (limit === 0) return { links: 0, torrents: 0 }
  if (links.jobs === 0) return { links: reserve(limit), torrents: limit }
  if (torrents.jobs === 0) return { links: limit, torrents: reserve(limit) }
  const most = Math.min(limit - reserve(limit), Math.max(limit / 2, limit - growth * links.speed))
  const share = Math.round(Math.max(reserve(limit), Math.min(growth * torrents.speed, most)))
  return { links: limit - share, torrents: share }
}

/** Never 0, which is no limit. */
function reserve(limit: number): number {
  return Math.max(1, Math.round(limit * smallestShare))
}
