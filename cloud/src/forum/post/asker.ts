/** Who asks for something of the forum. */
import type { Role } from '@homeport/contract/shape/person.ts'

/** user_id '' is a guest. hasBlocks: they blocked somebody, or somebody them; false for moderators, who see both sides. bannedUntil in ms, 0 for none. */
export type Asker = { user_id: string; role: Role; isModerator: boolean; hasBlocks: boolean; bannedUntil: number }

/** All of an asker that changes the SQL of a query. */
export type AskerFlags = { isGuest: boolean; isModerator: boolean; hasBlocks: boolean }

export function askerFlags({ user_id, isModerator, hasBlocks }: Asker): AskerFlags {
  return { isGuest: user_id === '', isModerator, hasBlocks }
}

export const guest: Asker = { user_id: '', role: '', isModerator: false, hasBlocks: false, bannedUntil: 0 }
