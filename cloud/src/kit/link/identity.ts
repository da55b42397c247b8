/** Who a box is: its devsn is the fingerprint of its key, and a fresh nonce of ours shows that it holds that key now. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { EmbeddedJWK, jwtVerify } from 'jose'
import { devsnPattern, linkAudience, linkTokenSeconds } from '@homeport/contract/kit/link.ts'
import { langs, type Lang } from '@homeport/contract/kit/promise.ts'

/** A secret per realm, the same in every cloud process. */
export type Secrets = Record<Lang, Buffer>

export type Spend = (lang: Lang, nonce: string, expiresAt: number) => Promise<boolean>

/** The devsn of a raw Ed25519 public key. */
export function fingerprintOf(publicKey: Buffer): string {
  const digest = createHash('sha256').update(publicKey).digest().subarray(0, 10)
  const bits = [...digest].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)]).join('')
}

/** A nonce is stateless: the realm, when it was issued, and a seal of ours over both and the devsn. */
export function issueNonce(secrets: Secrets, lang: Lang, devsn: string, now: number): string {
  const open = `${lang}.${Math.floor(now).toString(36)}.${randomBytes(16).toString('base64url')}`
  return `${open}.${sealOf(secrets[lang], `${open}.${devsn}`)}`
}

/** The nonce's realm and end, undefined for a foreign, altered or old one. */
export function readNonce(secrets: Secrets, nonce: string, devsn: string, now: number): { lang: Lang; expiresAt: number } | undefined {
  const [realm, issued = '', random, seal = '', more] = nonce.split('.')
  const lang = langs.find((one) => one === realm)
  if (!lang || more !== undefined) return undefined
  const expiresAt = Number.parseInt(issued, 36) + linkTokenSeconds * 1000
  const isOurs = isSame(seal, sealOf(secrets[lang], `${lang}.${issued}.${random}.${devsn}`))
  return isOurs && now < expiresAt ? { lang, expiresAt } : undefined
}

/**
 * The devsn that a password proves, undefined otherwise. The JWT is signed with the key whose fingerprint the devsn is, over one of our
 * nonces that is unspent; its end is at most 60 s away by our clock.
 */
export async function boxOf(password: string, check: { secrets: Secrets; now: number; spend: Spend }): Promise<string | undefined> {
  const claims = await signedClaims(password, linkAudience, check.now)
  if (!claims || typeof claims.nonce !== 'string') return undefined
  const nonce = readNonce(check.secrets, claims.nonce, claims.devsn, check.now)
  if (!nonce || !(await check.spend(nonce.lang, claims.nonce, nonce.expiresAt))) return undefined
  return claims.devsn
}

/** The claims of a box's JWT once its signature, audience, end and devsn are right; undefined otherwise. */
export async function signedClaims(token: string, audience: string, now: number): Promise<{ devsn: string; [claim: string]: unknown } | undefined> {
  if (token.length > 4096) return undefined
  try {
    const { payload, protectedHeader } = await jwtVerify(token, EmbeddedJWK, {
      algorithms: ['EdDSA', 'Ed25519'],
      audience,
      currentDate: new Date(now),
      requiredClaims: ['exp'],
    })
    const { devsn, exp = 0 } = payload
    const key = protectedHeader.jwk
    if (typeof devsn !== 'string' || !devsnPattern.test(devsn) || key?.crv !== 'Ed25519' || typeof key.x !== 'string') return undefined
    const raw = Buffer.from(key.x, 'base64url')
    const lastsTooLong = exp * 1000 > now + (linkTokenSeconds + 5) * 1000
    return raw.length === 32 && fingerprintOf(raw) === devsn && !lastsTooLong ? { ...payload, devsn } : undefined
  } catch {
    return undefined
  }
}

export function sealOf(secret: Buffer, text: string): string {
  return createHmac('sha256', secret).update(text).digest().subarray(0, 16).toString('base64url')
}

export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
