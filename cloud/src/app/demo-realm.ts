/** What a tour of one realm is made of. */
import type { Seed } from '../forum/sow.ts'

/** board: the last two digits of its id, which are the same in both realms. */
export type DemoRealm = { people: readonly string[]; threads: readonly Seed[] }
