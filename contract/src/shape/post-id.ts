/** The codec of post ids: a thread is its number ("12"), a reply its thread's number and its floor ("12-5"). */

/** floor 0: the thread itself. */
export type PostRef = { thread_id: number; floor: number }

const separator = '-'
/** The character after the separator: upper bound of a thread's reply ids in character code order. */
const afterSeparator = String.fromCharCode(separator.charCodeAt(0) + 1)
const pattern = /^([1-9]\d{0,14})(?:-([1-9]\d{0,8}))?$/

export function formatPostId({ thread_id, floor }: PostRef): string {
  return floor === 0 ? String(thread_id) : `${thread_id}${separator}${floor}`
}

/** Undefined if the text is not a post id. */
export function parsePostId(id: string): PostRef | undefined {
  const [, thread, floor = '0'] = pattern.exec(id) ?? []
  return thread === undefined ? undefined : { thread_id: Number(thread), floor: Number(floor) }
}

/** All reply ids of a thread are between these two bounds, both exclusive, in character code order. */
export function replyIdRange(threadId: string): { after: string; before: string } {
  return { after: `${threadId}${separator}`, before: `${threadId}${afterSeparator}` }
}
