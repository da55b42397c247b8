/** Routes of the forum and functions that build paths and links. */
import { parsePostId } from '@homeport/contract/shape/post-id.ts'
import { hrefTo } from '../../kit/nav/href.ts'
import { lang } from '../../kit/lang.ts'
import { appAddress } from '../../kit/browser-features.ts'

export const paths = {
  boards: '/pages/forum/type/index',
  board: '/pages/forum/type/three',
  thread: '/pages/forum/postings/thread',
  reply: '/pages/forum/postings/postdetails',
  editor: '/pages/forum/editor',
  posted: '/pages/forum/posted/index',
  search: '/pages/forum/search/index',
  searchResults: '/pages/forum/search/detail',
  moderate: '/pages/forum/moderate',
  myPosts: '/pages/user/mine/postmanagement/index',
  person: '/pages/user/posts/index',
  explore: '/pages/main/explore/explore',
  preview: '/preview-image',
} as const

export const threadHref = (id: string) => hrefTo(paths.thread, { id })
export const replyHref = (threadId: string, floor: number) => hrefTo(paths.reply, { id: threadId, floor })
export const boardHref = (id: number) => hrefTo(paths.board, { id })
export const tagHref = (tag: string) => hrefTo(paths.board, { tag })
export const personHref = (userId: string) => hrefTo(paths.person, { user_id: userId })
/** A thread, or a reply at its floor in its thread. An invalid id leads to the "not found" page. */
export function postHref(id: string): string {
  const post = parsePostId(id)
  return post && post.floor > 0 ? replyHref(String(post.thread_id), post.floor) : threadHref(id)
}
/** The picture viewer with a post's pictures, starting at one of them. */
export const previewHref = (ids: readonly string[], at: number) => hrefTo(paths.preview, { ids: ids.join(','), at })

/** The absolute URL for sharing, with the language of the forum. */
export function sharedAddress(threadId: string): string {
  return `${appAddress()}${hrefTo(paths.thread, { id: threadId, lang: lang.get() })}`
}
