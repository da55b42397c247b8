/** The page that a notification is about (P45). */
import type { PushPayload } from '@homeport/contract/push.ts'
import { parsePostId } from '@homeport/contract/shape/post-id.ts'
import { pathTo } from '../kit/nav/href.ts'
import { totalOf } from './text.ts'

/** In the language of the message: each language is an account of its own (app/launch.ts reads it). */
export const addressOf = (payload: PushPayload) => `./?lang=${payload.lang}#${pathOf(payload)}`

function pathOf({ kind, id, counts }: PushPayload): string {
  const isAlone = totalOf(counts) <= 1
  if (kind === 'done' || kind === 'needs') return isAlone && id !== '' ? pathTo(paths.task, { id }) : paths.tasks
  if (kind === 'film') return isAlone && id !== '' ? pathTo(paths.film, { id }) : paths.films
  if (!isAlone || id === '') return paths.messages
  if (id.startsWith('user:')) return pathTo(paths.messages, { with: id.slice('user:'.length) })
  const post = parsePostId(id)
  if (!post) return paths.messages
  return post.floor > 0 ? pathTo(paths.reply, { id: post.thread_id, floor: post.floor }) : pathTo(paths.thread, { id })
}

const paths = {
  tasks: '/pages/device/download/list',
  task: '/pages/device/download/detail',
  films: '/pages/main/movie/list',
  film: '/pages/device/movie/detail',
  messages: '/pages/user/mine/message/index',
  thread: '/pages/forum/postings/thread',
  reply: '/pages/forum/postings/postdetails',
} as const
