/** For tests, loaded into a program by `--import killed-at-step.mjs?COUNT`: the program dies as by kill -9 once it has changed so many names of a box's files, outside of its own folders. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const count = Number(new URL(import.meta.url).search.slice(1))
let steps = 0

for (const name of ['rename', 'link', 'unlink', 'rm', 'rmdir', 'mkdir']) {
  const whole = fs.promises[name]
  fs.promises[name] = async function (path, ...rest) {
    const result = await whole.call(this, path, ...rest)
    if (/\/(downloads|other)\/(?!\.incoming|\.amule)/.test(String(path))) steps += 1
    if (steps >= count) process.kill(process.pid, 'SIGKILL')
    return result
  }
}
syncBuiltinESMExports()
