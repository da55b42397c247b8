/** Which commits a whole green run has proven: a line `COMMIT SECONDS` each in `proven`, in Homeport's folder of the person's cache. */
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** The commit whose files these are; undefined where something is changed, or outside of a checkout. */
export function readCommit(root: string): string | undefined {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  const changes = git('status', '--porcelain')
  const head = git('rev-parse', 'HEAD')
  return changes.status === 0 && changes.stdout === '' && head.status === 0 ? head.stdout.trim() : undefined
}

export function proveCommit(commit: string, seconds: number): void {
  const folder = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'homeport')
  mkdirSync(folder, { recursive: true })
  appendFileSync(path.join(folder, 'proven'), `${commit} ${Math.round(seconds)}\n`)
}
