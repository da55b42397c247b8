/** Form for a new password; an account registered by phone sets its first one. */
import type { Profile } from '@homeport/contract/account.ts'
import { NewPassword } from '@homeport/contract/shape/field/rule.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import { useText } from '../../kit/lang.ts'
import { Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAccountForm } from '../field/account-form.ts'
import { PasswordField } from '../field/password-field.tsx'
import { Again, areNewSame } from '../field/password-rule.ts'
import { accountText } from '../field/text.ts'
import { fieldOf, noProof, Proof, proofIn, proofShape, useProof, type ProofValues } from './proof.tsx'
import { setPassword } from './security-data.ts'
import { securityText } from './security-text.ts'

type Values = ProofValues & { new_password: string; again: string }

export function ChangePasswordForm({ user, done }: { user: Profile; done: () => void }) {
  const words = useText(securityText)
  const account = useText(accountText)
  const proof = useProof(user)
  const flow = useAccountForm({
    resolver: standardSchemaResolver(
      z.object({ ...proofShape(proof.way), new_password: NewPassword, again: Again }).check(areNewSame),
    ),
    defaultValues: { ...noProof, new_password: '', again: '' },
    mutation: setPassword,
    inputOf: ({ new_password, ...proven }: Values) => ({ ...proofIn(proof.way, proven), new_password }),
    onSuccess() {
      toast(words.passwordSaved)
      done()
    },
    fields: ['password', 'proof_code', 'new_password'],
    otherwise: fieldOf(proof.way),
    focusesRefused: true,
  })

  return (
    <Form submit={flow.submit} label={words.save} isBusy={flow.isBusy}>
      <Proof proof={proof} purpose="confirm" flow={flow} label={words.original} />
      <PasswordField
        label={words.newOne}
        autoComplete="new-password"
        hint={account.passwordHint}
        {...flow.field('new_password')}
      />
      <PasswordField label={words.newAgain} autoComplete="new-password" {...flow.field('again')} />
    </Form>
  )
}
