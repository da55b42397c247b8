/** Tries a program before it is kept: that it takes user and password, is new enough, hands out its torrent files, and works on the box's own download folders. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { Code } from '@homeport/contract/kit/codes.ts'
import { Refusal } from '../../kit/refusal.ts'
import { EngineAway, EngineRefusal } from '../engine/engine.ts'
import { workName } from '../folder/download-dir.ts'
import type { DownloadFolders } from '../folder/download-folders.ts'
import { AddressBarred, LoginRefused, metadataTag, OtherProgram, ProgramTooNew, ProgramTooOld, type Driver } from './driver.ts'
import { probeTorrent } from './probe-torrent.ts'
import { torrentFileOf } from './torrent-file-of.ts'

const seenWithinMs = 5_000
const lookEveryMs = 100

/** A Refusal that names the field. The driver is stopped. */
export async function tryProgram(driver: Driver, { list }: Pick<DownloadFolders, 'list'>): Promise<void> {
  try {
    await driver.connect()
    for (const { dir } of list)
      if (await dir.isWritable()) {
        const fault = await faultAt(driver, dir.root)
        if (fault !== '') throw wrongAddress(fault)
      }
  } catch (error) {
    throw error instanceof EngineAway || error instanceof EngineRefusal ? refusalOf(error) : error
  } finally {
    driver.stop()
  }
}

export const wrongAddress = (rule: string): Refusal => new Refusal(Code.invalid, { field: 'address', rule })

/** The error of a trial, at its field. */
export function refusalOf(error: EngineAway | EngineRefusal): Refusal {
  if (error instanceof LoginRefused) return new Refusal(Code.invalid, { field: 'password', rule: 'program_password' })
  if (error instanceof AddressBarred) return wrongAddress('program_barred')
  if (error instanceof ProgramTooOld) return wrongAddress('program_old')
  if (error instanceof ProgramTooNew) return wrongAddress('program_new')
  if (error instanceof OtherProgram || error instanceof EngineRefusal) return wrongAddress('program_none')
  return wrongAddress('program_away')
}

/** A tiny torrent of a file that the box writes there: '' if the program finds it, gives it another name, and hands its torrent out. */
async function faultAt(driver: Driver, root: string): Promise<'' | 'program_folder' | 'program_files'> {
  const folder = join(root, workName, `probe-${randomBytes(6).toString('hex')}`)
  const { bytes, hash, name, content, file } = probeTorrent()
  await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, name, file), content)
  try {
    await driver.add({ hash, bytes, folder, tag: metadataTag })
    // It may answer before it has the torrent.
    if (!(await comesTrue(async () => (await driver.torrent(hash)) !== undefined))) return 'program_folder'
    await driver.begin(hash)
    if (!(await isWhole(driver, hash))) return 'program_folder'
    const renamed = { name: `${name}/${file}`, target: `${name}/${file}.named` }
    // It refuses a name that it cannot write.
    const isNamed = await isTaken(driver.rename(hash, renamed))
    if (!isNamed || !(await comesTrue(() => existsSync(join(folder, renamed.target))))) return 'program_folder'
    return (await isTaken(torrentFileOf(driver, hash))) ? '' : 'program_files'
  } finally {
    await driver.remove(hash).catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }
}

const isWhole = (driver: Driver, hash: string): Promise<boolean> =>
  comesTrue(async () => {
    const torrent = await driver.torrent(hash)
    return torrent !== undefined && torrent.total_bytes > 0 && torrent.done_bytes === torrent.total_bytes
  })

async function comesTrue(isTrue: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let waited = 0; waited < seenWithinMs; waited += lookEveryMs) {
    if (await isTrue()) return true
    await after(lookEveryMs)
  }
  return false
}

async function isTaken(request: Promise<unknown>): Promise<boolean> {
  try {
    await request
    return true
  } catch (error) {
    if (error instanceof EngineRefusal) return false
    throw error
  }
}
