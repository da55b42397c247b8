/**
 * The direct socket between app and box in one house: the frames of the app's socket to the cloud, at `lanPath` of an address that Device.lan names.
 * Both sides prove that they know the user's secret before anything else passes; the secret itself is sent once, through the relay.
 */
import * as z from 'zod/mini'
import { act } from './kit/operation.ts'

export const lanPath = '/lan'

const Origin = z.string().check(z.regex(/^[a-z][\w+.-]*:\/\/[\w.:[\]-]{1,250}$/i, 'invalid'))

/** The secret of the caller's session for the direct socket; the same one until the session ends or the box is unbound. origin: of the page that will use it; the box takes the socket of no other page with it. */
export const lanAccess = act({
  name: 'lan_access',
  input: z.object({ origin: Origin }),
  output: z.object({ access_id: z.string(), secret: z.string() }),
})

const Text = z.string().check(z.maxLength(100, 'too_large'))
/** data of the first `login` of a direct socket. nonce: random, of the app. */
export const LanHello = z.object({ access_id: Text, nonce: Text })
/** data of the reply to it: the box's nonce, and its proof. */
export const LanChallenge = z.object({ nonce: Text, proof: Text })
/** data of the second `login`; the reply is {fd}, as from the cloud. */
export const LanProof = z.object({ proof: Text })

/** The text whose HMAC (SHA-256, base64url, by the secret's text) proves a side; one differs from the other, so that neither can be sent back. */
export function lanProofText(
  side: 'box' | 'app',
  { devsn, appNonce, boxNonce }: { devsn: string; appNonce: string; boxNonce: string },
): string {
  return ['homeport-lan', side, devsn, appNonce, boxNonce].join('\n')
}
