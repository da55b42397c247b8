/**
 * For tests, loaded into a program by `--import killed-at-step.mjs?step=COUNT`: the program dies as by kill -9 once it has made so many steps. Steps are changes of
 * names below `paths`, an expression, outside of the box's own folders; with `opens` openings of files too, with `sync` those that wait too; and committed statements that `sql` finds, if it is given.
 */
import fs from 'node:fs'
import { StatementSync } from 'node:sqlite'
import { syncBuiltinESMExports } from 'node:module'

const query = new URL(import.meta.url).searchParams
const count = Number(query.get('step'))
const paths = new RegExp(query.get('paths') ?? String.raw`/(downloads|other)/(?!\.incoming|\.amule)`)
const sql = query.has('sql') ? new RegExp(query.get('sql')) : undefined
let steps = 0

function stepDone() {
  steps += 1
  if (steps >= count) process.kill(process.pid, 'SIGKILL')
}

const opening = query.has('opens') ? ['open', 'writeFile', 'copyFile'] : []
for (const name of ['rename', 'link', 'unlink', 'rm', 'rmdir', 'mkdir', ...opening]) {
  const whole = fs.promises[name]
  fs.promises[name] = async function (path, ...rest) {
    const result = await whole.call(this, path, ...rest)
    if (paths.test(String(path))) stepDone()
    return result
  }
}
for (const name of query.has('sync') ? ['renameSync', 'mkdirSync', 'rmSync', 'writeFileSync', 'openSync', 'chmodSync'] : []) {
  const whole = fs[name]
  fs[name] = function (path, ...rest) {
    const result = whole.call(this, path, ...rest)
    if (paths.test(String(path))) stepDone()
    return result
  }
}
syncBuiltinESMExports()

if (sql) {
  let [hasRun, isInTransaction] = [false, false]
  for (const name of ['run', 'all']) {
    const whole = StatementSync.prototype[name]
    StatementSync.prototype[name] = function (...values) {
      const result = whole.apply(this, values)
      const text = this.sourceSQL
      if (text.startsWith('begin')) isInTransaction = true
      if (text === 'commit' || text === 'rollback') isInTransaction = false
      hasRun ||= /^(insert|update|delete)/.test(text) && sql.test(text)
      if (hasRun && !isInTransaction) {
        hasRun = false
        stepDone()
      }
      return result
    }
  }
}
