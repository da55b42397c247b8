/** Box authentication: a JWT signed with the box's Ed25519 key, whose fingerprint is its devsn (contract kit/connection.ts). */
import { createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { EmbeddedJWK } from 'jose/jwk/embedded'
import { jwtVerify } from 'jose/jwt/verify'

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** Boxes use one minute; a little more is tolerated. */
const maxLivesSeconds = 120

export type BoxToken = { devsn: string; claims: JWTPayload }

/** Undefined for a token that this box did not sign for this audience, that has expired, or that lives too long. */
export async function readBoxToken(
  token: string,
  { audience, now }: { audience: string; now: number },
): Promise<BoxToken | undefined> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, EmbeddedJWK, {
      audience,
      algorithms: ['EdDSA', 'Ed25519'],
      requiredClaims: ['exp', 'devsn'],
      currentDate: new Date(now),
    })
    const devsn = devsnOf(protectedHeader.jwk?.x ?? '')
    if (payload.devsn !== devsn || (payload.exp ?? 0) - now / 1000 > maxLivesSeconds) return undefined
    return { devsn, claims: payload }
  } catch {
    return undefined
  }
}

/** Fingerprint of a raw public key in base64url: base32 of the first 10 bytes of its SHA-256. */
export function devsnOf(x: string): string {
  const digest = createHash('sha256').update(Buffer.from(x, 'base64url')).digest().subarray(0, 10)
  const bits = [...digest].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => base32[Number.parseInt(five, 2)]).join('')
}
