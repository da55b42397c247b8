/** The bounds of what a renderer may send and how long it may take: any device of the house can say that it is one. */
export const bounds = {
  /** Renderers that are listed. */
  maxRenderers: 16,
  /** Descriptions that are fetched at the same time, … */
  describedAtOnce: 4,
  /** … and after one search. */
  maxDescribed: 32,
  maxAddress: 512,
  maxDescriptionBytes: 256 * 1024,
  maxAnswerBytes: 128 * 1024,
  /** The whole answer with its body. */
  answerWithinMs: 4_000,
  maxName: 40,
} as const
