/** Sign-in form with a code by SMS; a new number creates an account, where the server wants it with an invitation. */
import { AreaCode, SentCode } from '@homeport/contract/shape/field/rule.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { useText } from '../../kit/lang.ts'
import { forward } from '../../kit/nav/nav.ts'
import { Button } from '../../ui/button.tsx'
import { registerPath } from '../../kit/nav/return-path.ts'
import { firstAccount } from '../../shared/first-account.tsx'
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
import { InvitationField } from './invitation-field.tsx'
import { NoCodeLink } from './no-code-link.tsx'
import styles from './sign-in.module.css'
import { welcome } from './welcome.ts'

const FormValues = z
  .object({ ...phoneShape, invitation: z.string(), code: SentCode, agreed: z.literal(true, 'agreed') })
  .check(isRightPhone)

type Values = { area_code: z.infer<typeof AreaCode>; phone: string; invitation: string; code: string; agreed: boolean }

/** invitation: the code of the link by which this person came. */
export function PhoneLoginForm({ invitation: given = '' }: { invitation?: string }) {
  const words = useText(accountText)
  const codes = useText(codeText)
  const flow = useAccountForm({
    resolver: standardSchemaResolver(FormValues),
    defaultValues: { area_code: areaOf(navigator.language), phone: '', invitation: given, code: '', agreed: false },
    mutation: signInByCode,
    inputOf: ({ code, invitation, ...typed }: Values) => ({ ...phoneTarget(typed), code, ...invited(invitation) }),
    onSuccess: welcome,
    fields: ['phone', 'invitation', 'code', 'agreed'],
    draft: { key: 'sign in by phone', fields: ['area_code', 'phone'] },
    otherwise: 'code',
  })
  const registration = useQuery(firstAccount()).data?.registration
  const [area_code, phone, invitation] = useWatch({ control: flow.form.control, name: ['area_code', 'phone', 'invitation'] })

  return (
    <Form
      submit={flow.submit}
      label={words.signIn}
      isBusy={flow.isBusy}
      below={
        <div className={styles.links}>
          {registration !== 'closed' && (
            <Button variant="text" onClick={() => forward(registerPath)}>
              {words.register}
            </Button>
          )}
          <NoCodeLink />
        </div>
      }
    >
      <PhoneField label={codes.phone} typed={{ area_code, phone }} flow={flow} />
      {registration === 'code' && <InvitationField hint={words.invitationNew} {...flow.field('invitation')} />}
      <CodeField
        purpose="login"
        more={invited(invitation)}
        target={phoneTarget({ area_code, phone })}
        check={flow.check('phone')}
        refuse={flow.refuse}
        {...flow.field('code')}
      />
      <Agree {...flow.field('agreed')} />
    </Form>
  )
}

/** Nothing where there is none: servers that are open to everybody need none. */
function invited(invitation: string): { invitation?: string } {
  return invitation === '' ? {} : { invitation }
}
