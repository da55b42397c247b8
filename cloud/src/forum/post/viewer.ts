/** Asker: the user who makes a forum request. */
import type { Role } from '@homeport/contract/shape/person.ts'

/** user_id '' is a guest. hasBlocks: a block with anyone exists, in either direction; false for moderators, who see all. bannedUntil in ms, 0 for none. */
export type Asker = { user_id: string; role: Role; isModerator: boolean; hasBlocks: boolean; bannedUntil: number }

/** All of an asker that changes the SQL of a query. */
export type AskerFlags = { isGuest: boolean; isModerator: boolean; hasBlocks: boolean }

export function askerFlags({ user_id, isModerator, hasBlocks }: Asker): AskerFlags {
  return { isGuest: user_id === '', isModerator, hasBlocks }
}

export const guest: Asker = { user_id: '', role: '', isModerator: false, hasBlocks: false, bannedUntil: 0 }
