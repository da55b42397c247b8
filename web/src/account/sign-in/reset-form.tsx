/** Password reset by a code to the phone or e-mail of the account. */
import { Email, Password, SentCode } from '@homeport/contract/shape/rule.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { useText } from '../../kit/lang.ts'
import { redirect } from '../../kit/nav.ts'
import { loginPath } from '../../kit/return-path.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Segments } from '../../ui/segments.tsx'
import { toast } from '../../ui/toast.tsx'
import { areaOf } from '../field/area-codes.ts'
import { setPasswordByCode } from '../field/code-data.ts'
import { CodeField } from '../field/code-field.tsx'
import { codeText } from '../field/code-text.ts'
import { PasswordField } from '../field/password-field.tsx'
import { Again, areSame } from '../field/password-rule.ts'
import { PhoneField } from '../field/phone-field.tsx'
import { isRightPhone, numberOf, phoneShape } from '../field/phone-rule.ts'
import { placed, useSay } from '../field/refusals.ts'
import { accountText } from '../field/text.ts'
import { NoCodeSheet } from './no-code-sheet.tsx'
import styles from './sign-in.module.css'

const news = { code: SentCode, password: Password, again: Again }
const ByPhone = z.object({ ...phoneShape, email: z.string(), ...news }).check(isRightPhone, areSame)
const ByEmail = z.object({ area_code: z.string(), phone: z.string(), email: Email, ...news }).check(areSame)
const fields = ['area_code', 'phone', 'email', 'code', 'password'] as const

type Values = { area_code: string; phone: string; email: string; code: string; password: string; again: string }

export function ResetForm() {
  const words = useText(accountText)
  const codes = useText(codeText)
  const say = useSay()
  const [way, setWay] = useState<'phone' | 'email'>('phone')
  const [isHelpOpen, setHelpOpen] = useState(false)
  const setting = useMutation(setPasswordByCode)
  const form = useForm<Values>({
    resolver: standardSchemaResolver(way === 'phone' ? ByPhone : ByEmail),
    defaultValues: { area_code: areaOf(navigator.language), phone: '', email: '', code: '', password: '', again: '' },
  })
  const errors = form.formState.errors
  const [area_code, phone, email] = useWatch({ control: form.control, name: ['area_code', 'phone', 'email'] })
  const target = way === 'phone' ? { area_code, phone: numberOf({ area_code, phone }) } : { email }

  function refuse(failure: Error) {
    const refused = placed(failure, { fields, otherwise: 'code' })
    if (refused) form.setError(refused.field === 'area_code' ? 'phone' : refused.field, refused)
  }

  function submit({ code, password }: Values) {
    setting.mutate(
      { ...target, code, password },
      {
        onSuccess() {
          toast(codes.resetDone)
          redirect(loginPath)
        },
        onError: refuse,
      },
    )
  }

  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
      <Segments
        label={codes.resetBy}
        chosen={way}
        choose={(next) => {
          setWay(next)
          form.clearErrors()
        }}
        segments={[
          { key: 'phone', label: codes.byPhone },
          { key: 'email', label: codes.byEmail },
        ]}
      />
      {way === 'phone' ? (
        <PhoneField
          label={codes.phone}
          area={area_code}
          error={say(errors.phone?.message)}
          areaInput={form.register('area_code')}
          phoneInput={form.register('phone')}
          clear={phone === '' ? undefined : () => form.setValue('phone', '')}
        />
      ) : (
        <Field
          label={codes.email}
          type="email"
          autoComplete="email"
          error={say(errors.email?.message)}
          {...form.register('email')}
        />
      )}
      <CodeField
        purpose="reset"
        target={target}
        check={() => form.trigger(way, { shouldFocus: true })}
        refuse={refuse}
        error={say(errors.code?.message)}
        {...form.register('code')}
      />
      <PasswordField
        label={codes.newPassword}
        autoComplete="new-password"
        hint={words.passwordHint}
        error={say(errors.password?.message)}
        {...form.register('password')}
      />
      <PasswordField
        label={words.again}
        autoComplete="new-password"
        error={say(errors.again?.message)}
        {...form.register('again')}
      />
      <Button look="main" type="submit" isWide isBusy={setting.isPending}>
        {codes.reset}
      </Button>
      <div className={styles.links}>
        <Button look="text" onClick={() => redirect(loginPath)}>
          {codes.toLogin}
        </Button>
        <Button look="text" isQuiet onClick={() => setHelpOpen(true)}>
          {codes.noCode}
        </Button>
      </div>
      <NoCodeSheet isOpen={isHelpOpen} close={() => setHelpOpen(false)} />
    </form>
  )
}
