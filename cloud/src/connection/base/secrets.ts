/** The connection's secrets, one per realm, and the seals (HMAC) that they make. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Lang } from '@homeport/contract/kit/operation.ts'

/** The same in every cloud process. */
export type Secrets = Record<Lang, Buffer>

export function sealOf(secret: Buffer, text: string): string {
  return createHmac('sha256', secret).update(text).digest().subarray(0, 16).toString('base64url')
}

export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
