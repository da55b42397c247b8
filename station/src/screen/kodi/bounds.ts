/** The bounds of what a Kodi may send and how long it may take: any device of the house can say that it is one. */
export const bounds = {
  /** Kodis that announce themselves and are listed. */
  maxFound: 16,
  /** One that was not heard for so long is not listed any more. */
  foundForMs: 600_000,
  maxAnswerBytes: 128 * 1024,
  /** The whole answer with its body. */
  answerWithinMs: 4_000,
  /** Players, or subtitles of a film. */
  maxEntries: 1_000,
  maxRecords: 64,
  maxName: 40,
} as const
