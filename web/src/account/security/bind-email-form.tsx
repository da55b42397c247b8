/** Form that adds or changes the account's e-mail. */
import type { Profile } from '@homeport/contract/account.ts'
import { Email, SentCode } from '@homeport/contract/shape/rule.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { useText } from '../../kit/lang.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { CodeField } from '../field/code-field.tsx'
import { codeText } from '../field/code-text.ts'
import { noProof, Proof, proofIn, proofShape, useProofWay, type ProofValues } from './proof.tsx'
import { placed, useSay } from '../field/refusals.ts'
import { setEmail } from './security-data.ts'
import { securityText } from './security-text.ts'

type Values = ProofValues & { email: string; code: string }
const fields = ['password', 'proof_code', 'email', 'code'] as const

export function BindEmailForm({ user, done }: { user: Profile; done: () => void }) {
  const words = useText(securityText)
  const codes = useText(codeText)
  const say = useSay()
  const [way, choose] = useProofWay(user)
  const saving = useMutation(setEmail)
  const Typed = z.object({ ...proofShape(way), email: Email, code: SentCode })
  const form = useForm<Values>({
    resolver: standardSchemaResolver(Typed),
    defaultValues: { ...noProof, email: '', code: '' },
  })
  const errors = form.formState.errors
  const email = useWatch({ control: form.control, name: 'email' })

  function refuse(failure: Error) {
    const refused = placed(failure, { fields, otherwise: 'email' })
    if (refused) form.setError(refused.field, refused, { shouldFocus: true })
  }

  function submit({ email, code, ...proof }: Values) {
    saving.mutate(
      { email, code, ...proofIn(way, proof) },
      {
        onSuccess() {
          toast(words.emailSaved)
          done()
        },
        onError: refuse,
      },
    )
  }

  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
      <Proof
        user={user}
        purpose="confirm"
        way={way}
        choose={choose}
        inputs={{ password: form.register('password'), proof_code: form.register('proof_code') }}
        errors={errors}
        refuse={refuse}
      />
      <Field
        label={user.email === '' ? codes.email : words.newEmail}
        type="email"
        autoComplete="email"
        error={say(errors.email?.message)}
        {...form.register('email')}
      />
      <CodeField
        purpose="bind"
        target={{ email: email.trim() }}
        check={() => form.trigger('email', { shouldFocus: true })}
        refuse={(failure) => {
          const refused = placed(failure, { fields, otherwise: 'code' })
          if (refused) form.setError(refused.field, refused)
        }}
        label={words.newMailCode}
        error={say(errors.code?.message)}
        {...form.register('code')}
      />
      <Button look="main" type="submit" isWide isBusy={saving.isPending}>
        {words.bind}
      </Button>
    </form>
  )
}
