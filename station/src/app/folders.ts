/** The box's own folder and its download folder, made where they are missing; what cannot be is one plain sentence. */
import { accessSync, constants } from 'node:fs'
import { makeFolder } from '../kit/folder.ts'
import { SettingError } from './config.ts'

export function openFolder(folder: string): void {
  try {
    makeFolder(folder, 0o700)
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new SettingError(
      `The folder ${folder} cannot be written (${why}): make it writable, or set HOMEPORT_DATA to a folder that is.`,
    )
  }
}

/** A box without it still does everything else: a start answers 1008. */
export function makeDownloadsFolder(folder: string, warn: (line: string) => void): void {
  try {
    makeFolder(folder)
  } catch {
    warn(`The download folder ${folder} cannot be made: make it, or set HOMEPORT_DOWNLOADS to a folder that can be written.`)
  }
}
