/** The second chance, by real runs of Vitest over planted files. */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { conclude, giveSecondChance, maxUnstableFiles, runTests } from './test-run.ts'

const modules = fileURLToPath(new URL('../node_modules', import.meta.url))
const longMs = 600_000
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'homeport-planted-'))
  await symlink(modules, path.join(folder, 'node_modules'))
  await plant('vitest.config.mts', "export default { test: { testTimeout: 0, projects: [{ test: { name: 'planted' } }] } }\n")
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const plant = (file: string, text: string) => writeFile(path.join(folder, file), text)

/** A file of one test that passes, and one that fails as often as said. */
const plantFailing = (name: string, times: number) =>
  plant(
    `${name}.test.ts`,
    `import { appendFileSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
test('a sound one', () => {})
test('the shaky one', () => {
  appendFileSync('${name}.count', '.')
  if (readFileSync('${name}.count', 'utf8').length <= ${times}) throw new Error('the line was busy')
  expect(1).toBe(1)
})
`,
  )

const run = async ({ now, chosen }: { now?: () => number; chosen?: string[] } = {}) => {
  const { PATH, HOME } = process.env
  const options = { cwd: folder, env: { PATH, HOME }, hangMs: longMs, ...(now && { now }), say: () => {} }
  const args = [path.join(modules, 'vitest/vitest.mjs'), 'run', '--project', 'planted', '--maxWorkers', '2']
  const results = [await runTests({ args, ...(chosen && { chosen }), isHeld: true }, options)]
  const first = conclude(results, [])
  return { first, last: conclude(results, await giveSecondChance(results, options)) }
}

test('a file that fails once and passes alone counts as passed, and is named with its first error', async () => {
  await plantFailing('shaky', 1)
  await plantFailing('sound', 0)
  const { first, last } = await run()
  expect(first).toMatchObject({ passed: 3, failed: 1, lines: ['failed: shaky.test.ts: the shaky one: the line was busy'] })
  expect(last).toEqual({
    passed: 4,
    failed: 0,
    skipped: 0,
    lines: ['unstable: shaky.test.ts › the shaky one: the line was busy'],
  })
  expect(await readFile(path.join(folder, 'sound.count'), 'utf8')).toBe('.')
})

test('of a run of chosen files only the one that failed runs again', async () => {
  await plantFailing('shaky', 1)
  await plantFailing('sound', 0)
  await plantFailing('other', 0)
  const { last } = await run({ chosen: ['shaky', 'sound'] })
  expect(last).toMatchObject({ passed: 4, failed: 0 })
  expect(await readFile(path.join(folder, 'sound.count'), 'utf8')).toBe('.')
  expect(existsSync(path.join(folder, 'other.count'))).toBe(false)
})

test('a file that fails twice is red, and so is one that cannot be loaded, or breaks outside of its tests', async () => {
  await plantFailing('broken', 2)
  await plant('unread.test.ts', "import './nowhere.ts'\n")
  await plant(
    'loose.test.ts',
    "import { test } from 'vitest'\ntest('leaves a rejection', async () => {\n  void Promise.reject(new Error('nobody waits'))\n  await new Promise((resolve) => setTimeout(resolve, 50))\n})\n",
  )
  const { last } = await run()
  expect(last).toMatchObject({ passed: 2, failed: 3 })
  expect(last.lines).toContain('failed: broken.test.ts: the shaky one: the line was busy')
  expect(last.lines).toContain('failed: loose.test.ts: outside of a test: nobody waits')
  expect(last.lines.some((line) => line.startsWith('failed: unread.test.ts: the file: '))).toBe(true)
})

test('over five unstable files are red', async () => {
  for (let count = 0; count <= maxUnstableFiles + 1; count += 1) await plantFailing(`shaky-${count}`, 1)
  const { last } = await run()
  // The seventh is not tried again.
  expect(last).toMatchObject({ passed: 13, failed: 2 })
  expect(last.lines.filter((line) => line.startsWith('unstable: '))).toHaveLength(maxUnstableFiles + 1)
  expect(last.lines).toContain(`failed: over ${maxUnstableFiles} files are unstable`)
})

test('a run in which no test ends is ended, what its tests started with it, and the files that ran are named', async () => {
  await plantFailing('sound', 0)
  await plant(
    'endless.test.ts',
    `import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from 'vitest'
test('never ends', async () => {
  const runsAlone = () => {
    const running = readFileSync(process.env.TEST_RUNNING, 'utf8')
    return existsSync('sound.count') && running.includes('endless') && !running.includes('sound')
  }
  while (!runsAlone()) await new Promise((resolve) => setTimeout(resolve, 50))
  writeFileSync('pid', String(spawn('sleep', ['3600']).pid))
  // Holds the thread, but no core.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})
`,
  )
  // From the moment that nothing can end any more each look is much later.
  let lateMs = 0
  const { last } = await run({ now: () => (existsSync(path.join(folder, 'pid')) ? (lateMs += longMs) : 0) })
  expect(last).toMatchObject({ passed: 0, failed: 1 })
  expect(last.lines[0]).toMatch(
    /^failed: outside of a test: no test ended for .* minutes; these files were running: endless[.]test[.]ts$/,
  )
  const pid = await readFile(path.join(folder, 'pid'), 'utf8')
  // Linux shows no files of a process that ended, also while nobody has waited for it yet.
  await expect.poll(() => existsSync(`/proc/${pid}/root/etc`)).toBe(false)
})
