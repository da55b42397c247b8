/** Parses post ids from requests; refuses (4004) anything that cannot be an id. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { parsePostId, type PostRef } from '@homeport/contract/shape/post-id.ts'
import { Refusal } from '../../kit/refusal.ts'

export function parseThreadId(id: string): number {
  const post = parsePostId(id)
  if (post?.floor !== 0) throw new Refusal(Code.notFound)
  return post.thread_id
}

export function parseReplyId(id: string): PostRef {
  const post = parsePostId(id)
  if (!post || post.floor === 0) throw new Refusal(Code.notFound)
  return post
}

export function parsePostRef({ id, type }: { id: string; type: 'thread' | 'reply' }): PostRef {
  return type === 'thread' ? { thread_id: parseThreadId(id), floor: 0 } : parseReplyId(id)
}
