/** Registering in one screen. Where the server asks for the box's pairing code, the field for it comes. */
import { register } from '@homeport/contract/account.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { ruleWords, wordsOf } from '@homeport/contract/shape/rule.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { isFailure } from '../kit/failure.ts'
import { useLang, useText } from '../kit/lang.ts'
import { goOn } from '../kit/way-back.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { Agree } from './agree.tsx'
import { signUp } from './data.ts'
import { PasswordField } from './password-field.tsx'
import { refusedOf } from './refused.ts'
import { accountText } from './text.ts'

const Typed = z
  .extend(z.omit(register.input, { agreed: true }), { again: z.string(), agreed: z.literal(true, 'agreed') })
  .check(z.refine((typed) => typed.again === typed.password, { path: ['again'], error: 'passwords_differ' }))

type Values = { username: string; password: string; again: string; code: string; agreed: boolean }

export function RegisterForm({ code }: { code: string }) {
  const words = useText(accountText)
  const lang = useLang()
  const signing = useMutation(signUp)
  const [isCodeAsked, setCodeAsked] = useState(false)
  const form = useForm<Values>({
    resolver: standardSchemaResolver(Typed),
    defaultValues: { username: '', password: '', again: '', code: '', agreed: false },
  })
  const errors = form.formState.errors
  const say = (message: string | undefined) => (message && message in ruleWords ? wordsOf(message, lang) : message)

  function submit(typed: Values) {
    signing.mutate(
      { username: typed.username, password: typed.password, code: typed.code },
      {
        onSuccess() {
          toast(words.signedIn)
          goOn()
        },
        onError: refuse,
      },
    )
  }

  function refuse(failure: Error) {
    const refused = refusedOf(failure, words, 'username')
    if (!refused) return
    const isAboutCode = refused.field === 'code' || (isFailure(failure, 'code') && failure.code === Code.wrongCredentials)
    if (isAboutCode) {
      if (!isCodeAsked) form.setValue('code', code)
      setCodeAsked(true)
      return form.setError('code', { message: refused.isRule ? refused.word : words.wrongCode })
    }
    form.setError(refused.field === 'password' ? 'password' : 'username', { message: refused.word })
  }

  return (
    <form noValidate style={{ marginTop: 24 }} onSubmit={(event) => void form.handleSubmit(submit)(event)}>
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
