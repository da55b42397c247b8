/** Changes in the library's folders, on real folders. */
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createWatch } from './watch.ts'

async function openWatch() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'homeport-watch-')))
  const root = join(folder, 'library')
  mkdirSync(root)
  const changed = new Set<string>()
  const watch = createWatch({
    roots: [root],
    ignore: [],
    look: (paths) => paths.forEach((path) => changed.add(path)),
    warn: (line) => {
      throw new Error(line)
    },
  })
  await watch.start()
  onTestFinished(async () => {
    await watch.stop()
    rmSync(folder, { recursive: true })
  })
  return { folder, root, changed }
}

it('a folder that was moved in whole is watched at every depth', async () => {
  const { folder, root, changed } = await openWatch()
  mkdirSync(join(folder, 'show', 'season', 'extras'), { recursive: true })
  renameSync(join(folder, 'show'), join(root, 'show'))
  await expect.poll(() => changed.has(join(root, 'show'))).toBe(true)
  const deep = join(root, 'show', 'season', 'extras', 'film.mkv')
  writeFileSync(deep, 'film')
  await expect.poll(() => changed.has(deep)).toBe(true)
  const renamed = join(root, 'show', 'season', 'extras', 'renamed.mkv')
  renameSync(deep, renamed)
  await expect.poll(() => changed.has(renamed)).toBe(true)
})
