/** The bounds of what a renderer may send and how long it may take: any device of the house can say that it is one. */
export const bounds = {
  /** Renderers that are listed. */
  maxRenderers: 16,
  /** Descriptions that are fetched at the same time, … */
  describedAtOnce: 4,
  /** … and after one search. */
  maxDescribed: 32,
  maxPacketBytes: 4_096,
  maxAddress: 512,
  maxDescriptionBytes: 256 * 1024,
  maxAnswerBytes: 128 * 1024,
  /** The whole answer with its body. */
  answerWithinMs: 4_000,
  maxName: 40,
} as const

/** Times of the search and of the polls, ms. */
export type Pace = {
  /** Searches of the box itself: after so long, and up to so much longer. */
  searchEveryMs: number
  jitterMs: number
  /** Apps that show the list of TVs start one more, not sooner after the last. */
  searchAgainMs: number
  /** A renderer that fell silent is asked whether it is back. */
  returnEveryMs: number
  /** Answers to a search come within this time. */
  answersWithinMs: number
  /** While a film is set. */
  pollMs: number
  /** While it starts, and while what it does is unclear. */
  pollSoonMs: number
}
export const usualPace: Pace = {
  searchEveryMs: 180_000,
  jitterMs: 60_000,
  searchAgainMs: 20_000,
  returnEveryMs: 5_000,
  answersWithinMs: 4_000,
  pollMs: 1_000,
  pollSoonMs: 300,
}
