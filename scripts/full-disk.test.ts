/** The box whose data folder lies on a full disk: the disk is a small tmpfs, where this user can mount one. */
import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileList } from '@homeport/contract/files.ts'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openReserve } from './disk-reserve.mjs'
import { fillDisk } from '../testing/fill-disk.ts'
import { until } from '../testing/until.ts'
import { isDiskFull } from '../station/src/kit/disk-full.ts'
import { openTestCloud, owner, type TestCloud } from '../station/src/testing/cloud.ts'
import { canMount, mountSmallDisk } from '../station/src/testing/disk.ts'
import { clear, testFolder } from '../station/src/testing/downloads.ts'
import { readStationConfig } from '../station/src/app/config.ts'
import { startStation, type Station } from '../station/src/app/start.ts'

const megabyte = 1024 * 1024
let folder: string
let unmount: () => void
let cloud: TestCloud
let box: Station | undefined
let starts = 0
const free = () => statfsSync(folder).bavail * statfsSync(folder).bsize

const fill = (name = 'filling') => fillDisk(join(folder, name))

/** The look that `npm start` takes before it starts the box, and every second. */
const look = () => openReserve(folder, join(folder, 'cache')).look()

async function start(): Promise<Station> {
  look()
  const env = {
    PATH: process.env.PATH,
    HOMEPORT_DATA: folder,
    HOMEPORT_CLOUD: cloud.url,
    HOMEPORT_MDNS: '0',
    HOMEPORT_DLNA: '0',
    HOMEPORT_MPV: '0',
  }
  box = await startStation({ ...readStationConfig(env), screenPort: 0 }, { print: () => {}, warn: () => {}, random: () => 0 })
  return box
}
async function stop(): Promise<void> {
  await box?.stop()
  box = undefined
}
/** Begins as owner of a box with a file in its download folder. */
async function startBound(): Promise<Station> {
  const station = await start()
  await cloud.hello((starts += 1))
  await cloud.send(station.devsn, 'en', { kind: 'household', members: [owner], name: '' })
  return station
}
const downloads = () => join(folder, 'downloads')
async function rootOf(devsn: string): Promise<string> {
  const { data } = await cloud.act(devsn, 'file_list', { path: '' })
  return fileList.output.parse(data).entries[0]?.path ?? ''
}
/** SQLite has room in its log for some writes. */
async function refusedOnFullDisk(devsn: string, path: string): Promise<FrameIn> {
  for (let turn = 0; turn < 500; turn += 1) {
    const reply = await cloud.act(devsn, 'folder_make', { path, name: `${turn} ${'x'.repeat(200)}` })
    if (reply.code !== Code.ok) return reply
  }
  throw new Error('500 writes on a full disk')
}
/** Removes a file for good, as the app does, and waits until it is gone. */
async function remove(devsn: string, name: string): Promise<void> {
  const reply = await cloud.act(devsn, 'file_delete', { paths: [`${await rootOf(devsn)}/${name}`], is_final: true })
  expect(reply).toMatchObject({ code: Code.ok })
  await until('the file is gone', () => !existsSync(join(downloads(), name)))
}

describe.skipIf(!canMount)('P50, P38: a full data disk', () => {
  beforeEach(async () => {
    folder = testFolder()
    unmount = mountSmallDisk(folder, 192)
    mkdirSync(downloads())
    cloud = await openTestCloud()
    starts = 0
  })
  afterEach(async () => {
    await stop()
    await cloud.stop()
    unmount()
    clear(folder)
  })

  it.each(['its reserve', 'no reserve yet, but a cache'])(
    'a box with %s starts, tells its files, and makes room',
    async (content) => {
      writeFileSync(join(downloads(), 'big.bin'), Buffer.alloc(8 * megabyte))
      await startBound()
      await stop()
      if (content !== 'its reserve') {
        rmSync(join(folder, 'reserve'))
        mkdirSync(join(folder, 'cache'))
        writeFileSync(join(folder, 'cache', 'code'), Buffer.alloc(8 * megabyte))
      }
      fill()
      expect(free()).toBe(0)
      const { devsn } = await startBound()
      expect(await cloud.act(devsn, 'storage_info', {})).toMatchObject({ code: Code.ok })
      expect(await cloud.act(devsn, 'file_list', { path: '' })).toMatchObject({ code: Code.ok })
      const before = free()
      await remove(devsn, 'big.bin')
      // It is put under a hidden name first; its room is free a moment later.
      await until('its room is free', () => free() > before + 4 * megabyte)
      expect(await cloud.act(devsn, 'folder_make', { path: await rootOf(devsn), name: 'new' })).toMatchObject({ code: Code.ok })
    },
  )

  it('a disk that fills up while it runs ends nothing: what is written is refused in its word, and goes on when there is room', async () => {
    const { devsn } = await startBound()
    writeFileSync(join(downloads(), 'big.bin'), Buffer.alloc(8 * megabyte))
    fill()
    const path = await rootOf(devsn)
    const refused = await refusedOnFullDisk(devsn, path)
    expect(refused).toMatchObject({ code: TaskCode.noSpace, data: { reason: 'no_space' } })
    expect(await cloud.act(devsn, 'storage_info', {})).toMatchObject({ code: Code.ok })
    look()
    await remove(devsn, 'big.bin')
    expect(await cloud.act(devsn, 'folder_make', { path, name: 'new' })).toMatchObject({ code: Code.ok })
  })

  it('a first start says that the disk is full, and is made when there is room', async () => {
    fill()
    await expect(start()).rejects.toSatisfy(isDiskFull)
    rmSync(join(folder, 'filling'))
    await startBound()
  })

  it('a database that cannot be opened for want of room says so', async () => {
    await startBound()
    await stop()
    rmSync(join(folder, 'reserve'))
    fill()
    await expect(start()).rejects.toSatisfy(isDiskFull)
    rmSync(join(folder, 'filling'))
    await startBound()
  })
})
