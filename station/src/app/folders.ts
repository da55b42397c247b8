/** Creates the station's own folder and the download folder; a failure is reported in one plain sentence. */
import { accessSync, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { interruptedRestore, wrongKindIn } from '@homeport/contract/kit/program/folder-kinds.ts'
import { answersWithin, wakeMs } from '../kit/disk-answers.ts'
import { DiskFull, isDiskFull } from '../kit/disk-full.ts'
import { makeFolder } from '../kit/folder.ts'
import { SettingError } from './config.ts'

export function openFolder(folder: string): void {
  try {
    makeFolder(folder, 0o700)
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    if (isDiskFull(error)) throw new DiskFull(folder)
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new SettingError(
      `The folder ${folder} cannot be written (${why}): make it writable, or set HOMEPORT_DATA to a folder that is.`,
    )
  }
}

const secretFiles = ['key.pem', 'api-keys.json', 'torrent-program.json', 'ed2k-user']
const content = {
  files: [
    'station.db',
    'station.db-wal',
    'station.db-shm',
    ...secretFiles.flatMap((name) => [name, `${name}.new`]),
    'aria2.conf',
    'aria2.pid',
    'dht.dat',
  ],
  sockets: ['pair.sock'],
}

/** Throws the sentence on what stands in the way of the box in its own folder. */
export function checkFolder(folder: string): void {
  const sentence = interruptedRestore(dirname(folder)) ?? wrongKindIn(folder, content)
  if (sentence !== undefined) throw new SettingError(sentence)
}

/** Without it the box does everything but downloads: a start is answered with 1008. */
export async function makeDownloadsFolder(folder: string, warn: (line: string) => void): Promise<void> {
  // To ask a silent disk without a thread would stand the whole box still.
  if (!(await answersWithin(folder, wakeMs)))
    return warn(`The disk of the download folder ${folder} does not answer: its downloads wait for it.`)
  try {
    makeFolder(folder)
    if (!statSync(folder).isDirectory())
      warn(`The download folder ${folder} is a file: move it away, or set HOMEPORT_DOWNLOADS to a folder.`)
  } catch {
    warn(`The download folder ${folder} cannot be made: make it, or set HOMEPORT_DOWNLOADS to a folder that can be written.`)
  }
}
