/** Unread counts: private messages, system messages, notifications. */
import * as z from 'zod/mini'

export const Unread = z.object({ messages: z.number(), system: z.number(), reminders: z.number() })
export type Unread = z.infer<typeof Unread>
