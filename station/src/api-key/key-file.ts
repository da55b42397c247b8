/** The keys that a person set, in a file of their own that only the box's user may read: never in its database, which is copied and looked into. */
import { existsSync, readFileSync } from 'node:fs'
import type { KeyService } from '@homeport/contract/api-key.ts'
import { langs } from '@homeport/contract/kit/operation.ts'
import * as z from 'zod/mini'
import { writeSecret } from '../kit/secret-file.ts'

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
  let keys = read(path, warn)
  return {
    of: (service: KeyService): KeptKey | undefined => keys[service],
    /** undefined removes it. */
    write(service: KeyService, key: KeptKey | undefined): void {
      const next = { ...keys, [service]: key }
      writeSecret(path, JSON.stringify(next))
      keys = next
    },
  }
}

function read(path: string, warn: (line: string) => void): z.infer<typeof KeptKeys> {
  if (!existsSync(path)) return {}
  try {
    return KeptKeys.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    // The parser's error would repeat the file.
    warn(`The keys in ${path} cannot be read: set them again in the box's settings.`)
    return {}
  }
}
