/** Registration form. If the server requires the box's pairing code, a field for it is added. */
import { register } from '@homeport/contract/account.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { isFailure } from '../../kit/failure.ts'
import { useText } from '../../kit/lang.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Agree } from './agree.tsx'
import { ownWords, signUp } from './data.ts'
import { PasswordField } from '../field/password-field.tsx'
import { Again, areSame } from '../field/password-rule.ts'
import { placed, useSay } from '../field/refusals.ts'
import { accountText } from '../field/text.ts'
import { welcomeNew } from './welcome.ts'

const Typed = z
  .extend(z.omit(register.input, { agreed: true }), { again: Again, agreed: z.literal(true, 'agreed') })
  .check(areSame)

type Values = { username: string; password: string; again: string; code: string; agreed: boolean }

export function RegisterForm({ code }: { code: string }) {
  const words = useText(accountText)
  const say = useSay()
  const signing = useMutation(signUp)
  const [isCodeAsked, setCodeAsked] = useState(false)
  const form = useForm<Values>({
    resolver: standardSchemaResolver(Typed),
    defaultValues: { username: '', password: '', again: '', code: '', agreed: false },
  })
  const errors = form.formState.errors

  function submit(typed: Values) {
    signing.mutate(
      { username: typed.username, password: typed.password, code: typed.code },
      {
        onSuccess: welcomeNew,
        onError: refuse,
      },
    )
  }

  function refuse(failure: Error) {
    const isWrongCode = isFailure(failure, 'code') && failure.code === Code.wrongCredentials
    const refused = placed(failure, {
      fields: ['username', 'password', 'code'],
      otherwise: isWrongCode ? 'code' : 'username',
      own: { ...ownWords(words), [Code.wrongCredentials]: words.wrongCode },
    })
    if (!refused) return
    if (refused.field === 'code') {
      if (!isCodeAsked) form.setValue('code', code)
      setCodeAsked(true)
    }
    form.setError(refused.field, { message: refused.message })
  }

  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
      <Field
        label={words.username}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        hint={words.usernameHint}
        error={say(errors.username?.message)}
        {...form.register('username')}
      />
      <PasswordField
        label={words.passwordField}
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
      {isCodeAsked && (
        <Field
          label={words.pairCode}
          isCode
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint={words.pairCodeHint}
          error={say(errors.code?.message)}
          {...form.register('code')}
        />
      )}
      <Agree error={say(errors.agreed?.message)} {...form.register('agreed')} />
      <Button look="main" type="submit" isWide isBusy={signing.isPending}>
        {words.register}
      </Button>
    </form>
  )
}
