/** A thread in any list: forum, home, explore. */
import * as z from 'zod/mini'
import { Person } from './person.ts'
import { Picture } from './picture.ts'

/** Times in seconds; replies counts those that the user may see. is_new: has unread content. author is null once anonymized. */
export const ThreadRow = z.object({
  id: z.string(),
  board_id: z.int(),
  title: z.string(),
  /** Start of the text, at most 120 characters. */
  excerpt: z.string(),
  author: z.nullable(Person),
  tags: z.array(z.string()),
  images: z.array(Picture),
  replies: z.number(),
  likes: z.number(),
  favorites: z.number(),
  views: z.number(),
  is_pinned: z.boolean(),
  is_featured: z.boolean(),
  is_locked: z.boolean(),
  is_liked: z.boolean(),
  is_favorite: z.boolean(),
  is_new: z.boolean(),
  created_at: z.number(),
  active_at: z.number(),
})
export type ThreadRow = z.infer<typeof ThreadRow>
