/** Feeds (RSS, Atom, Torznab) that the box reads, and downloads of what they bring. The owner alone sees them: their addresses hold keys, and no answer holds one whole. */
import * as z from 'zod/mini'
import { act } from '../kit/operation.ts'
import { oneLine } from '../shape/field/single-line.ts'
import { seen } from '../shape/field/text.ts'
import { FeedRule, feedReasons } from './feed-rule.ts'

export const maxFeeds = 50
export const feedNameMaxLength = 60
export const feedAddressMaxLength = 2_000
/** Items of a feed that an answer has; the newest. */
export const feedItemsShown = 60
/** No feed is read more often. */
export const feedMinIntervalMs = 600_000

/**
 * Why a feed could not be read. unknown_host: no such name. private: an address in the house that HOMEPORT_FEED_HOSTS does not name. own_port: Homeport's own. away: no usable answer.
 * page: a web page, not a feed. bad_feed: neither. too_large: it does not end. login: the server asks for a key or a password, or refuses it. limit: too many requests for now.
 */
export const feedFaults = [
  '',
  'unknown_host',
  'private',
  'own_port',
  'away',
  'certificate',
  'not_found',
  'page',
  'bad_feed',
  'too_large',
  'login',
  'limit',
] as const
export type FeedFault = (typeof feedFaults)[number]

/** A web address, http or https. */
export function isFeedAddress(address: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(address) && URL.canParse(address)
}

const FeedId = z.string().check(z.regex(/^[\w-]{8,64}$/, 'invalid'))
const address = z.string().check(
  z.trim(),
  z.maxLength(feedAddressMaxLength, 'range'),
  z.refine((text) => text === '' || isFeedAddress(text), 'feed_address'),
)

/**
 * host: of its address, with the port. Times in seconds. checked_at: when it was last read well, 0: not yet. failing_since: 0 if it does not fail. next_at: when it is read again.
 * taken_week: what was taken in the last seven days. failed: what was to be taken and could not be.
 */
export const Feed = z.object({
  feed_id: z.string(),
  name: z.string(),
  host: z.string(),
  is_on: z.boolean(),
  rule: FeedRule,
  fault: z.enum(feedFaults),
  checked_at: z.number(),
  failing_since: z.number(),
  next_at: z.number(),
  taken_week: z.int(),
  failed: z.int(),
})
export type Feed = z.infer<typeof Feed>

const Feeds = z.object({ data: z.array(Feed) })

/** In the order of their names. */
export const feedList = act({ name: 'feed_list', needs: 'owner', input: z.object({}), output: Feeds })

/**
 * Adds a feed, or changes the one with that id; the app makes the id, so that a repeat is one feed. address '': as it is. What a new feed has at first is not taken (feed_take does).
 * 4004 without an address for a new one; 4009 above 50. It is not noted in the inbox, which would hold the key.
 */
export const feedSave = act({
  name: 'feed_save',
  needs: 'owner',
  input: z.object({
    feed_id: FeedId,
    name: z.string().check(z.trim(), seen('required'), z.maxLength(feedNameMaxLength, 'range'), oneLine),
    address: z._default(address, ''),
    is_on: z._default(z.boolean(), true),
    rule: FeedRule,
  }),
  output: Feeds,
})

/** Its downloads stay. */
export const feedRemove = act({ name: 'feed_remove', needs: 'owner', input: z.object({ feed_id: FeedId }), output: Feeds })

/** state: '' or taken, waiting (to be tried again), failed; task_id of what was taken. reason: why the rule does not take it. fault: why it could not be taken, a TaskReason or a FeedFault. published_at in seconds, 0 if unknown; size 0 if unknown. */
export const FeedItem = z.object({
  item_id: z.string(),
  title: z.string(),
  size: z.number(),
  published_at: z.number(),
  reason: z.enum(feedReasons),
  state: z.enum(['', 'waiting', 'taken', 'failed']),
  fault: z.string(),
  task_id: z.string(),
})
export type FeedItem = z.infer<typeof FeedItem>

/**
 * Tells which of the items that the feed has now a rule would take, and why not the others; nothing is taken. With an address the feed is read (at most every ten minutes), else its last items
 * are looked at. title: that the feed gives itself. fault: why it cannot be read. total, fitting: of all items, of which the newest 60 are in data.
 */
export const feedTry = act({
  name: 'feed_try',
  needs: 'owner',
  input: z.object({ feed_id: z._default(z.string(), ''), address: z._default(address, ''), rule: FeedRule }),
  output: z.object({
    title: z.string(),
    fault: z.enum(feedFaults),
    data: z.array(FeedItem),
    total: z.int(),
    fitting: z.int(),
  }),
})

/** Takes what the saved rule would take of the items that the feed has now. taken: how many were begun. */
export const feedTake = act({
  name: 'feed_take',
  needs: 'owner',
  once: true,
  input: z.object({ feed_id: FeedId }),
  output: z.object({ taken: z.int() }),
})

/** Reads the feed now, unless it was read within ten minutes. */
export const feedCheck = act({ name: 'feed_check', needs: 'owner', input: z.object({ feed_id: FeedId }), output: Feeds })
