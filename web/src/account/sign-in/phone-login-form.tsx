/** Sign-in form with a code by SMS; a new number creates an account. */
import { AreaCode, SentCode } from '@homeport/contract/shape/rule.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { useText } from '../../kit/lang.ts'
import { forward } from '../../kit/nav.ts'
import { Button } from '../../ui/button.tsx'
import { registerPath } from '../../kit/return-path.ts'
import { Form } from '../../ui/form.tsx'
import { useAccountForm } from '../field/account-form.ts'
import { areaOf } from '../field/area-codes.ts'
import { signInByCode } from '../field/code-data.ts'
import { CodeField } from '../field/code-field.tsx'
import { codeText } from '../field/code-text.ts'
import { PhoneField } from '../field/phone-field.tsx'
import { isRightPhone, phoneShape, phoneTarget } from '../field/phone-rule.ts'
import { accountText } from '../field/text.ts'
import { Agree } from './agree.tsx'
import { NoCodeLink } from './no-code-link.tsx'
import styles from './sign-in.module.css'
import { welcome } from './welcome.ts'

const Typed = z.object({ ...phoneShape, code: SentCode, agreed: z.literal(true, 'agreed') }).check(isRightPhone)

type Values = { area_code: z.infer<typeof AreaCode>; phone: string; code: string; agreed: boolean }

export function PhoneLoginForm() {
  const words = useText(accountText)
  const codes = useText(codeText)
  const flow = useAccountForm({
    resolver: standardSchemaResolver(Typed),
    defaultValues: { area_code: areaOf(navigator.language), phone: '', code: '', agreed: false },
    mutation: signInByCode,
    inputOf: ({ code, ...typed }: Values) => ({ ...phoneTarget(typed), code }),
    onSuccess: welcome,
    fields: ['phone', 'code', 'agreed'],
    otherwise: 'code',
  })
  const [area_code, phone] = useWatch({ control: flow.form.control, name: ['area_code', 'phone'] })

  return (
    <Form
      submit={flow.submit}
      label={words.signIn}
      isBusy={flow.isBusy}
      below={
        <div className={styles.links}>
          <Button look="text" onClick={() => forward(registerPath)}>
            {words.register}
          </Button>
          <NoCodeLink />
        </div>
      }
    >
      <PhoneField label={codes.phone} typed={{ area_code, phone }} flow={flow} />
      <CodeField
        purpose="login"
        target={phoneTarget({ area_code, phone })}
        check={flow.check('phone')}
        refuse={flow.refuse}
        {...flow.field('code')}
      />
      <Agree {...flow.field('agreed')} />
    </Form>
  )
}
