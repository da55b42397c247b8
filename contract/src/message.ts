/** Messages: private conversations, system messages, notifications, and unread counts (forum host). */
import * as z from 'zod/mini'
import { call, event } from './kit/operation.ts'
import { Limit, Page, page } from './shape/page.ts'
import { Person, UserId, UserIdOrNone } from './shape/person.ts'
import { TextOf } from './shape/field/text.ts'

export const messageMax = 1_000

const Text = TextOf(messageMax, { filled: 'message_filled', length: 'message_length' })

/** `id`: chosen by the sender. `from_me`: written by the current user. sent_at in seconds. */
export const Message = z.object({ id: z.string(), text: z.string(), from_me: z.boolean(), sent_at: z.number() })
export type Message = z.infer<typeof Message>

export const Conversation = z.object({ with: Person, last: Message, unread: z.number() })
export type Conversation = z.infer<typeof Conversation>

/** Private conversations, latest first; excludes those with a block in either direction. */
export const conversations = call({
  host: 'forum',
  path: '/message/lists',
  needs: 'user',
  input: z.object({ page: Page, limit: Limit }),
  output: page(Conversation),
})

/**
 * One conversation, newest first; `next` is the cursor of older messages, '' at the end. with '' = system messages, where `with` in the response is null.
 * Empty before the first message; 4004 for an unknown or erased user, or a block in either direction.
 */
export const conversation = call({
  host: 'forum',
  path: '/message/with',
  needs: 'user',
  input: z.object({
    with: UserIdOrNone,
    cursor: z._default(z.string().check(z.regex(/^\d{0,12}$/, 'invalid')), ''),
    limit: Limit,
  }),
  output: z.object({ with: z.nullable(Person), data: z.array(Message), next: z.string() }),
})

/**
 * `id` is chosen by the sender, for idempotency: a repeat with the same id is the same message (the first text counts).
 * 4004 as above, 4000 to oneself, 4029 after too many in a minute.
 */
export const sendMessage = call({
  host: 'forum',
  path: '/message/send',
  needs: 'user',
  input: z.object({ to: UserId, id: z.string().check(z.regex(/^[\w-]{16,64}$/, 'invalid')), text: Text }),
  output: Message,
})

/** Marks all messages of one conversation as read. with '' = the system messages. */
export const readMessages = call({
  host: 'forum',
  path: '/message/read',
  needs: 'user',
  input: z.object({ with: UserIdOrNone }),
  output: z.null(),
})

/** Kinds of notification. `subject`: id of the post, `text`: its title or excerpt; '' for a follow. */
export const notificationKinds = ['follow', 'reply', 'like', 'quote', 'system'] as const
export const Reminder = z.object({
  id: z.string(),
  kind: z.enum(notificationKinds),
  by: z.nullable(Person),
  subject: z.string(),
  text: z.string(),
  is_read: z.boolean(),
  at: z.number(),
})
export type Reminder = z.infer<typeof Reminder>

/** Notifications, newest first; `at` in seconds. `total` counts up to 1,000. */
export const notifications = call({
  host: 'forum',
  path: '/remind/lists',
  needs: 'user',
  input: z.object({ page: Page, limit: Limit }),
  output: page(Reminder),
})

/** id '': all of them; 4004 for an id that is not the user's. */
export const readReminders = call({
  host: 'forum',
  path: '/remind/read',
  needs: 'user',
  input: z.object({ id: z._default(z.string().check(z.regex(/^[\w-]{0,64}$/, 'invalid')), '') }),
  output: z.null(),
})

/**
 * Published by any feature to notify a user of an action by `by` ('' = none). `key` deduplicates: one notification per key,
 * so that like, unlike and like again notify once. No notification for one's own actions, or for those of a blocked user.
 */
export const remind = event({
  name: 'message.remind',
  data: z.object({
    user_id: z.string(),
    key: z.string(),
    kind: z.enum(notificationKinds),
    by: z.string(),
    subject: z.string(),
    text: z.string(),
  }),
})

/** An unread count changed: open apps of this user get a `notice`. */
export const unreadChanged = event({ name: 'message.unread', data: z.object({ user_id: z.string() }) })
