/** Creates the station's own folder and the download folder; a failure is reported in one plain sentence. */
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

/** Without it the box does everything but downloads: a start is answered with 1008. */
export function makeDownloadsFolder(folder: string, warn: (line: string) => void): void {
  try {
    makeFolder(folder)
  } catch {
    warn(`The download folder ${folder} cannot be made: make it, or set HOMEPORT_DOWNLOADS to a folder that can be written.`)
  }
}
