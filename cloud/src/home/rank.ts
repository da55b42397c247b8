/** Ranking of recommended threads (docs/decisions/020): by activity, age and the asker's relation to it; then authors and boards are spread over the page. */

/** Times in seconds. */
export type Candidate = {
  id: string
  author_id: string
  board_id: number
  created_at: number
  replies: number
  likes: number
  favorites: number
  views: number
  is_featured: boolean
  /** The asker has read all of it. */
  is_read: boolean
  /** The asker follows its author. */
  is_followed: boolean
}

const weight = { reply: 4, like: 3, favorite: 6, view: 0.1 } as const
const featured = 2
const followed = 1.5
const read = 0.3
/** Half-life of the score, in hours. */
const halfHours = 36
/** The limits below hold among any ten consecutive threads. */
const window = 10
const maxPerAuthor = 2
const maxPerBoard = 4

/** The ids of the first `most` threads. */
export function rank(candidates: readonly Candidate[], atSeconds: number, most = candidates.length): string[] {
  const scored = candidates
    .map((one) => ({ one, score: scoreOf(one, atSeconds) }))
    .sort((a, b) => b.score - a.score || b.one.created_at - a.one.created_at || (a.one.id < b.one.id ? -1 : 1))
  return spread(
    scored.map(({ one }) => one),
    most,
  ).map(({ id }) => id)
}

export function scoreOf(one: Candidate, atSeconds: number): number {
  const happened =
    one.replies * weight.reply + one.likes * weight.like + one.favorites * weight.favorite + one.views * weight.view
  const ageHours = Math.max(0, atSeconds - one.created_at) / 3600
  // Logarithmic: the tenth like counts more than the thousandth.
  const heat = 1 + Math.log2(1 + happened)
  const factor = (one.is_featured ? featured : 1) * (one.is_followed ? followed : 1) * (one.is_read ? read : 1)
  return heat * factor * 2 ** (-ageHours / halfHours)
}

/** A thread beyond the limits waits until there is room; if no other thread is left, it is placed anyway. */
function spread(ordered: readonly Candidate[], most: number): Candidate[] {
  const waiting = [...ordered]
  const ranked: Candidate[] = []
  while (waiting.length > 0 && ranked.length < most) {
    const near = ranked.slice(1 - window)
    const fits = waiting.findIndex((one) => hasRoom(one, near))
    const [next] = waiting.splice(Math.max(0, fits), 1)
    if (next) ranked.push(next)
  }
  return ranked
}

function hasRoom(one: Candidate, near: readonly Candidate[]): boolean {
  return (
    near.filter(({ author_id }) => author_id === one.author_id).length < maxPerAuthor &&
    near.filter(({ board_id }) => board_id === one.board_id).length < maxPerBoard
  )
}
