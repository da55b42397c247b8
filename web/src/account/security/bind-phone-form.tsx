/** Form that adds or changes the account's phone. */
import type { Profile } from '@homeport/contract/account.ts'
import { SentCode } from '@homeport/contract/shape/rule.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { useText } from '../../kit/lang.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { areaOf } from '../field/area-codes.ts'
import { CodeField } from '../field/code-field.tsx'
import { PhoneField } from '../field/phone-field.tsx'
import { isRightPhone, numberOf, phoneShape } from '../field/phone-rule.ts'
import { noProof, Proof, proofIn, proofShape, useProofWay, type ProofValues } from './proof.tsx'
import { placed, useSay } from '../field/refusals.ts'
import { setPhone } from './security-data.ts'
import { securityText } from './security-text.ts'
import { codeText } from '../field/code-text.ts'

type Values = ProofValues & { area_code: string; phone: string; code: string }
const fields = ['password', 'proof_code', 'phone', 'code'] as const

export function BindPhoneForm({ user, done }: { user: Profile; done: () => void }) {
  const words = useText(securityText)
  const codes = useText(codeText)
  const say = useSay()
  const [way, choose] = useProofWay(user)
  const saving = useMutation(setPhone)
  const Typed = z.object({ ...proofShape(way), ...phoneShape, code: SentCode }).check(isRightPhone)
  const form = useForm<Values>({
    resolver: standardSchemaResolver(Typed),
    defaultValues: { ...noProof, area_code: user.area_code || areaOf(navigator.language), phone: '', code: '' },
  })
  const errors = form.formState.errors
  const [area_code, phone] = useWatch({ control: form.control, name: ['area_code', 'phone'] })
  const target = { area_code, phone: numberOf({ area_code, phone }) }

  function refuse(failure: Error) {
    const refused = placed(failure, { fields, otherwise: 'phone' })
    if (refused) form.setError(refused.field, refused, { shouldFocus: true })
  }

  function submit({ code, ...proof }: Values) {
    saving.mutate(
      { ...target, code, ...proofIn(way, proof) },
      {
        onSuccess() {
          toast(words.phoneSaved)
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
      <PhoneField
        label={user.phone === '' ? codes.phone : words.newPhone}
        area={area_code}
        error={say(errors.phone?.message)}
        areaInput={form.register('area_code')}
        phoneInput={form.register('phone')}
        clear={phone === '' ? undefined : () => form.setValue('phone', '')}
      />
      <CodeField
        purpose="bind"
        target={target}
        check={() => form.trigger('phone', { shouldFocus: true })}
        refuse={(failure) => {
          const refused = placed(failure, { fields, otherwise: 'code' })
          if (refused) form.setError(refused.field, refused)
        }}
        label={words.newCode}
        error={say(errors.code?.message)}
        {...form.register('code')}
      />
      <Button look="main" type="submit" isWide isBusy={saving.isPending}>
        {words.bind}
      </Button>
    </form>
  )
}
