/** 200,000 files that appear at once are gathered, scanned and waited for like one. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Event, SubscribeCallback } from '@parcel/watcher'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { handClock } from '../../../../testing/hand-clock.ts'
import { createScan, type ScanDeps } from './scan.ts'
import { createStillFiles, settleMs } from './stable-files.ts'
import { later } from '@homeport/contract/kit/later.ts'
import { createWatch } from '../folder/watch.ts'

const count = 200_000
const root = realpathSync(mkdtempSync(join(tmpdir(), 'homeport-many-')))
const folder = join(root, 'Many')
const paths = Array.from({ length: count }, (_, at) => `${folder}/${at}.mkv`)

beforeAll(() => mkdirSync(folder))
afterAll(() => rmSync(root, { recursive: true }))

async function openWatch() {
  const looks: (readonly string[])[] = []
  const subscriptions: { root: string; listener: SubscribeCallback }[] = []
  const watch = createWatch({
    roots: [root],
    ignore: [],
    look: async (some) => void looks.push(some),
    now: Date.now,
    later,
    warn: (line) => {
      throw new Error(line)
    },
    subscribe: async (watched, listener) => {
      subscriptions.push({ root: watched, listener })
      return { unsubscribe: async () => {} }
    },
  })
  await watch.start()
  onTestFinished(() => watch.stop())
  const change = (type: Event['type'], some: readonly string[]) =>
    subscriptions.at(-1)?.listener(
      null,
      some.map((path) => ({ type, path })),
    )
  return { looks, change, subscriptions }
}

it('very many new files are one look through the watched folder, which is watched anew', async () => {
  const { looks, change, subscriptions } = await openWatch()
  change('create', paths)
  await expect.poll(() => looks).toEqual([[root]])
  expect(subscriptions.map((one) => one.root)).toEqual([root, root])
  change('update', paths.slice(0, 3))
  await expect.poll(() => looks.slice(1)).toEqual([paths.slice(0, 3)])
})

it('a folder that is new among very many changed files is watched', async () => {
  const { looks, change, subscriptions } = await openWatch()
  mkdirSync(join(root, 'show', 'season'), { recursive: true })
  change('update', paths)
  change('create', [join(root, 'show')])
  await expect.poll(() => looks).toEqual([[root]])
  expect(subscriptions.length).toBe(2)
})

it('many changed files are still told one by one, so that only their folder is scanned', async () => {
  const { looks, change, subscriptions } = await openWatch()
  change('update', paths.slice(0, 900))
  await expect.poll(() => looks).toEqual([paths.slice(0, 900)])
  expect(subscriptions.length).toBe(1)
})

it('a scan of very many paths is one of their folder', async () => {
  const under: string[] = []
  const nothing = async () => []
  const scan = createScan({
    store: {
      under: async (path) => (under.push(path), []),
      byInodes: nothing,
      add: async () => {},
      move: async () => {},
      drop: async () => {},
      besideUnder: nothing,
      keepBeside: async () => {},
      keepUnreadable: async () => {},
      unreadableUnder: nothing,
      inodeIn: async () => undefined,
    } satisfies ScanDeps['store'],
    roots: [root],
    beforeScan: async () => {},
    claimOf: async () => undefined,
    now: () => 0,
    elapsed: () => 0,
    later: () => () => {},
    onChange: () => {},
    onFault: (fault) => {
      throw fault
    },
    warn: () => {},
  })
  await scan.scan(paths)
  await scan.stop()
  expect(under).toEqual([folder])
})

it('very many files that may still be written to are due together', () => {
  const clock = handClock(1_000_000)
  let due: readonly string[] = []
  const still = createStillFiles({ now: clock.now, elapsed: clock.now, later: clock.later, onDue: (some) => (due = some) })
  const at = clock.now()
  for (const path of paths) still.isStill({ path, size: 1, modified_at: at, changed_at: at, inode: path })
  still.wait()
  clock.pass(settleMs + 100)
  expect(due.length).toBe(count)
})
