/** P50: a disk that has room but takes no more names, since its inodes are used up, is a full disk: the box says so, starts and serves. */
import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileList } from '@homeport/contract/files.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openReserve } from './disk-reserve.mjs'
import { until } from '../testing/until.ts'
import { openBoxProcess, type BoxProcess } from '../station/src/testing/box-process.ts'
import { canMount, mountSmallDisk } from '../station/src/testing/disk.ts'
import { clear, testFolder } from '../station/src/testing/downloads.ts'

const closing: (() => unknown)[] = []
let folder: string
let box: BoxProcess
const station = () => join(folder, 'station')

/** To the last name. */
function useUp(): void {
  mkdirSync(join(folder, 'names'), { recursive: true })
  for (let at = 0; statfsSync(folder).ffree > 0; at += 1) writeFileSync(join(folder, 'names', `${at}-${Math.random()}`), '')
}

describe.skipIf(!canMount)('a disk without inodes', () => {
  beforeEach(async () => {
    folder = testFolder()
    closing.push(() => clear(folder), mountSmallDisk(folder, 64, 200))
    box = await openBoxProcess(folder)
    closing.push(() => box.stop())
  })
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })

  it.each([
    ['that never was there', () => rmSync(station(), { recursive: true })],
    ['whose database was closed', () => ['-wal', '-shm'].forEach((end) => rmSync(join(station(), `station.db${end}`)))],
  ])('S145: a box %s says that the disk is full and is started again, and starts once there is room', async (_, leave) => {
    await box.start()
    await box.kill()
    leave()
    useUp()
    box.launch()
    await until('it has ended', box.hasEnded)
    expect([box.exitCode(), box.output().trim()]).toEqual([
      1,
      expect.stringMatching(/^The disk of \S+station is full: free some space on it\.$/),
    ])
    rmSync(join(folder, 'names'), { recursive: true })
    await box.start()
    expect((await box.act('task_list', {})).code).toBe(Code.ok)
  })

  it('a box that is killed starts on it, serves, refuses in the word of a full disk, and makes room', async () => {
    await box.start()
    mkdirSync(join(folder, 'downloads', 'old'), { recursive: true })
    writeFileSync(join(folder, 'downloads', 'old', 'film.mkv'), 'film')
    await box.kill()
    useUp()
    await box.start()
    const { entries } = fileList.output.parse((await box.act('file_list', { path: '' })).data)
    const path = entries[0]?.path ?? ''
    expect(await box.act('folder_make', { path, name: 'new' })).toMatchObject({
      code: Code.notAllowed,
      data: { reason: 'no_space' },
    })
    for (const act of ['task_list', 'movie_list', 'device_status']) expect((await box.act(act, {})).code).toBe(Code.ok)
    expect((await box.act('file_delete', { paths: [`${path}/old`], is_final: true })).code).toBe(Code.ok)
    await until('it is gone', () => !existsSync(join(folder, 'downloads', 'old')))
    expect((await box.act('folder_make', { path, name: 'new' })).code).toBe(Code.ok)
  })

  it('S145: the cache of compiled code is given up for names', async () => {
    const cache = join(folder, 'cache')
    mkdirSync(cache)
    for (let at = 0; at < 100; at += 1) writeFileSync(join(cache, String(at)), '')
    writeFileSync(join(folder, 'reserve.new'), 'half taken by a box that was killed')
    useUp()
    openReserve(folder, cache).look()
    expect(existsSync(join(folder, 'reserve.new'))).toBe(false)
    expect(statfsSync(folder).ffree).toBeGreaterThan(90)
    openReserve(folder, cache).look()
    mkdirSync(cache)
    openReserve(folder, cache).look()
    expect(existsSync(cache)).toBe(true)
  })
})
