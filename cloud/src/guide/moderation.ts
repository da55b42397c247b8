/** Who may speak over a video, and which words may stand there. The forum hands it over at start (app/features.ts): sister features do not meet. */
import type { Db } from '../kit/db.ts'
import type { UserContext } from '../kit/serve.ts'

export type Moderation = {
  /** Refuses one who is banned (4003). */
  mayWrite: (context: Pick<UserContext, 'db' | 'user' | 'now'>) => Promise<void>
  /** Refuses the field that holds a forbidden word. */
  mayStand: (context: Pick<UserContext, 'db'>, fields: Readonly<Record<string, string>>) => Promise<void>
  isModerator: (db: Db, userId: string) => Promise<boolean>
}
