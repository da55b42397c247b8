/** Sign-in form with a code by SMS; a new number creates an account. */
import { AreaCode, SentCode } from '@homeport/contract/shape/rule.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { useText } from '../../kit/lang.ts'
import { forward } from '../../kit/nav.ts'
import { Button } from '../../ui/button.tsx'
import { areaOf } from '../field/area-codes.ts'
import { signInByCode } from '../field/code-data.ts'
import { CodeField } from '../field/code-field.tsx'
import { codeText } from '../field/code-text.ts'
import { PhoneField } from '../field/phone-field.tsx'
import { isRightPhone, numberOf, phoneShape } from '../field/phone-rule.ts'
import { placed, useSay } from '../field/refusals.ts'
import { accountText } from '../field/text.ts'
import { Agree } from './agree.tsx'
import { NoCodeSheet } from './no-code-sheet.tsx'
import styles from './sign-in.module.css'
import { welcome } from './welcome.ts'

const Typed = z.object({ ...phoneShape, code: SentCode, agreed: z.literal(true, 'agreed') }).check(isRightPhone)
const fields = ['area_code', 'phone', 'code', 'agreed'] as const

type Values = { area_code: z.infer<typeof AreaCode>; phone: string; code: string; agreed: boolean }

export function PhoneLoginForm() {
  const words = useText(accountText)
  const codes = useText(codeText)
  const say = useSay()
  const signing = useMutation(signInByCode)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const form = useForm<Values>({
    resolver: standardSchemaResolver(Typed),
    defaultValues: { area_code: areaOf(navigator.language), phone: '', code: '', agreed: false },
  })
  const errors = form.formState.errors
  const [area_code, phone] = useWatch({ control: form.control, name: ['area_code', 'phone'] })
  const target = { area_code, phone: numberOf({ area_code, phone }) }

  function refuse(failure: Error) {
    const refused = placed(failure, { fields, otherwise: 'code' })
    if (refused) form.setError(refused.field === 'area_code' ? 'phone' : refused.field, refused)
  }

  return (
    <form
      noValidate
      onSubmit={(event) =>
        void form.handleSubmit(({ code }) => signing.mutate({ ...target, code }, { onSuccess: welcome, onError: refuse }))(event)
      }
    >
      <PhoneField
        label={codes.phone}
        area={area_code}
        error={say(errors.phone?.message)}
        areaInput={form.register('area_code')}
        phoneInput={form.register('phone')}
        clear={phone === '' ? undefined : () => form.setValue('phone', '')}
      />
      <CodeField
        purpose="login"
        target={target}
        check={() => form.trigger('phone', { shouldFocus: true })}
        refuse={refuse}
        error={say(errors.code?.message)}
        {...form.register('code')}
      />
      <Agree error={say(errors.agreed?.message)} {...form.register('agreed')} />
      <Button look="main" type="submit" isWide isBusy={signing.isPending}>
        {words.signIn}
      </Button>
      <div className={styles.links}>
        <Button look="text" onClick={() => forward('/pages/user/register')}>
          {words.register}
        </Button>
        <Button look="text" isQuiet onClick={() => setHelpOpen(true)}>
          {codes.noCode}
        </Button>
      </div>
      <NoCodeSheet isOpen={isHelpOpen} close={() => setHelpOpen(false)} />
    </form>
  )
}
