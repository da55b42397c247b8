/** Claims the rows of a folder's database for another key, and is killed at a statement: `node claim-process.ts PATH DEVSN STATEMENT` prints `done` if it was not. */
import { StatementSync } from 'node:sqlite'
import { migrations } from '../../migrations/all.ts'
import { claimRows } from '../shared/box-rows.store.ts'
import { openDb } from '../kit/db.ts'

const [, , path = '', devsn = '', statement = ''] = process.argv
const db = await openDb(path, migrations)
let remaining = Number(statement)
for (const method of ['run', 'all', 'get', 'iterate'] as const) {
  const original = StatementSync.prototype[method]
  Object.defineProperty(StatementSync.prototype, method, {
    value(this: StatementSync, ...values: Parameters<typeof original>) {
      remaining -= 1
      if (remaining < 0) process.kill(process.pid, 'SIGKILL')
      return Reflect.apply(original, this, values)
    },
  })
}
await claimRows(db, devsn)
await db.destroy()
process.stdout.write('done\n')
