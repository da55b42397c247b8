/** P11: account changes require proof of identity: the password, or a code to the account's phone or e-mail. */
import type { CodePurpose, Profile } from '@homeport/contract/account.ts'
import { SentCode } from '@homeport/contract/shape/field/rule.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useText } from '../../kit/lang.ts'
import { Button } from '../../ui/button.tsx'
import type { FieldProps } from '../field/account-form.ts'
import type { Target } from '../field/code-data.ts'
import { CodeField } from '../field/code-field.tsx'
import { PasswordField } from '../field/password-field.tsx'
import { maskedEmail, maskedPhone } from '../field/phone-rule.ts'
import { securityText } from './security-text.ts'
import styles from './security.module.css'

export type ProofWay = 'password' | 'code' | 'none'
export type ProofValues = { password: string; proof_code: string }
export const noProof: ProofValues = { password: '', proof_code: '' }

/** The phone first, as the server does. */
export function ownTarget({ area_code, phone, email }: Profile): Target | null {
  if (phone !== '') return { area_code, phone }
  return email === '' ? null : { email }
}

export type ProofChoice = { user: Profile; way: ProofWay; choose: (method: ProofWay) => void }

export function useProof(user: Profile): ProofChoice {
  const [chosen, choose] = useState<ProofWay>('password')
  const target = ownTarget(user)
  if (!user.has_password) return { user, way: target ? 'code' : 'none', choose }
  return { user, way: target ? chosen : 'password', choose }
}

/** The field that shows a wrong proof. */
export const fieldOf = (method: ProofWay) => (method === 'code' ? 'proof_code' : 'password')

/** The schema of the proof's field; the other field stays ''. */
export function proofShape(method: ProofWay) {
  return {
    password: method === 'password' ? z.string().check(z.minLength(1, 'password_filled')) : z.string(),
    proof_code: method === 'code' ? SentCode : z.string(),
  }
}

/** The proof as input of the call. */
export function proofIn(method: ProofWay, { password, proof_code }: ProofValues): Partial<ProofValues> {
  return method === 'code' ? { proof_code } : { password }
}

type Props = {
  proof: ProofChoice
  purpose: CodePurpose
  flow: { field: (name: keyof ProofValues) => FieldProps; refuse: (failure: Error) => void }
  label?: string
  placeholder?: string
}

export function Proof({ proof: { user, way, choose }, purpose, flow, label, placeholder }: Props) {
  const words = useText(securityText)
  const target = ownTarget(user)
  if (way === 'none') return null
  if (way === 'code' && target)
    return (
      <div className={styles.proof}>
        <CodeField
          purpose={purpose}
          target={target}
          refuse={flow.refuse}
          label={words.proofCode('email' in target ? maskedEmail(target.email) : maskedPhone(target))}
          {...flow.field('proof_code')}
        />
        {user.has_password && (
          <Button variant="text" isQuiet onClick={() => choose('password')}>
            {words.withPassword}
          </Button>
        )}
      </div>
    )
  return (
    <div className={styles.proof}>
      <PasswordField
        label={label ?? words.proof}
        placeholder={placeholder ?? words.enterPassword}
        autoComplete="current-password"
        {...flow.field('password')}
      />
      {target && (
        <Button variant="text" isQuiet onClick={() => choose('code')}>
          {words.withCode}
        </Button>
      )}
    </div>
  )
}
