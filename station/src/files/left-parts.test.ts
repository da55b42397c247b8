/** P37: what a kill left of a copy or a deletion, on disks that take no change, or are away, at the next start. */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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

describe('of a move that was killed after the copy had its name', () => {
  const at = (name: string) => join(disk, name)
  async function leaveMove({ from, to }: { from: string; to: string }): Promise<void> {
    const [fromInode, toInode] = [from, to].map((name) => inodeText(statSync(at(name)))) as [string, string]
    const part = at('.homeport-part-old')
    await (await load()).beginMove({ from: at(from), fromInode, to: at(to), toInode, part })
  }
  const copyWhole = (from: string, to: string) => cpSync(at(from), at(to), { recursive: true, preserveTimestamps: true })
  const lookAnew = async () => {
    await (await load()).look()
    expect([existsSync(at('.homeport-part-old')), await storedParts(), await meta.read('file_moves')]).toEqual([false, [], '[]'])
  }

  it('the original goes, and nothing else', async () => {
    for (const name of ['from.mkv', 'other.mkv']) writeFileSync(at(name), name)
    copyWhole('from.mkv', 'to.mkv')
    copyWhole('other.mkv', 'taken.mkv')
    await leaveMove({ from: 'from.mkv', to: 'to.mkv' })
    await leaveMove({ from: 'other.mkv', to: 'taken.mkv' })
    // Another file took the name, and the copy never got it.
    writeFileSync(at('new.mkv'), 'taken')
    renameSync(at('new.mkv'), at('taken.mkv'))
    await lookAnew()
    expect(['from.mkv', 'to.mkv', 'other.mkv'].map((name) => existsSync(at(name)))).toEqual([false, true, true])
  })

  it.each([
    ['a file of another size', () => writeFileSync(at('from.mkv'), 'another one')],
    ['a file of the same size', () => utimesSync(at('from.mkv'), 5, 5)],
  ])('%s that got the inode and the name of the original stays', async (_, change) => {
    writeFileSync(at('from.mkv'), 'film')
    copyWhole('from.mkv', 'to.mkv')
    await leaveMove({ from: 'from.mkv', to: 'to.mkv' })
    change()
    await lookAnew()
    expect(existsSync(at('from.mkv'))).toBe(true)
  })

  it('a folder that got another file since, however deep in it, stays', async () => {
    mkdirSync(at('from/season'), { recursive: true })
    writeFileSync(at('from/season/1.mkv'), 'film')
    copyWhole('from', 'to')
    await leaveMove({ from: 'from', to: 'to' })
    writeFileSync(at('from/season/2.mkv'), 'film')
    await lookAnew()
    expect(readdirSync(at('from/season'))).toEqual(['1.mkv', '2.mkv'])
  })

  it('of two names of one file the new one stays', async () => {
    writeFileSync(at('from.mkv'), 'film')
    linkSync(at('from.mkv'), at('to.mkv'))
    await leaveMove({ from: 'from.mkv', to: 'to.mkv' })
    await lookAnew()
    expect(readdirSync(disk)).toEqual(['to.mkv'])
  })
})
