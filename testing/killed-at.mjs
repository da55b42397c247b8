/** For tests, loaded into a program by `--import killed-at.mjs?STATEMENT`: the program dies as by kill -9 once an SQL statement that begins with these words is committed. */
import { StatementSync } from 'node:sqlite'

const words = decodeURIComponent(new URL(import.meta.url).search.slice(1))
let [hasRun, isInTransaction] = [false, false]

for (const name of ['run', 'all']) {
  const whole = StatementSync.prototype[name]
  StatementSync.prototype[name] = function (...values) {
    const result = whole.apply(this, values)
    const sql = this.sourceSQL
    if (sql.startsWith('begin')) isInTransaction = true
    if (sql === 'commit' || sql === 'rollback') isInTransaction = false
    hasRun ||= sql.startsWith(words)
    if (hasRun && !isInTransaction) process.kill(process.pid, 'SIGKILL')
    return result
  }
}
