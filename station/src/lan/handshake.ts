/** The login of a direct socket: the box proves first that it knows the secret, then the app does. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { LanHello, LanProof, lanProofText, type LanChallenge } from '@homeport/contract/lan.ts'
import type * as z from 'zod/mini'
import type { AccessRow } from './access.store.ts'

export type HandshakeDeps = {
  devsn: string
  origin: string
  accessOf: (accessId: string) => AccessRow | undefined
  secretOf: (accessId: string) => string
}
export type LoginStep = { challenge: z.infer<typeof LanChallenge> } | { access: AccessRow } | 'refused'

/** Takes the data of each `login` of one socket, in order. */
export function createHandshake({ devsn, origin, accessOf, secretOf }: HandshakeDeps): (data: unknown) => LoginStep {
  let pending: { access_id: string; expected: string } | undefined

  function begin({ access_id, nonce }: z.infer<typeof LanHello>): LoginStep {
    const access = accessOf(access_id)
    // The secret is of one page address: another page that learned it cannot use it.
    if (access?.origin !== origin) return 'refused'
    const boxNonce = randomBytes(24).toString('base64url')
    const secret = secretOf(access_id)
    const proofOf = (side: 'box' | 'app') =>
      createHmac('sha256', secret)
        .update(lanProofText(side, { devsn, appNonce: nonce, boxNonce }))
        .digest('base64url')
    pending = { access_id, expected: proofOf('app') }
    return { challenge: { nonce: boxNonce, proof: proofOf('box') } }
  }

  return (data) => {
    const challenged = pending
    pending = undefined
    if (!challenged) {
      const hello = LanHello.safeParse(data)
      return hello.success ? begin(hello.data) : 'refused'
    }
    const proof = LanProof.safeParse(data)
    const access = accessOf(challenged.access_id)
    return proof.success && access && isEqual(proof.data.proof, challenged.expected) ? { access } : 'refused'
  }
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
