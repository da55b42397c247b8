/** Where things of the forum stand, and the ways to them. */
import { parsePostId } from '@homeport/contract/shape/post-id.ts'
import { lang } from '../../kit/lang.ts'

export const paths = {
  boards: '/pages/forum/type/index',
  board: '/pages/forum/type/three',
  thread: '/pages/forum/postings/thread',
  reply: '/pages/forum/postings/postdetails',
  editor: '/pages/forum/editor',
  posted: '/pages/forum/posted/index',
  search: '/pages/forum/search/index',
  found: '/pages/forum/search/detail',
  moderate: '/pages/forum/moderate',
  mine: '/pages/user/mine/postmanagement/index',
  person: '/pages/user/posts/index',
  explore: '/pages/main/explore/explore',
  preview: '/preview-image',
} as const

type Query = Record<string, string | number>

/** A path with its query, for moves. */
export function pathTo(path: string, query: Query = {}): string {
  const parts = Object.entries(query).filter(([, value]) => value !== '')
  return parts.length === 0 ? path : `${path}?${new URLSearchParams(parts.map(([name, value]) => [name, String(value)]))}`
}

/** The same for links. */
export function hrefTo(path: string, query: Query = {}): string {
  return `#${pathTo(path, query)}`
}

export const threadHref = (id: string) => hrefTo(paths.thread, { id })
export const replyHref = (threadId: string, floor: number) => hrefTo(paths.reply, { id: threadId, floor })
export const boardHref = (id: number) => hrefTo(paths.board, { id })
export const tagHref = (tag: string) => hrefTo(paths.board, { tag })
export const personHref = (userId: string) => hrefTo(paths.person, { user_id: userId })
/** A thread, or a reply at its place in its thread. An id that is none leads to the page that says so. */
export function postHref(id: string): string {
  const post = parsePostId(id)
  return post && post.floor > 0 ? replyHref(String(post.thread_id), post.floor) : threadHref(id)
}
/** The pictures of a post in the viewer, begun at one of them. */
export const previewHref = (ids: readonly string[], at: number) => hrefTo(paths.preview, { ids: ids.join(','), at })

/** What is passed on to others: the whole address, with the language whose forum it is of. */
export function sharedAddress(threadId: string): string {
  return `${location.origin}${location.pathname}${hrefTo(paths.thread, { id: threadId, lang: lang.get() })}`
}
