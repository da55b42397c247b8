/** Moderation checks for bullet comments. The forum's functions are passed in at start (app/features.ts), because features do not import each other. */
import type { Db } from '../kit/db.ts'
import type { UserContext } from '../kit/http/serve.ts'

export type Moderation = {
  /** Refuses a banned user (4003). */
  mayWrite: (context: Pick<UserContext, 'db' | 'user' | 'now'>) => Promise<void>
  /** Refuses the field that contains a forbidden word. */
  checkForbiddenWords: (context: Pick<UserContext, 'db'>, fields: Readonly<Record<string, string>>) => Promise<void>
  isModerator: (db: Db, userId: string) => Promise<boolean>
}
