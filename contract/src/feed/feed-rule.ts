/** Rules of a feed: what is taken of what it brings. */
import * as z from 'zod/mini'
import { CategoryName } from '../shape/field/file-name.ts'
import { seen } from '../shape/field/text.ts'

/** From the least to the best. */
export const feedQualities = ['SD', '720p', '1080p', '4K'] as const
export const feedLanguages = ['zh', 'yue', 'en', 'ja', 'ko', 'fr', 'de', 'es', 'it', 'ru'] as const
export const maxFeedTitles = 20
export const feedWordsMaxLength = 100

const words = z.string().check(z.trim(), z.maxLength(feedWordsMaxLength, 'range'))
const count = z.int().check(z.gte(0, 'range'), z.lte(9_999, 'range'))
const bytes = z.int().check(z.gte(0, 'range'), z.lte(10_000_000_000_000, 'range'))

/**
 * titles: the words of one of them are all in the name; none: any name. not_words: none of them is in the name. season_from, episode_from: 0 of any.
 * quality_from '': any; a name that says none has none. size_from, size_to in bytes, 0: none; an unknown size fits. languages: none: any; a name that says none fits.
 * replaces: a better one, or a corrected one (PROPER, REPACK), takes the place of the one that was taken within a week. category: where it goes; '': the default folder.
 */
export const FeedRule = z.object({
  titles: z._default(z.array(words.check(seen('required'))).check(z.maxLength(maxFeedTitles, 'limit')), []),
  not_words: z._default(words, ''),
  season_from: z._default(count, 0),
  episode_from: z._default(count, 0),
  quality_from: z._default(z.enum(['', ...feedQualities]), ''),
  size_from: z._default(bytes, 0),
  size_to: z._default(bytes, 0),
  languages: z._default(z.array(z.enum(feedLanguages)).check(z.maxLength(feedLanguages.length, 'limit')), []),
  replaces: z._default(z.boolean(), false),
  category: z._default(CategoryName, ''),
})
export type FeedRule = z.infer<typeof FeedRule>

/** Why an item is not taken. '': it is. twice: its film or episode was taken already, or a better one of it is among the others. no_link: there is nothing to download. */
export const feedReasons = ['', 'title', 'not_word', 'episode', 'quality', 'size', 'language', 'twice', 'no_link'] as const
export type FeedReason = (typeof feedReasons)[number]
