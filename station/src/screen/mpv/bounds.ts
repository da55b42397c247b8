/** The bounds of what mpv may send and how long it may take: a film that confuses it must not hold up the box. */
export const bounds = {
  /** Answers and events that came in part, with the next piece. */
  maxUnreadBytes: 512 * 1024,
  /** All of them, in a second. */
  maxBytesASecond: 4 * 1024 * 1024,
  maxLinesASecond: 2_000,
  /** Commands without an answer yet. */
  maxPending: 64,
  answerWithinMs: 5_000,
  /** From its start until it takes commands: a box that has just started may be busy. */
  startsWithinMs: 10_000,
  /** From the end of its film, or from being told to end, until it is gone. */
  endsWithinMs: 2_000,
} as const
