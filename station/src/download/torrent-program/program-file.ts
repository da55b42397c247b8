/** The torrent program that the owner chose, in a file of its own. */
import * as z from 'zod/mini'
import { openSecretJson } from '../../kit/secret-file.ts'
import type { ProgramLogin } from '../house-program/program-login.ts'

const KeptLogin = z.object({
  kind: z.enum(['qbittorrent', 'transmission']),
  address: z.string(),
  user: z.string(),
  password: z.string(),
})
export type ProgramFile = ReturnType<typeof createProgramFile>

export function createProgramFile(path: string, warn: (line: string) => void) {
  const unreadable = `The torrent program in ${path} cannot be read: set it again in the app, under Downloads, Settings.`
  const login = openSecretJson(path, { schema: z.optional(KeptLogin), empty: undefined, unreadable, warn })
  return {
    now: (): ProgramLogin | undefined => login.get(),
    /** undefined: the box's own aria2. */
    write: (next: ProgramLogin | undefined): void => login.set(next),
  }
}
