/** The owner's form to rename a box. */
import { renameDevice, type Device } from '@homeport/contract/device.ts'
import { wordsOf } from '@homeport/contract/shape/field/rule-messages.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { isFailure } from '../kit/failure.ts'
import { useLang, useText } from '../kit/lang.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { rename } from './household/household-data.ts'
import { settingText } from './setting-text.ts'

export function RenameForm({ device, done }: { device: Device; done: () => void }) {
  const words = useText(settingText)
  const lang = useLang()
  const renaming = useMutation(rename(useQueryClient()))
  const form = useForm<{ devsn: string; name: string }>({
    resolver: standardSchemaResolver(renameDevice.input),
    defaultValues: { devsn: device.devsn, name: device.name },
  })
  const wrong = form.formState.errors.name?.message

  async function submit({ name }: { name: string }) {
    try {
      await renaming.mutateAsync({ device, name })
      toast(words.renamed)
      done()
    } catch (failure) {
      if (isFailure(failure, 'field')) form.setError('name', { message: failure.invalid?.rule ?? 'invalid' })
      if (isFailure(failure, 'code')) toast(words.renameFailed)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
      <Field
        label={words.name}
        autoComplete="off"
        spellCheck={false}
        error={wrong && wordsOf(wrong, lang)}
        hint={words.nameHint}
        {...form.register('name')}
      />
      <Button variant="main" type="submit" isWide isBusy={renaming.isPending}>
        {words.save}
      </Button>
    </form>
  )
}
