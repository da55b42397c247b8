/** Signing in by user name and password. */
import { login } from '@homeport/contract/account.ts'
import { ruleWords, wordsOf } from '@homeport/contract/shape/rule.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { useLang, useText } from '../kit/lang.ts'
import { forward } from '../kit/nav.ts'
import { goOn } from '../kit/way-back.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { Agree } from './agree.tsx'
import { signIn } from './data.ts'
import { PasswordField } from './password-field.tsx'
import { refusedOf } from './refused.ts'
import { accountText } from './text.ts'

const Typed = z.extend(z.omit(login.input, { agreed: true }), { agreed: z.literal(true, 'agreed') })

export function LoginForm() {
  const words = useText(accountText)
  const lang = useLang()
  const signing = useMutation(signIn)
  const form = useForm<{ username: string; password: string; agreed: boolean }>({
    resolver: standardSchemaResolver(Typed),
    defaultValues: { username: '', password: '', agreed: false },
  })
  const errors = form.formState.errors
  const say = (message: string | undefined) => (message && message in ruleWords ? wordsOf(message, lang) : message)

  function submit({ username, password }: { username: string; password: string }) {
    signing.mutate(
      { username, password },
      {
        onSuccess() {
          toast(words.signedIn)
          goOn()
        },
        onError(failure) {
          const refused = refusedOf(failure, words, 'password')
          if (refused) form.setError(refused.field === 'username' ? 'username' : 'password', { message: refused.word })
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
      <div className="lks">
        <Button look="text" onClick={() => forward('/pages/user/register')}>
          {words.register}
        </Button>
      </div>
    </form>
  )
}
