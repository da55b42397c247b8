/** Form that adds or changes the account's e-mail. */
import type { Profile } from '@homeport/contract/account.ts'
import { Email, SentCode } from '@homeport/contract/shape/field/rule.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { useText } from '../../kit/lang.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAccountForm } from '../field/account-form.ts'
import { CodeField } from '../field/code-field.tsx'
import { codeText } from '../field/code-text.ts'
import { noProof, Proof, proofIn, proofShape, useProof, type ProofValues } from './proof.tsx'
import { setEmail } from './security-data.ts'
import { securityText } from './security-text.ts'

type Values = ProofValues & { email: string; code: string }

export function BindEmailForm({ user, done }: { user: Profile; done: () => void }) {
  const words = useText(securityText)
  const codes = useText(codeText)
  const proof = useProof(user)
  const flow = useAccountForm({
    resolver: standardSchemaResolver(z.object({ ...proofShape(proof.way), email: Email, code: SentCode })),
    defaultValues: { ...noProof, email: '', code: '' },
    mutation: setEmail,
    inputOf: ({ email, code, ...proven }: Values) => ({ email, code, ...proofIn(proof.way, proven) }),
    onSuccess() {
      toast(words.emailSaved)
      done()
    },
    fields: ['password', 'proof_code', 'email', 'code'],
    draft: { key: 'bind email', fields: ['email'] },
    otherwise: 'email',
    focusesRefused: true,
  })
  const email = useWatch({ control: flow.form.control, name: 'email' })

  return (
    <Form submit={flow.submit} label={words.bind} isBusy={flow.isBusy}>
      <Proof proof={proof} purpose="confirm" flow={flow} />
      <Field
        label={user.email === '' ? codes.email : words.newEmail}
        type="email"
        autoComplete="email"
        {...flow.field('email')}
      />
      <CodeField
        purpose="bind"
        target={{ email: email.trim() }}
        check={flow.check('email')}
        refuse={flow.refuseAt('code')}
        label={words.newMailCode}
        {...flow.field('code')}
      />
    </Form>
  )
}
