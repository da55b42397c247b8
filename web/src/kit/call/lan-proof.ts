/** The app's side of the direct socket's login. SHA-256 comes from a library: browsers have their own on https and localhost only, and the direct socket is for plain http. */
import { LanChallenge, lanProofText } from '@homeport/contract/lan.ts'
import { latin1Of } from '@homeport/contract/kit/latin1.ts'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import * as z from 'zod/mini'
import { newId } from '../id.ts'
import { fdOf, type Handshake } from './socket.ts'

export type LanAccess = { access_id: string; secret: string }

/** Nothing of the machine at the address is believed, and no proof is sent to it, until it has proved that it is the box. */
export function lanHandshake(devsn: string, { access_id, secret }: LanAccess): Handshake {
  const appNonce = newId()
  let isProved = false

  function prove(data: unknown): { send: unknown } | null {
    const challenge = z.safeParse(LanChallenge, data)
    if (!challenge.success) return null
    const nonces = { devsn, appNonce, boxNonce: challenge.data.nonce }
    if (challenge.data.proof !== proofOf(secret, lanProofText('box', nonces))) return null
    isProved = true
    return { send: { proof: proofOf(secret, lanProofText('app', nonces)) } }
  }

  return {
    first: { access_id, nonce: appNonce },
    next: (data) => (isProved ? fdOf(data) : prove(data)),
  }
}

function proofOf(secret: string, text: string): string {
  const encoder = new TextEncoder()
  const bytes = hmac(sha256, encoder.encode(secret), encoder.encode(text))
  return btoa(latin1Of(bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
