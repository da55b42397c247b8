import { generateKeyPairSync } from 'node:crypto'
import { SignJWT, exportJWK } from 'jose'
import { expect, test } from 'vitest'
import { devsnPattern } from '@homeport/contract/kit/connection.ts'
import { devsnOf, readBoxToken } from './box-token.ts'

const now = 1_795_000_000_000
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const x = (await exportJWK(publicKey)).x ?? ''

const sign = (claims: Record<string, unknown>, { header = {}, key = privateKey } = {}) =>
  new SignJWT({ aud: 'a', exp: now / 1000 + 60, devsn: devsnOf(x), ...claims })
    .setProtectedHeader({ alg: 'EdDSA', jwk: { kty: 'OKP', crv: 'Ed25519', x }, ...header })
    .sign(key)
const read = (token: string) => readBoxToken(token, { audience: 'a', now })

test('a serial number is the fingerprint of the key', async () => {
  expect(devsnOf(x)).toMatch(devsnPattern)
  // SHA-256 of 32 zero bytes begins 66687aadf862bd776c8f.
  expect(devsnOf(Buffer.alloc(32).toString('base64url'))).toBe('MZUHVLPYMK6XO3EP')
})

test('a box proves who it is, with what else it says', async () => {
  expect(await read(await sign({ nonce: 'n' }))).toMatchObject({ devsn: devsnOf(x), claims: { nonce: 'n' } })
})

test.each([
  ['another box', () => sign({ devsn: 'AAAAAAAAAAAAAAAA' })],
  ['no box', () => sign({ devsn: undefined })],
  ['another audience', () => sign({ aud: 'b' })],
  ['the past', () => sign({ exp: now / 1000 - 1 })],
  ['for ever', () => sign({ exp: undefined })],
  ['far too long', () => sign({ exp: now / 1000 + 3600 })],
  ['another key', () => sign({}, { key: generateKeyPairSync('ed25519').privateKey })],
  ['no key', () => sign({}, { header: { jwk: undefined } })],
  ['nothing', async () => 'not.a.token'],
  [
    'unsigned',
    async () =>
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ aud: 'a', exp: now / 1000 + 60, devsn: devsnOf(x) })).toString('base64url')}.`,
  ],
])('a token that speaks for %s is none', async (_, token) => {
  expect(await read(await token())).toBeUndefined()
})
