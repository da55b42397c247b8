/** Reads the channel's manifest of the newest version: believed only with a signature that the box's own key verifies. */
import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import * as z from 'zod/mini'
import { UpdateRefusal } from './update-refusal.ts'

/** manifest: the signed text, as it was signed. signature: Ed25519, base64. */
const Signed = z.object({ manifest: z.string(), signature: z.string() })

/** url: relative to the channel. sha256: of the archive, hex. size: of the archive in bytes. content: one change a line. signed_at: seconds. */
const Manifest = z.object({
  format: z.literal(1),
  version: z.string().check(z.regex(/^\d{1,4}\.\d{1,2}\.\d{1,2}$/)),
  version_code: z.int().check(z.positive()),
  url: z.string(),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  size: z.int().check(z.positive()),
  content_cn: z.string(),
  content_en: z.string(),
  signed_at: z.number(),
})
export type Manifest = z.infer<typeof Manifest>

/** Refuses what another key signed, and what is not newer than the running version. */
export function readManifest(text: string, { key, runningCode }: { key: string; runningCode: number }): Manifest {
  const signed = Signed.safeParse(jsonOf(text))
  if (!signed.success) throw new UpdateRefusal('unsigned')
  const { manifest, signature } = signed.data
  const bytes = Buffer.from(manifest)
  if (!verify(null, bytes, publicKeyOf(key), Buffer.from(signature, 'base64'))) throw new UpdateRefusal('unsigned')
  const parsed = Manifest.safeParse(jsonOf(manifest))
  if (!parsed.success) throw new UpdateRefusal('damaged', 'manifest')
  if (parsed.data.version_code <= runningCode) throw new UpdateRefusal('older', parsed.data.version)
  return parsed.data
}

/** ASN.1 before the 32 bytes of an Ed25519 public key. */
const keyPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** key: the 32 bytes in base64. */
function publicKeyOf(key: string): KeyObject {
  return createPublicKey({ key: Buffer.concat([keyPrefix, Buffer.from(key, 'base64')]), format: 'der', type: 'spki' })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
