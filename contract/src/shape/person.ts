/** A user's public data. */
import * as z from 'zod/mini'

/** A user id in the generated format; '' means one's own. Malformed ids are refused before the database is queried. */
export const UserId = z.string().check(z.minLength(1, 'required'), z.regex(/^[\w-]{0,64}$/, 'invalid'))
export const UserIdOrNone = z._default(z.string().check(z.regex(/^[\w-]{0,64}$/, 'invalid')), '')

/** Roles in a realm; '' is an ordinary user. */
export const roles = ['', 'moderator', 'owner'] as const
export type Role = (typeof roles)[number]

export const Person = z.object({ user_id: z.string(), username: z.string(), nickname: z.string(), avatar: z.string() })
export type Person = z.infer<typeof Person>

/** A user in a list, with the relation to the current user (all false for a guest). An erased account has '' for its names. */
export const PersonRow = z.extend(Person, { is_followed: z.boolean(), follows_me: z.boolean(), is_blocked: z.boolean() })
export type PersonRow = z.infer<typeof PersonRow>
