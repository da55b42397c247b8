/** Form that adds or changes the account's phone. */
import type { Profile } from '@homeport/contract/account.ts'
import { SentCode } from '@homeport/contract/shape/field/rule.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { useText } from '../../kit/lang.ts'
import { Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAccountForm } from '../field/account-form.ts'
import { areaOf } from '../field/area-codes.ts'
import { CodeField } from '../field/code-field.tsx'
import { codeText } from '../field/code-text.ts'
import { PhoneField } from '../field/phone-field.tsx'
import { isRightPhone, phoneShape, phoneTarget } from '../field/phone-rule.ts'
import { noProof, Proof, proofIn, proofShape, useProof, type ProofValues } from './proof.tsx'
import { setPhone } from './security-data.ts'
import { securityText } from './security-text.ts'

type Values = ProofValues & { area_code: string; phone: string; code: string }

export function BindPhoneForm({ user, done }: { user: Profile; done: () => void }) {
  const words = useText(securityText)
  const codes = useText(codeText)
  const proof = useProof(user)
  const flow = useAccountForm({
    resolver: standardSchemaResolver(z.object({ ...proofShape(proof.way), ...phoneShape, code: SentCode }).check(isRightPhone)),
    defaultValues: { ...noProof, area_code: user.area_code || areaOf(navigator.language), phone: '', code: '' },
    mutation: setPhone,
    inputOf: ({ code, ...typed }: Values) => ({ ...phoneTarget(typed), code, ...proofIn(proof.way, typed) }),
    onSuccess() {
      toast(words.phoneSaved)
      done()
    },
    fields: ['password', 'proof_code', 'phone', 'code'],
    draft: { key: 'bind phone', fields: ['area_code', 'phone'] },
    otherwise: 'phone',
    focusesRefused: true,
  })
  const [area_code, phone] = useWatch({ control: flow.form.control, name: ['area_code', 'phone'] })

  return (
    <Form submit={flow.submit} label={words.bind} isBusy={flow.isBusy}>
      <Proof proof={proof} purpose="confirm" flow={flow} />
      <PhoneField label={user.phone === '' ? codes.phone : words.newPhone} typed={{ area_code, phone }} flow={flow} />
      <CodeField
        purpose="bind"
        target={phoneTarget({ area_code, phone })}
        check={flow.check('phone')}
        refuse={flow.refuseAt('code')}
        label={words.newCode}
        {...flow.field('code')}
      />
    </Form>
  )
}
