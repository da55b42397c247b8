/** Sign-in form with username and password. */
import { login } from '@homeport/contract/account.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import { useText } from '../../kit/lang.ts'
import { forward } from '../../kit/nav/nav.ts'
import { Button } from '../../ui/button.tsx'
import { registerPath } from '../../kit/nav/return-path.ts'
import { Form } from '../../ui/form.tsx'
import { useAccountForm } from '../field/account-form.ts'
import { codeText } from '../field/code-text.ts'
import { PasswordField } from '../field/password-field.tsx'
import { accountText } from '../field/text.ts'
import { UsernameField } from '../field/username-field.tsx'
import { Agree } from './agree.tsx'
import { ownWords, signIn } from './data.ts'
import styles from './sign-in.module.css'
import { welcome } from './welcome.ts'

const FormValues = z.extend(z.omit(login.input, { agreed: true }), { agreed: z.literal(true, 'agreed') })

type Values = { username: string; password: string; agreed: boolean }

export function LoginForm() {
  const words = useText(accountText)
  const codes = useText(codeText)
  const flow = useAccountForm({
    resolver: standardSchemaResolver(FormValues),
    defaultValues: { username: '', password: '', agreed: false },
    mutation: signIn,
    inputOf: ({ username, password }: Values) => ({ username, password }),
    onSuccess: welcome,
    fields: ['username', 'password'],
    draft: { key: 'sign in', fields: ['username'] },
    otherwise: 'password',
    own: ownWords(words),
  })

  return (
    <Form
      submit={flow.submit}
      label={words.signIn}
      isBusy={flow.isBusy}
      below={
        <div className={styles.links}>
          <Button variant="text" onClick={() => forward(registerPath)}>
            {words.register}
          </Button>
          <Button variant="text" isQuiet onClick={() => forward('/pages/user/login/reset')}>
            {codes.forgot}
          </Button>
        </div>
      }
    >
      <UsernameField {...flow.field('username')} />
      <PasswordField label={words.passwordField} autoComplete="current-password" {...flow.field('password')} />
      <Agree {...flow.field('agreed')} />
    </Form>
  )
}
