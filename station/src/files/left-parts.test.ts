/** P37: what a kill left of a copy or a deletion, on disks that take no change, or are away, at the next start. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrations } from '../../migrations/all.ts'
import { openDb, type Db } from '../kit/db.ts'
import { metaStore, type MetaStore } from '../kit/meta.store.ts'
import { holdsAnything } from '../shared/unmounted-folder.ts'
import { canMount, mountSmallDisk } from '../testing/disk.ts'
import { inodeText, loadPartFiles } from './part-files.ts'

let [folder, disk] = ['', '']
let db: Db
let meta: MetaStore
let faults: unknown[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'homeport-parts-'))
  disk = join(folder, 'disk')
  mkdirSync(disk)
  db = await openDb(join(folder, 'station.db'), migrations)
  meta = metaStore(db)
  faults = []
})
afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true, force: true })
})

const load = () => loadPartFiles({ meta, isConnected: () => holdsAnything(disk), onFault: (fault) => faults.push(fault) })
const storedParts = async () => JSON.parse((await meta.read('file_parts')) ?? '[]')

async function leavePart(): Promise<string> {
  const part = join(disk, '.homeport-part-x')
  await (await load()).add(part)
  mkdirSync(part)
  writeFileSync(join(part, 'film.mkv'), 'half')
  return part
}

it.skipIf(!canMount)(
  'a disk that became read-only keeps no box from its start; it is dropped once the disk can be written',
  async () => {
    const unmount = mountSmallDisk(disk, 1)
    try {
      const part = await leavePart()
      spawnSync('mount', ['-o', 'remount,ro', disk])
      const parts = await load()
      await parts.look()
      await parts.look()
      expect(faults).toMatchObject([{ code: 'EROFS' }])
      expect([existsSync(part), await storedParts()]).toEqual([true, [part]])
      spawnSync('mount', ['-o', 'remount,rw', disk])
      await parts.look()
      expect([existsSync(part), await storedParts()]).toEqual([false, []])
    } finally {
      unmount()
    }
  },
)

it.skipIf(!canMount)('a disk that is away is waited for, by the next start too', async () => {
  const part = await leavePart()
  const unmount = mountSmallDisk(disk, 1)
  await (await load()).look()
  unmount()
  expect([existsSync(part), await storedParts()]).toEqual([true, [part]])
  await (await load()).look()
  expect([existsSync(part), await storedParts(), faults]).toEqual([false, [], []])
})

it('of a move to another disk that was killed after the copy had its name the original goes, and nothing else', async () => {
  const [from, to, other] = ['from.mkv', 'to.mkv', 'other.mkv'].map((name) => join(disk, name)) as [string, string, string]
  for (const path of [from, to, other]) writeFileSync(path, path)
  const [fromInode, toInode] = [from, to].map((path) => inodeText(statSync(path))) as [string, string]
  const part = join(disk, '.homeport-part-old')
  const parts = await load()
  await parts.beginMove({ from, fromInode, to, toInode, part })
  // Another file took the name, and the copy never got it.
  await parts.beginMove({ from: other, fromInode: inodeText(statSync(other)), to: join(disk, 'taken.mkv'), toInode, part })
  writeFileSync(join(disk, 'taken.mkv'), 'taken')
  await (await load()).look()
  expect([from, to, other].map((path) => existsSync(path))).toEqual([false, true, true])
  expect([existsSync(part), await storedParts(), await meta.read('file_moves')]).toEqual([false, [], '[]'])
})
