/** How often the house is searched, and how often a player is asked. */

/** Times of the search and of the polls, ms. */
export type Pace = {
  /** Searches of the box itself: after so long, and up to so much longer. */
  searchEveryMs: number
  jitterMs: number
  /** Apps that show the list of TVs start one more, not sooner after the last. */
  searchAgainMs: number
  /** A player that fell silent is asked whether it is back. */
  returnEveryMs: number
  /** Answers to a search come within this time. */
  answersWithinMs: number
  /** While a film is set. */
  pollMs: number
  /** While it starts, and while what it does is unclear. */
  pollSoonMs: number
  /** One that still says that it is stopped so long after it was given a film does not play. */
  startsWithinMs: number
}
export const usualPace: Pace = {
  searchEveryMs: 180_000,
  jitterMs: 60_000,
  searchAgainMs: 20_000,
  returnEveryMs: 5_000,
  answersWithinMs: 4_000,
  pollMs: 1_000,
  pollSoonMs: 300,
  startsWithinMs: 6_000,
}
