/** Form for a new password; an account registered by phone sets its first one. */
import type { Profile } from '@homeport/contract/account.ts'
import { NewPassword } from '@homeport/contract/shape/rule.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { useText } from '../../kit/lang.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { PasswordField } from '../field/password-field.tsx'
import { Again, areNewSame } from '../field/password-rule.ts'
import { noProof, Proof, proofIn, proofShape, useProofWay, type ProofValues } from './proof.tsx'
import { placed, useSay } from '../field/refusals.ts'
import { setPassword } from './security-data.ts'
import { securityText } from './security-text.ts'
import { accountText } from '../field/text.ts'

type Values = ProofValues & { new_password: string; again: string }
const fields = ['password', 'proof_code', 'new_password'] as const

export function ChangePasswordForm({ user, done }: { user: Profile; done: () => void }) {
  const words = useText(securityText)
  const account = useText(accountText)
  const say = useSay()
  const [way, choose] = useProofWay(user)
  const saving = useMutation(setPassword)
  const Typed = z.object({ ...proofShape(way), new_password: NewPassword, again: Again }).check(areNewSame)
  const form = useForm<Values>({
    resolver: standardSchemaResolver(Typed),
    defaultValues: { ...noProof, new_password: '', again: '' },
  })
  const errors = form.formState.errors

  function refuse(failure: Error) {
    const refused = placed(failure, { fields, otherwise: way === 'code' ? 'proof_code' : 'password' })
    if (refused) form.setError(refused.field, refused, { shouldFocus: true })
  }

  function submit({ new_password, ...proof }: Values) {
    saving.mutate(
      { ...proofIn(way, proof), new_password },
      {
        onSuccess() {
          toast(words.passwordSaved)
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
        label={words.original}
        placeholder={words.enterOriginal}
      />
      <PasswordField
        label={words.newOne}
        placeholder={words.enterNew}
        autoComplete="new-password"
        hint={account.passwordHint}
        error={say(errors.new_password?.message)}
        {...form.register('new_password')}
      />
      <PasswordField
        label={words.newAgain}
        placeholder={words.enterNewAgain}
        autoComplete="new-password"
        error={say(errors.again?.message)}
        {...form.register('again')}
      />
      <Button look="main" type="submit" isWide isBusy={saving.isPending}>
        {words.save}
      </Button>
    </form>
  )
}
