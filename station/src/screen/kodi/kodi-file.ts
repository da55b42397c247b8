/** Where the box's Kodis are, with their passwords, in a file of their own. */
import * as z from 'zod/mini'
import { openSecretJson } from '../../kit/secret-file.ts'

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
  const unreadable = `The passwords in ${path} cannot be read: add each Kodi again in the list of TVs.`
  const kodis = openSecretJson(path, { schema: z.array(KeptKodi), empty: [], unreadable, warn })
  const others = (screen_id: string) => kodis.get().filter((one) => one.screen_id !== screen_id)
  return {
    all: (): readonly KeptKodi[] => kodis.get(),
    put: (kodi: KeptKodi): void => kodis.set([...others(kodi.screen_id), kodi]),
    remove(screen_id: string): void {
      if (kodis.get().some((one) => one.screen_id === screen_id)) kodis.set(others(screen_id))
    },
  }
}
