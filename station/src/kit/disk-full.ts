/** Tells the errors of SQLite and Node where the disk has no room, and where the database is damaged. */
import { statfsSync } from 'node:fs'

/** SQLITE_FULL */
const full = 13
const fullCodes = ['ENOSPC', 'EDQUOT']
/** SQLite's log needs an index of 32 KB. */
const roomBytes = 64 * 1024
/** SQLite's log and its index. */
const roomNames = 2

/** The box cannot begin: it tries again later, by itself. */
export class DiskFull extends Error {
  code = 'ENOSPC'

  constructor(folder: string) {
    super(`The disk of ${folder} is full: free some space on it.`)
  }
}

export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && (Number(error.errcode) & 0xff) === full) return true
  return 'code' in error && fullCodes.includes(String(error.code))
}

/** Errors of node:sqlite have this code, whatever SQLite said. */
export function isDatabaseError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
}

/** SQLITE_CORRUPT, SQLITE_NOTADB */
const damagedCodes = [11, 26]

export function isDamaged(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && damagedCodes.includes(Number(error.errcode) & 0xff)
}

export function hasNoRoom(folder: string): boolean {
  const { bavail, bsize, files, ffree } = statfsSync(folder)
  // Some file systems count no inodes.
  return bavail * bsize < roomBytes || (files > 0 && ffree < roomNames)
}
