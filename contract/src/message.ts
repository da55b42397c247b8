/** Messages: private ones in conversations, those of the system, reminders, and how much of it is unread (forum host). */
import * as z from 'zod/mini'
import { call, event } from './kit/promise.ts'
import { Limit, Page, page } from './shape/page.ts'
import { Person, UserId, UserIdOrNone } from './shape/person.ts'
import { TextOf } from './shape/text.ts'

export const messageMax = 1_000

const Text = TextOf(messageMax, { filled: 'message_filled', length: 'message_length' })

/** `id` as its sender made it. `from_me`: the asker wrote it. sent_at in seconds. */
export const Message = z.object({ id: z.string(), text: z.string(), from_me: z.boolean(), sent_at: z.number() })
export type Message = z.infer<typeof Message>

export const Conversation = z.object({ with: Person, last: Message, unread: z.number() })
export type Conversation = z.infer<typeof Conversation>

/** Private ones, the latest first; those with somebody who blocked the asker, or is blocked, are left out. */
export const conversations = call({
  host: 'forum',
  path: '/message/lists',
  needs: 'user',
  input: z.object({ page: Page, limit: Limit }),
  output: page(Conversation),
})

/**
 * One conversation, newest first; `next` is the cursor of older ones, '' at the end. with '' = the messages of the system, where `with` is null.
 * Empty where nobody wrote yet; 4004 for nobody, for an erased one, and where either blocked the other.
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
 * `id` is made by the sender: the same one again is the same message, so that one sent twice stands once (then the first text counts).
 * 4004 as above, 4000 to oneself, 4029 after too many in a minute.
 */
export const sendMessage = call({
  host: 'forum',
  path: '/message/send',
  needs: 'user',
  input: z.object({ to: UserId, id: z.string().check(z.regex(/^[\w-]{16,64}$/, 'invalid')), text: Text }),
  output: Message,
})

/** Everything up to now in one conversation is read. with '' = the system's. */
export const readMessages = call({
  host: 'forum',
  path: '/message/read',
  needs: 'user',
  input: z.object({ with: UserIdOrNone }),
  output: z.null(),
})

/** follow now; the forum adds the others. `subject` is the id of what it is about, `text` its title or first words; '' for a follow. */
export const reminderKinds = ['follow', 'reply', 'like', 'quote', 'system'] as const
export const Reminder = z.object({
  id: z.string(),
  kind: z.enum(reminderKinds),
  by: z.nullable(Person),
  subject: z.string(),
  text: z.string(),
  is_read: z.boolean(),
  at: z.number(),
})
export type Reminder = z.infer<typeof Reminder>

/** Newest first; `at` in seconds. `total` counts to 1,000. */
export const reminders = call({
  host: 'forum',
  path: '/remind/lists',
  needs: 'user',
  input: z.object({ page: Page, limit: Limit }),
  output: page(Reminder),
})

/** id '' is all of them; 4004 for one that is not the asker's. */
export const readReminders = call({
  host: 'forum',
  path: '/remind/read',
  needs: 'user',
  input: z.object({ id: z._default(z.string().check(z.regex(/^[\w-]{0,64}$/, 'invalid')), '') }),
  output: z.null(),
})

/**
 * Any feature reminds a person of something that `by` did ('' = nobody). `key` names the occasion: the same key again reminds once,
 * so that liking, taking it back and liking again is one reminder. Nobody is reminded of themselves, or of one whom they blocked.
 */
export const remind = event({
  name: 'message.remind',
  data: z.object({
    user_id: z.string(),
    key: z.string(),
    kind: z.enum(reminderKinds),
    by: z.string(),
    subject: z.string(),
    text: z.string(),
  }),
})

/** Something came, went or was read: open apps of this user are told by `notice`. */
export const unreadChanged = event({ name: 'message.unread', data: z.object({ user_id: z.string() }) })
