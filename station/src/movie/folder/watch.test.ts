/** Changes in the library's folders, on real folders. */
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { later } from '@homeport/contract/kit/later.ts'
import { handClock } from '../../../../testing/hand-clock.ts'
import { createWatch } from './watch.ts'

async function openWatch() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'homeport-watch-')))
  const root = join(folder, 'library')
  mkdirSync(root)
  const changed = new Set<string>()
  const watch = createWatch({
    roots: [root],
    ignore: [],
    look: async (paths) => paths.forEach((path) => changed.add(path)),
    now: Date.now,
    later,
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

/** A library of which the watcher tells nothing. scan: seconds that each scan takes. */
async function openSilent({ isRemote, scan = 0 }: { isRemote: boolean; scan?: number }) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'homeport-share-')))
  const clock = handClock()
  /** When each began, in seconds. */
  const scans: number[] = []
  let checks = 0
  const watch = createWatch({
    roots: [root],
    ignore: [],
    look() {
      scans.push(clock.now() / 1000)
      return scan === 0 ? Promise.resolve() : new Promise((resolve) => void clock.later(scan * 1000, resolve))
    },
    ...clock,
    warn: () => {},
    subscribe: async () => ({ unsubscribe: async () => {} }),
    async isRemote() {
      checks += 1
      return isRemote
    },
  })
  await watch.start()
  onTestFinished(async () => {
    await watch.stop()
    rmSync(root, { recursive: true, force: true })
  })
  const pass = async (seconds: number) => {
    for (let at = 0; at < seconds; at += 30) {
      const before = checks
      for (let step = 0; step < 3; step += 1) {
        clock.pass(10_000)
        await new Promise((resolve) => setImmediate(resolve))
      }
      await expect.poll(() => checks).toBe(before + 1)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { scans, pass }
}

it('a share that another machine writes to is scanned every half a minute', async () => {
  const { scans, pass } = await openSilent({ isRemote: true })
  await pass(120)
  expect(scans).toEqual([30, 60, 90, 120])
})

it('a large share rests nine times as long as its scan took', async () => {
  const { scans, pass } = await openSilent({ isRemote: true, scan: 20 })
  await pass(600)
  expect(scans).toEqual([30, 240, 450])
})

it('a disk of this machine tells its changes by itself', async () => {
  const { scans, pass } = await openSilent({ isRemote: false })
  await pass(840)
  expect(scans).toEqual([])
  await pass(60)
  expect(scans).toEqual([900])
})
