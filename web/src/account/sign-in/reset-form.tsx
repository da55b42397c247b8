/** Password reset by a code to the phone or e-mail of the account. */
import { Email, Password, SentCode } from '@homeport/contract/shape/field/rule.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { useText } from '../../kit/lang.ts'
import { redirect } from '../../kit/nav/nav.ts'
import { loginPath } from '../../kit/nav/return-path.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Segments } from '../../ui/segments.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAccountForm } from '../field/account-form.ts'
import { areaOf } from '../field/area-codes.ts'
import { setPasswordByCode, type Target } from '../field/code-data.ts'
import { CodeField } from '../field/code-field.tsx'
import { codeText } from '../field/code-text.ts'
import { PasswordField } from '../field/password-field.tsx'
import { Again, passwordsMatch } from '../field/password-rule.ts'
import { PhoneField } from '../field/phone-field.tsx'
import { isRightPhone, phoneShape, phoneTarget } from '../field/phone-rule.ts'
import { accountText } from '../field/text.ts'
import { NoCodeLink } from './no-code-link.tsx'
import styles from './sign-in.module.css'

const news = { code: SentCode, password: Password, again: Again }
const ByPhone = z.object({ ...phoneShape, email: z.string(), ...news }).check(isRightPhone, passwordsMatch)
const ByEmail = z.object({ area_code: z.string(), phone: z.string(), email: Email, ...news }).check(passwordsMatch)
type Way = 'phone' | 'email'
type Values = { area_code: string; phone: string; email: string; code: string; password: string; again: string }

function targetOf(way: Way, { email, ...typed }: Pick<Values, 'area_code' | 'phone' | 'email'>): Target {
  return way === 'phone' ? phoneTarget(typed) : { email }
}

export function ResetForm() {
  const words = useText(accountText)
  const codes = useText(codeText)
  const [way, setWay] = useState<Way>('phone')
  const flow = useAccountForm({
    resolver: standardSchemaResolver(way === 'phone' ? ByPhone : ByEmail),
    defaultValues: { area_code: areaOf(navigator.language), phone: '', email: '', code: '', password: '', again: '' },
    mutation: setPasswordByCode,
    inputOf: (typed: Values) => ({ ...targetOf(way, typed), code: typed.code, password: typed.password }),
    onSuccess() {
      toast(codes.resetDone)
      redirect(loginPath)
    },
    fields: ['phone', 'email', 'code', 'password'],
    draft: { key: 'reset', fields: ['area_code', 'phone', 'email'] },
    otherwise: 'code',
  })
  const [area_code, phone, email] = useWatch({ control: flow.form.control, name: ['area_code', 'phone', 'email'] })

  return (
    <Form submit={flow.submit} label={codes.reset} isBusy={flow.isBusy} below={<ResetLinks />}>
      <Segments
        label={codes.resetBy}
        chosen={way}
        onSelect={(next) => {
          setWay(next)
          flow.form.clearErrors()
        }}
        segments={[
          { key: 'phone', label: codes.byPhone },
          { key: 'email', label: codes.byEmail },
        ]}
      />
      {way === 'phone' ? (
        <PhoneField label={codes.phone} typed={{ area_code, phone }} flow={flow} />
      ) : (
        <Field label={codes.email} type="email" autoComplete="email" {...flow.field('email')} />
      )}
      <CodeField
        purpose="reset"
        target={targetOf(way, { area_code, phone, email })}
        check={flow.check(way)}
        refuse={flow.refuse}
        {...flow.field('code')}
      />
      <PasswordField
        label={codes.newPassword}
        autoComplete="new-password"
        hint={words.passwordHint}
        {...flow.field('password')}
      />
      <PasswordField label={words.again} autoComplete="new-password" {...flow.field('again')} />
    </Form>
  )
}

function ResetLinks() {
  const codes = useText(codeText)
  return (
    <div className={styles.links}>
      <Button variant="text" onClick={() => redirect(loginPath)}>
        {codes.toLogin}
      </Button>
      <NoCodeLink />
    </div>
  )
}
