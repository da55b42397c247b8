/** Who asks for something of the forum. */
import type { Role } from '@homeport/contract/shape/person.ts'

/** user_id '' is a guest. hasBlocks: they blocked somebody, or somebody them; false for moderators, who see both sides. bannedUntil in ms, 0 for none. */
export type Asker = { user_id: string; role: Role; isModerator: boolean; hasBlocks: boolean; bannedUntil: number }

export const guest: Asker = { user_id: '', role: '', isModerator: false, hasBlocks: false, bannedUntil: 0 }
