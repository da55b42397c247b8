/** The torrent program that the owner chose, in a file of its own that only the box's user may read: never in its database, which is copied and looked into. */
import { existsSync, rmSync } from 'node:fs'
import * as z from 'zod/mini'
import { readSecret, writeSecret } from '../../kit/secret-file.ts'
import type { ProgramLogin } from '../house-program/program-login.ts'

const Kept = z.object({
  kind: z.enum(['qbittorrent', 'transmission']),
  address: z.string(),
  user: z.string(),
  password: z.string(),
})
export type ProgramFile = ReturnType<typeof createProgramFile>

export function createProgramFile(path: string, warn: (line: string) => void) {
  let stored = read(path, warn)
  return {
    now: (): ProgramLogin | undefined => stored,
    /** undefined: the box's own aria2. */
    write(login: ProgramLogin | undefined): void {
      if (login) writeSecret(path, JSON.stringify(login))
      else rmSync(path, { force: true })
      stored = login
    },
  }
}

function read(path: string, warn: (line: string) => void): ProgramLogin | undefined {
  if (!existsSync(path)) return undefined
  const text = readSecret(path)
  try {
    return Kept.parse(JSON.parse(text))
  } catch {
    // The parser's error would repeat the file.
    warn(`The torrent program in ${path} cannot be read: set it again in the app, under Downloads, Settings.`)
    return undefined
  }
}
