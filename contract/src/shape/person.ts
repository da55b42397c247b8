/** A person as everyone may see them. */
import * as z from 'zod/mini'

/** As ids are made; '' where one's own is meant. What cannot be an id is refused before a database sees it. */
export const UserId = z.string().check(z.minLength(1, 'required'), z.regex(/^[\w-]{0,64}$/, 'invalid'))
export const UserIdOrNone = z._default(z.string().check(z.regex(/^[\w-]{0,64}$/, 'invalid')), '')

/** Who keeps order in a realm; '' is everybody else. */
export const roles = ['', 'moderator', 'owner'] as const
export type Role = (typeof roles)[number]

export const Person = z.object({ user_id: z.string(), username: z.string(), nickname: z.string(), avatar: z.string() })
export type Person = z.infer<typeof Person>

/** A person in a list: what the asker has with them, nothing for a guest. An erased account has '' for its names. */
export const PersonRow = z.extend(Person, { is_followed: z.boolean(), follows_me: z.boolean(), is_blocked: z.boolean() })
export type PersonRow = z.infer<typeof PersonRow>
