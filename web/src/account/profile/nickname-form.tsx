/** Form for a new nickname. */
import { saveProfile, type Profile } from '@homeport/contract/account.ts'
import { wordsOf } from '@homeport/contract/shape/rule-words.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { isFailure } from '../../kit/failure.ts'
import { useLang, useText } from '../../kit/lang.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import gridStyles from '../../ui/grid.module.css'
import { toast } from '../../ui/toast.tsx'
import { saveOwn } from './profile-data.ts'
import { profileText } from './profile-text.ts'

const Typed = z.required(z.pick(saveProfile.input, { nickname: true }))

export function NicknameForm({ user, done }: { user: Profile; done: () => void }) {
  const words = useText(profileText)
  const lang = useLang()
  const saving = useMutation(saveOwn(useQueryClient()))
  const form = useForm<{ nickname: string }>({
    resolver: standardSchemaResolver(Typed),
    defaultValues: { nickname: user.nickname },
  })
  const wrong = form.formState.errors.nickname?.message

  async function submit({ nickname }: { nickname: string }) {
    try {
      await saving.mutateAsync({ nickname })
      toast(words.saved)
      done()
    } catch (failure) {
      if (isFailure(failure, 'field')) form.setError('nickname', { message: failure.invalid?.rule ?? 'invalid' })
    }
  }

  return (
    <form className={gridStyles.formPage} noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
      <Field
        label={words.nickname}
        autoComplete="nickname"
        spellCheck={false}
        error={wrong && wordsOf(wrong, lang)}
        hint={words.nicknameHint}
        {...form.register('nickname')}
      />
      <Button look="main" type="submit" isWide isBusy={saving.isPending}>
        {words.save}
      </Button>
    </form>
  )
}
