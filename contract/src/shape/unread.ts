/** How much a person has not read yet: of private messages, of the system's, of reminders. */
import * as z from 'zod/mini'

export const Unread = z.object({ messages: z.number(), system: z.number(), reminders: z.number() })
export type Unread = z.infer<typeof Unread>
