/** The owner's form to rename a box. */
import { renameDevice, type Device } from '@homeport/contract/device.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isFailure } from '../kit/failure.ts'
import { useDraft } from '../kit/keep/draft.ts'
import { useText } from '../kit/lang.ts'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { toast } from '../ui/toast.tsx'
import { rename } from './household/household-data.ts'
import { settingText } from './setting-text.ts'

export function RenameForm({ device, done }: { device: Device; done: () => void }) {
  const words = useText(settingText)
  const renaming = useMutation(rename(useQueryClient()))
  const { devsn, name } = device
  const { typed, line, save } = useDraft(`box name ${devsn}`, { name }, 'keeps')

  async function send(input: { name: string }) {
    try {
      await renaming.mutateAsync({ device, name: input.name })
    } catch (failure) {
      if (isFailure(failure, 'code')) toast(words.renameFailed)
      throw failure
    }
  }

  async function submit() {
    if (!(await save(renameDevice.input, { devsn, ...typed }, send))) return
    toast(words.renamed)
    done()
  }

  return (
    <Form submit={() => void submit()} label={words.save} isBusy={renaming.isPending}>
      <Field label={words.name} autoComplete="off" spellCheck={false} hint={words.nameHint} {...line('name')} />
    </Form>
  )
}
