/** Where the box's Kodis are, with their passwords, in a file of their own that only the box's user may read: never in its database, which is copied and looked into. */
import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { writeSecret } from '../../kit/secret-file.ts'

/** address: as it was typed. */
const KeptKodi = z.object({
  screen_id: z.string(),
  address: z.string(),
  port: z.int(),
  username: z.string(),
  password: z.string(),
})
export type KeptKodi = z.infer<typeof KeptKodi>

export function createKodiFile(path: string, warn: (line: string) => void) {
  let stored = read(path, warn)
  function write(next: KeptKodi[]): void {
    writeSecret(path, JSON.stringify(next))
    stored = next
  }
  const others = (screen_id: string) => stored.filter((one) => one.screen_id !== screen_id)
  return {
    all: (): readonly KeptKodi[] => stored,
    put: (kodi: KeptKodi): void => write([...others(kodi.screen_id), kodi]),
    remove(screen_id: string): void {
      if (stored.some((one) => one.screen_id === screen_id)) write(others(screen_id))
    },
  }
}

function read(path: string, warn: (line: string) => void): KeptKodi[] {
  if (!existsSync(path)) return []
  try {
    return z.array(KeptKodi).parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    // The parser's error would repeat the file.
    warn(`The passwords in ${path} cannot be read: add each Kodi again in the list of TVs.`)
    return []
  }
}
