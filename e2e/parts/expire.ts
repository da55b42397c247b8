/** Ends the lifetime of every session of a cloud's realm, as a month without a visit does. */
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { World } from '../world.ts'

export function expireSessions(world: World, lang: 'en' | 'zh'): void {
  const db = new DatabaseSync(path.join(world.folder, 'cloud', `${lang}.db`))
  try {
    db.exec('PRAGMA busy_timeout = 5000')
    const { changes } = db.prepare('UPDATE sessions SET expires_at = 1 WHERE ended_at IS NULL').run()
    if (changes === 0) throw new Error('no session that could expire')
  } finally {
    db.close()
  }
}
