/** Box identity: its devsn is the fingerprint of its key, and a signed nonce proves that it holds the key now. */
import { randomBytes } from 'node:crypto'
import { BoxProcess, linkAudience, linkTokenSeconds } from '@homeport/contract/kit/connection.ts'
import { langs, type Lang } from '@homeport/contract/kit/operation.ts'
import { isSame, sealOf, type Secrets } from '../base/secrets.ts'
import { readBoxToken } from './box-token.ts'

export type SpendNonce = (lang: Lang, nonce: string, expiresAt: number) => Promise<boolean>

/** A nonce is stateless: the realm, the time of issue, and an HMAC over both and the devsn. */
export function issueNonce({ secrets, lang, devsn, now }: { secrets: Secrets; lang: Lang; devsn: string; now: number }): string {
  const open = `${lang}.${Math.floor(now).toString(36)}.${randomBytes(16).toString('base64url')}`
  return `${open}.${sealOf(secrets[lang], `${open}.${devsn}`)}`
}

/** The nonce's realm and expiry, undefined for a foreign, altered or expired one. */
export function readNonce(
  nonce: string,
  { secrets, devsn, now }: { secrets: Secrets; devsn: string; now: number },
): { lang: Lang; expiresAt: number } | undefined {
  const [realm, issued = '', random, seal = '', more] = nonce.split('.')
  const lang = langs.find((one) => one === realm)
  if (!lang || more !== undefined) return undefined
  const expiresAt = Number.parseInt(issued, 36) + linkTokenSeconds * 1000
  const isOurs = isSame(seal, sealOf(secrets[lang], `${lang}.${issued}.${random}.${devsn}`))
  return isOurs && now < expiresAt ? { lang, expiresAt } : undefined
}

export type SignedBox = { devsn: string; process: BoxProcess | undefined }

/**
 * The devsn that a password proves with the process that says so (undefined from older boxes), else undefined. The JWT is signed with the key whose fingerprint the devsn is, over one of our unused nonces that is at
 * most 60 s old by our clock.
 */
export async function boxOf(
  password: string,
  check: { secrets: Secrets; now: number; spend: SpendNonce },
): Promise<SignedBox | undefined> {
  const signed = await readBoxToken(password, { audience: linkAudience, now: check.now })
  const message = signed?.claims.nonce
  if (!signed || typeof message !== 'string') return undefined
  const nonce = readNonce(message, { ...check, devsn: signed.devsn })
  if (!nonce || !(await check.spend(nonce.lang, message, nonce.expiresAt))) return undefined
  return { devsn: signed.devsn, process: BoxProcess.safeParse(signed.claims).data }
}
