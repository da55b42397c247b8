/** The owner lets a screen in by the four digits that it shows. */
import type { Device } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { screenAdmit } from '@homeport/contract/screen.ts'
import { wordsOf } from '@homeport/contract/shape/rule-words.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { isFailure } from '../kit/failure.ts'
import { useLang, useText } from '../kit/lang.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { admit } from './data.ts'
import { playbackText } from './text.ts'

export function AdmitForm({ device }: { device: Device }) {
  const words = useText(playbackText)
  const lang = useLang()
  const admitting = useMutation(admit(useQueryClient(), device))
  const form = useForm<{ digits: string }>({
    resolver: standardSchemaResolver(screenAdmit.input),
    defaultValues: { digits: '' },
  })
  const wrong = form.formState.errors.digits?.message
  const refused = { wrong: words.wrongDigits, many: words.tooManyDigits }

  async function submit({ digits }: { digits: string }) {
    try {
      const screen = await admitting.mutateAsync(digits)
      form.reset()
      toast(words.letInDone(screen.name))
    } catch (failure) {
      if (!isFailure(failure)) return
      if (failure.code === Code.wrongCredentials) form.setError('digits', { message: 'wrong' })
      if (failure.code === Code.tooMany) form.setError('digits', { message: 'many' })
    }
  }

  return (
    <form className="admit" noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
      <Field
        label={words.digits}
        isCode
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        error={wrong === 'wrong' || wrong === 'many' ? refused[wrong] : wrong && wordsOf(wrong, lang)}
        {...form.register('digits')}
      />
      <Button look="main" type="submit" isWide isBusy={admitting.isPending}>
        {words.letIn}
      </Button>
    </form>
  )
}
