/**
 * Some room on the disk of the data folder, kept for the day when it is full: a database opens and deletes nothing on a disk without any. Given up then, together
 * with the cache of compiled code, and taken again when there is room. Runs on a system Node 18.
 */
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, renameSync, rmSync, statfsSync, writeSync } from 'node:fs'
import path from 'node:path'

const megabyte = 1024 * 1024
const reserveMegabytes = 16
/** With less than this the reserve is given up. */
const fullBytes = 4 * megabyte
/** With more than this it is taken again. */
const roomBytes = 128 * megabyte
/** With fewer inodes the cache is given up: a database, its log and a socket need a name each. */
const fullNames = 32

/** cacheFolder: of what is made again by itself. */
export function openReserve(folder, cacheFolder) {
  const file = path.join(folder, 'reserve')
  const unfinished = `${file}.new`
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  /** Some file systems count no inodes. */
  const lacksNames = () => {
    const { files, ffree } = statfsSync(folder)
    return files > 0 && ffree < fullNames
  }

  /** Called before each start of a program, and every second. */
  function look() {
    const free = freeBytes()
    if (free < fullBytes || lacksNames()) giveUp()
    else if (free > roomBytes && !existsSync(file)) take()
  }

  function giveUp() {
    // A kill may have left it half taken.
    for (const one of [file, unfinished]) rmSync(one, { force: true })
    if (freeBytes() < fullBytes || lacksNames()) rmSync(cacheFolder, { recursive: true, force: true })
  }

  /** Random bytes: a disk that compresses would keep no room for others. */
  function take() {
    try {
      const descriptor = openSync(unfinished, 'w', 0o600)
      try {
        for (let written = 0; written < reserveMegabytes; written += 1) writeSync(descriptor, randomBytes(megabyte))
      } finally {
        closeSync(descriptor)
      }
      renameSync(unfinished, file)
    } catch {
      // Another program was faster: there is no room any more.
      rmSync(unfinished, { force: true })
    }
  }

  return { look, isKept: () => existsSync(file) }
}
