/** For tests: sample boards, threads and replies. */
import { blankDetails, type Board, type Reply, type Thread } from '@homeport/contract/forum.ts'
import type { ThreadRow } from '@homeport/contract/shape/thread.ts'
import type { Person, PersonRow } from '@homeport/contract/shape/person.ts'

export const aPerson: Person = { user_id: '2', username: 'quiet-nuc', nickname: '', avatar: '' }

export const aPersonRow = (more: Partial<PersonRow> = {}): PersonRow => ({
  ...aPerson,
  is_followed: false,
  follows_me: false,
  is_blocked: false,
  ...more,
})

export const aBoard = (id: number, more: Partial<Board> = {}): Board => ({
  id,
  parent_id: 0,
  level: 1,
  name: `Board ${id}`,
  about: '',
  threads: 3,
  posts: 40,
  is_closed: false,
  ...more,
})

export const aRow = (id: string, more: Partial<ThreadRow> = {}): ThreadRow => ({
  id,
  board_id: 5,
  title: `Thread ${id}`,
  excerpt: 'The first words',
  author: aPerson,
  tags: [],
  images: [],
  replies: 0,
  likes: 0,
  favorites: 0,
  views: 12,
  is_pinned: false,
  is_featured: false,
  is_locked: false,
  is_liked: false,
  is_favorite: false,
  is_new: false,
  created_at: 1,
  active_at: 1,
  ...more,
})

export const aThread = (id: string, more: Partial<Thread> = {}): Thread => ({
  ...aRow(id),
  content: 'The first words and all the others',
  ...blankDetails,
  edited_at: null,
  read_floor: 0,
  can: { reply: true, edit: false, remove: false, moderate: false },
  ...more,
})

export const aReply = (id: string, more: Partial<Reply> = {}): Reply => ({
  id,
  thread_id: 'T1',
  floor: 1,
  author: aPerson,
  text: `Reply ${id}`,
  to: null,
  quote: null,
  likes: 0,
  is_liked: false,
  is_removed: false,
  is_thread_author: false,
  created_at: 1,
  edited_at: null,
  ...more,
})

/** jsdom has no layout: observers of size or intersection report nothing. */
export class NothingSeen {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
