/** Blocks a user, after explaining what it does. */
import type { PersonRow } from '@homeport/contract/shape/person.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text/text.ts'
import { displayNameOf } from '../shared/person.ts'
import { DangerButtons } from '../ui/danger-buttons.tsx'
import { Sheet } from '../ui/sheet.tsx'
import textStyles from '../ui/text.module.css'
import { toast } from '../ui/toast.tsx'
import { setBlock } from './data.ts'
import { peopleText } from './text.ts'

export function BlockSheet({ person, isOpen, onClose }: { person: PersonRow; isOpen: boolean; onClose: () => void }) {
  const words = useText(peopleText)
  const blocking = useMutation(setBlock(useQueryClient()))
  const name = displayNameOf(person)

  function go() {
    blocking.mutateAsync({ person, isOn: true }).then(
      () => {
        onClose()
        toast(words.wasBlocked(name))
      },
      () => onClose(),
    )
  }

  const foot = (
    <DangerButtons
      label={words.block}
      icon={<Ban size={20} strokeWidth={1.75} />}
      isBusy={blocking.isPending}
      onConfirm={go}
      cancelLabel={words.keep}
      onCancel={onClose}
    />
  )
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.blockAsk(name)} closeLabel={useText(commonText).close} foot={foot}>
      <p className={textStyles.secondary}>{words.blockText}</p>
    </Sheet>
  )
}
