/** Form for a new nickname. */
import { saveProfile, type Profile } from '@homeport/contract/account.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useText } from '../../kit/lang.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAccountForm } from '../field/account-form.ts'
import { saveOwn } from './profile-data.ts'
import { profileText } from './profile-text.ts'

const FormValues = z.required(z.pick(saveProfile.input, { nickname: true }))

export function NicknameForm({ user, done }: { user: Profile; done: () => void }) {
  const words = useText(profileText)
  const flow = useAccountForm({
    resolver: standardSchemaResolver(FormValues),
    defaultValues: { nickname: user.nickname },
    mutation: saveOwn(useQueryClient()),
    inputOf: ({ nickname }: { nickname: string }) => ({ nickname }),
    onSuccess() {
      toast(words.saved)
      done()
    },
    fields: ['nickname'],
    otherwise: 'nickname',
  })

  return (
    <Form isPage submit={flow.submit} label={words.save} isBusy={flow.isBusy}>
      <Field
        label={words.nickname}
        autoComplete="nickname"
        spellCheck={false}
        hint={words.nicknameHint}
        {...flow.field('nickname')}
      />
    </Form>
  )
}
