/** Posts by their ids as a caller names them, and their first words. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { formatPostId, parsePostId, type PostRef } from '@homeport/contract/shape/post-id.ts'
import { Refusal } from '../../kit/refusal.ts'

export type Thing = PostRef

export const idOf = formatPostId

/** Refuses (4004) what cannot be one. */
export function parseThreadId(id: string): number {
  const post = parsePostId(id)
  if (post?.floor !== 0) throw new Refusal(Code.notFound)
  return post.thread_id
}

export function parseReplyId(id: string): Thing {
  const post = parsePostId(id)
  if (!post || post.floor === 0) throw new Refusal(Code.notFound)
  return post
}

export function parsePostRef({ id, type }: { id: string; type: 'thread' | 'reply' }): Thing {
  return type === 'thread' ? { thread_id: parseThreadId(id), floor: 0 } : parseReplyId(id)
}

const excerptMax = 120
/** UTF-16 units that are looked at for it. */
const excerptFrom = 2_000

/** The first words of a post. */
export function excerptOf(text: string): string {
  const plain = toPlainText(text.slice(0, excerptFrom))
  const letters = [...plain]
  return letters.length > excerptMax ? `${letters.slice(0, excerptMax - 1).join('')}…` : plain
}

/** A post in one line, without the marks of the forum. */
export function toPlainText(text: string): string {
  return text
    .replace(/!\[[^\]]{0,200}\]\([^)]{0,500}\)/g, ' ')
    .replace(/\[([^\]]{0,200})\]\([^)]{0,500}\)/g, '$1')
    .replace(/^[ \t]{0,8}(?:>|#{1,6}|[-*+]|\d{1,3}\.)[ \t]+/gm, '')
    .replace(/[*~`]{1,3}/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
