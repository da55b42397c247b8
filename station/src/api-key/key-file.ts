/** The keys that a person set, in a file of their own. */
import type { KeyService } from '@homeport/contract/api-key.ts'
import { langs } from '@homeport/contract/kit/operation.ts'
import * as z from 'zod/mini'
import { openSecretJson } from '../kit/secret-file.ts'

/** realm, user_id: who set it. set_at in ms. is_tried: the service took it. */
const KeptKey = z.object({
  key: z.string(),
  realm: z.enum(langs),
  user_id: z.string(),
  set_at: z.number(),
  is_tried: z.boolean(),
})
export type KeptKey = z.infer<typeof KeptKey>
const KeptKeys = z.object({ tmdb: z.optional(KeptKey), opensubtitles: z.optional(KeptKey) })
export type KeyFile = ReturnType<typeof createKeyFile>

export function createKeyFile(path: string, warn: (line: string) => void) {
  const unreadable = `The keys in ${path} cannot be read: set them again in the box's settings.`
  const keys = openSecretJson(path, { schema: KeptKeys, empty: {}, unreadable, warn })
  return {
    of: (service: KeyService): KeptKey | undefined => keys.get()[service],
    /** undefined removes it. */
    write: (service: KeyService, key: KeptKey | undefined): void => keys.set({ ...keys.get(), [service]: key }),
  }
}
