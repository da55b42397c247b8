/** A thread as it stands in any list: of the forum, of home, of explore. */
import * as z from 'zod/mini'
import { Person } from './person.ts'
import { Picture } from './picture.ts'

/** Times in seconds; replies counts what the asker may see. is_new: something in it that the asker has not read. author is null once it is anonymised. */
export const ThreadRow = z.object({
  id: z.string(),
  board_id: z.int(),
  title: z.string(),
  /** The first words, at most 120 characters. */
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
