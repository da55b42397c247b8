/** Registration form. Where the server wants an invitation for a new account, a field for it is there before anything is sent. */
import { register } from '@homeport/contract/account.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { isFailure } from '../../kit/failure.ts'
import { useText } from '../../kit/lang.ts'
import { firstAccount } from '../../shared/first-account.tsx'
import { Form } from '../../ui/form.tsx'
import noteStyles from '../../ui/note.module.css'
import { useAccountForm } from '../field/account-form.ts'
import { PasswordField } from '../field/password-field.tsx'
import { Again, passwordsMatch } from '../field/password-rule.ts'
import { accountText } from '../field/text.ts'
import { UsernameField } from '../field/username-field.tsx'
import { Agree } from './agree.tsx'
import { InvitationField } from './invitation-field.tsx'
import { ownWords, signUp } from './data.ts'
import { welcomeNew } from './welcome.ts'

const FormValues = z
  .extend(z.omit(register.input, { agreed: true }), { again: Again, agreed: z.literal(true, 'agreed') })
  .check(passwordsMatch)

type Values = { username: string; password: string; again: string; code: string; agreed: boolean }

export function RegisterForm({ code }: { code: string }) {
  const words = useText(accountText)
  const [isCodeRefused, setCodeRefused] = useState(false)
  const registration = useQuery(firstAccount()).data?.registration
  const flow = useAccountForm({
    resolver: standardSchemaResolver(FormValues),
    defaultValues: { username: '', password: '', again: '', code, agreed: false },
    mutation: signUp,
    inputOf: (typed: Values) => ({ username: typed.username, password: typed.password, code: typed.code }),
    onSuccess: welcomeNew,
    fields: ['username', 'password', 'code'],
    draft: { key: 'register', fields: ['username'] },
    otherwise: (failure) => (isWrongCode(failure) ? 'code' : 'username'),
    own: { ...ownWords(words), [Code.wrongCredentials]: words.wrongCode },
    onRefused: (field) => field === 'code' && setCodeRefused(true),
  })

  return (
    <Form submit={flow.submit} label={words.register} isBusy={flow.isBusy}>
      {registration === 'closed' && <p className={noteStyles.note}>{words.closed}</p>}
      <UsernameField hint={words.usernameHint} {...flow.field('username')} />
      <PasswordField
        label={words.passwordField}
        autoComplete="new-password"
        hint={words.passwordHint}
        {...flow.field('password')}
      />
      <PasswordField label={words.again} autoComplete="new-password" {...flow.field('again')} />
      {(isCodeRefused || registration === 'code') && <InvitationField hint={words.invitationHint} {...flow.field('code')} />}
      <Agree {...flow.field('agreed')} />
    </Form>
  )
}

function isWrongCode(failure: Error): boolean {
  return isFailure(failure, 'code') && failure.code === Code.wrongCredentials
}
