/** Sign-in form with username and password. */
import { login } from '@homeport/contract/account.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { useText } from '../../kit/lang.ts'
import { forward } from '../../kit/nav.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { codeText } from '../field/code-text.ts'
import { PasswordField } from '../field/password-field.tsx'
import { placed, useSay } from '../field/refusals.ts'
import { accountText } from '../field/text.ts'
import { Agree } from './agree.tsx'
import { ownWords, signIn } from './data.ts'
import styles from './sign-in.module.css'
import { welcome } from './welcome.ts'

const Typed = z.extend(z.omit(login.input, { agreed: true }), { agreed: z.literal(true, 'agreed') })

export function LoginForm() {
  const words = useText(accountText)
  const codes = useText(codeText)
  const say = useSay()
  const signing = useMutation(signIn)
  const form = useForm<{ username: string; password: string; agreed: boolean }>({
    resolver: standardSchemaResolver(Typed),
    defaultValues: { username: '', password: '', agreed: false },
  })
  const errors = form.formState.errors

  function submit({ username, password }: { username: string; password: string }) {
    signing.mutate(
      { username, password },
      {
        onSuccess: welcome,
        onError(failure) {
          const refused = placed(failure, { fields: ['username', 'password'], otherwise: 'password', own: ownWords(words) })
          if (refused) form.setError(refused.field, { message: refused.message })
        },
      },
    )
  }

  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
      <Field
        label={words.username}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        error={say(errors.username?.message)}
        {...form.register('username')}
      />
      <PasswordField
        label={words.passwordField}
        autoComplete="current-password"
        error={say(errors.password?.message)}
        {...form.register('password')}
      />
      <Agree error={say(errors.agreed?.message)} {...form.register('agreed')} />
      <Button look="main" type="submit" isWide isBusy={signing.isPending}>
        {words.signIn}
      </Button>
      <div className={styles.links}>
        <Button look="text" onClick={() => forward('/pages/user/register')}>
          {words.register}
        </Button>
        <Button look="text" isQuiet onClick={() => forward('/pages/user/login/reset')}>
          {codes.forgot}
        </Button>
      </div>
    </form>
  )
}
