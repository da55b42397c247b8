/** Messages: private ones in conversations, those of the system, reminders, and how much of it is unread (forum host). */
import * as z from 'zod/mini'
import { call, event } from './kit/promise.ts'
import { Limit, Page, page } from './shape/page.ts'
import { Person } from './shape/person.ts'

export const messageMax = 1_000

const Text = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.trim()),
  ),
  z.string().check(
    z.minLength(1, 'message_filled'),
    z.refine((text) => [...text].length <= messageMax, 'message_length'),
  ),
)

/** Times in seconds. `from_me`: the asker wrote it. */
export const Message = z.object({ id: z.string(), text: z.string(), from_me: z.boolean(), sent_at: z.number() })
export type Message = z.infer<typeof Message>

/** One conversation; with null it is the system's. */
export const Conversation = z.object({ with: z.nullable(Person), last: Message, unread: z.number() })
export type Conversation = z.infer<typeof Conversation>

/** Conversations, the latest first; the system's stands among them. */
export const conversations = call({
  host: 'forum',
  path: '/message/lists',
  needs: 'user',
  input: z.object({ page: Page, limit: Limit }),
  output: page(Conversation),
})

/** One conversation, newest first; `next` is the cursor of older ones, '' at the end. with '' = the system. */
export const conversation = call({
  host: 'forum',
  path: '/message/with',
  needs: 'user',
  input: z.object({ with: z._default(z.string(), ''), cursor: z._default(z.string(), ''), limit: Limit }),
  output: z.object({ with: z.nullable(Person), data: z.array(Message), next: z.string() }),
})

/** `id` is made by the sender: the same one again is the same message, so that one sent twice stands once. 4004 where either blocked the other. */
export const sendMessage = call({
  host: 'forum',
  path: '/message/send',
  needs: 'user',
  input: z.object({
    to: z.string().check(z.minLength(1, 'required')),
    id: z.string().check(z.regex(/^[\w-]{16,64}$/, 'invalid')),
    text: Text,
  }),
  output: Message,
})

/** Everything up to now in one conversation is read. */
export const readMessages = call({
  host: 'forum',
  path: '/message/read',
  needs: 'user',
  input: z.object({ with: z._default(z.string(), '') }),
  output: z.null(),
})

export const Unread = z.object({ messages: z.number(), system: z.number(), reminders: z.number() })
export type Unread = z.infer<typeof Unread>

/** What is unread, and which of one's boxes are online (wire.md: where there is no socket). */
export const unread = call({
  host: 'forum',
  path: '/message/unread',
  needs: 'user',
  input: z.object({}),
  output: z.extend(Unread, { devices: z.array(z.object({ devsn: z.string(), online: z.number() })) }),
})

/** kinds: follow now; the forum adds reply, like and quote. `subject` and `text` are what it is about; '' for a follow. */
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

export const reminders = call({
  host: 'forum',
  path: '/remind/lists',
  needs: 'user',
  input: z.object({ page: Page, limit: Limit }),
  output: page(Reminder),
})
/** id '' is all of them. */
export const readReminders = call({
  host: 'forum',
  path: '/remind/read',
  needs: 'user',
  input: z.object({ id: z._default(z.string(), '') }),
  output: z.null(),
})

/** Something is unread, or was read: open apps of this user are told by `notice`. */
export const unreadChanged = event({ name: 'message.unread', data: z.object({ user_id: z.string() }) })
