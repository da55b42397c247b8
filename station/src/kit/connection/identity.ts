/** The box's identity: an Ed25519 key made at its first start; the serial is the key's fingerprint, so no other machine can claim it. */
import { createHash, createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { blobAudience, linkAudience, linkTokenSeconds, type BoxProcess } from '@homeport/contract/kit/connection.ts'
import { SignJWT } from 'jose/jwt/sign'
import { readSecret, writeSecret } from '../secret-file.ts'
import { SettingError } from '../setting-error.ts'

export type Identity = {
  devsn: string
  /** The password for the broker. now: seconds by the cloud's clock. */
  linkToken(offer: { nonce: string; now: number }, process: BoxProcess): Promise<string>
  /** Authorization for one blob path. */
  blobToken(path: string, now: number): Promise<string>
  /** A secret made of the key, another one for each purpose: it need not be stored. */
  secretFor(purpose: string): string
}

/** The key is in folder/key.pem, readable by its owner only. */
export function loadIdentity(folder: string): Identity {
  const path = keyPath(folder)
  const key = privateKeyOf(readSecret(path) ?? makeKey(path), path)
  const jwk = createPublicKey(key).export({ format: 'jwk' })
  const devsn = devsnOf(Buffer.from(jwk.x ?? '', 'base64url'))
  const header = { alg: 'EdDSA', jwk: { kty: 'OKP', crv: 'Ed25519', x: jwk.x ?? '' } }
  const sign = (claims: Record<string, unknown>, audience: string, now: number) =>
    new SignJWT({ ...claims, devsn })
      .setProtectedHeader(header)
      .setAudience(audience)
      .setExpirationTime(now + linkTokenSeconds)
      .sign(key)
  return {
    devsn,
    linkToken: ({ nonce, now }, process) => sign({ ...process, nonce }, linkAudience, now),
    blobToken: (path, now) => sign({ path }, blobAudience, now),
    secretFor: (purpose) =>
      createHmac('sha256', key.export({ type: 'pkcs8', format: 'der' }))
        .update(`secret\n${purpose}`)
        .digest('base64url'),
  }
}

/** Makes the folder's box another one: what is loaded from now on has a new key. The old one is gone. */
export function replaceIdentity(folder: string): void {
  makeKey(keyPath(folder))
}

const keyPath = (folder: string) => join(folder, 'key.pem')

/** base32 (RFC 4648, no padding) of the first 10 bytes of SHA-256 of the raw public key. */
export function devsnOf(publicKey: Uint8Array): string {
  const digest = createHash('sha256').update(publicKey).digest().subarray(0, 10)
  const bits = [...digest].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(Number.parseInt(five, 2))).join('')
}

function makeKey(path: string): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  writeSecret(path, pem)
  return pem
}

function privateKeyOf(pem: string, path: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new SettingError(`The box's key ${path} is damaged; restore it from a backup, or delete it to start as a new box.`)
  }
}
