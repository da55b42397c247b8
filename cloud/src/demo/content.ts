/** Types of the demo content of one realm. */
import type { Bullet } from '@homeport/contract/guide.ts'
import type { ThreadSeed } from '../forum/model/seed-threads.ts'
import type { Scene } from './pictures.ts'

/** board: a board of the house, or the last two digits of a board's id, which are the same in both realms. */
type DemoThread = Omit<ThreadSeed, 'board' | 'images'> & {
  board: 'announcements' | 'updates' | number
  pictures?: readonly Scene[]
}
type DemoBullet = { video: string; atMs: number; by: string; text: string } & Partial<Pick<Bullet, 'color' | 'mode'>>

/** The first user becomes moderator of the forum. */
export type DemoRealm = { people: readonly string[]; threads: readonly DemoThread[]; bullets: readonly DemoBullet[] }
