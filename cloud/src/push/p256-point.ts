/** Whether a text is a phone's public key: what is none would fail at every delivery. */
import { ECDH } from 'node:crypto'

const pointBytes = 65
const uncompressed = 4

/** base64url: an uncompressed point on the curve P-256 (RFC 8291). */
export function isP256Point(base64url: string): boolean {
  const bytes = Buffer.from(base64url, 'base64url')
  if (bytes.length !== pointBytes || bytes[0] !== uncompressed) return false
  try {
    ECDH.convertKey(bytes, 'prime256v1')
    return true
  } catch {
    return false
  }
}
