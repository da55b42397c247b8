/** The client's id in the network, made once and kept for life: sources ban one who comes back from the same address with another. */
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readSecret, writeSecret } from '../../../kit/secret-file.ts'

const hexLength = 32

/** In folder/ed2k-user, readable by its owner only. */
export function loadUserHash(folder: string): Buffer {
  const path = join(folder, 'ed2k-user')
  const existing = readSecret(path)?.trim() ?? ''
  if (new RegExp(`^[0-9a-f]{${hexLength}}$`).test(existing)) return Buffer.from(existing, 'hex')
  const made = randomBytes(hexLength / 2)
  // The marks of a client that speaks eMule's protocol.
  made[5] = 14
  made[14] = 111
  mkdirSync(folder, { recursive: true })
  writeSecret(path, made.toString('hex'))
  return made
}
