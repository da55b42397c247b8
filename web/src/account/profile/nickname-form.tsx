/** Form for a new nickname. */
import { saveProfile, type Profile } from '@homeport/contract/account.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useDraft } from '../../kit/keep/draft.ts'
import { useText } from '../../kit/lang.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useLeaveQuestion } from '../../ui/leave-question.ts'
import { toast } from '../../ui/toast.tsx'
import { saveOwn } from './profile-data.ts'
import { profileText } from './profile-text.ts'

const FormValues = z.required(z.pick(saveProfile.input, { nickname: true }))

export function NicknameForm({ user, done }: { user: Profile; done: () => void }) {
  const words = useText(profileText)
  const saving = useMutation(saveOwn(useQueryClient()))
  const { typed, line, save, isChanged } = useDraft('nickname', { nickname: user.nickname })
  const unasked = useLeaveQuestion({ isChanged, leave: done })

  async function submit() {
    if (!(await save(FormValues, typed, saving.mutateAsync))) return
    toast(words.saved)
    unasked(done)
  }

  return (
    <Form isPage submit={() => void submit()} label={words.save} isBusy={saving.isPending}>
      <Field label={words.nickname} autoComplete="nickname" spellCheck={false} hint={words.nicknameHint} {...line('nickname')} />
    </Form>
  )
}
