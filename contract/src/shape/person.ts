/** A person as everyone may see them. */
import * as z from 'zod/mini'

export const Person = z.object({ user_id: z.string(), username: z.string(), nickname: z.string(), avatar: z.string() })
export type Person = z.infer<typeof Person>
