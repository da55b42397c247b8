/** Bans a user from posting for a time. */
import type { Person } from '@homeport/contract/shape/person.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { displayNameOf } from '../../shared/person.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Radios } from '../../ui/radios.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { banning } from './moderation.ts'
import { moderationText } from './moderation-text.ts'

const daysOf = { one: 1, week: 7, month: 30, long: 3_650 } as const
const spans = ['one', 'week', 'month', 'long'] as const

export function BanSheet({ person, isOpen, onClose }: { person: Person; isOpen: boolean; onClose: () => void }) {
  const words = useText(moderationText)
  const [span, setSpan] = useState<keyof typeof daysOf>('week')
  const doing = useMutation(banning(useQueryClient()))
  const name = displayNameOf(person)
  const go = (days: number, text: string) =>
    doing.mutate(
      { user_id: person.user_id, days, reason: '' },
      {
        onSuccess() {
          onClose()
          toast(text)
        },
      },
    )
  const foot = (
    <>
      <Button isWide onClick={() => go(0, words.lifted)}>
        {words.lift}
      </Button>
      <Button variant="line" isDanger isWide isBusy={doing.isPending} onClick={() => go(daysOf[span], words.banned(name))}>
        {words.banDo}
      </Button>
    </>
  )
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.banAsk(name)} closeLabel={useText(commonText).close} foot={foot}>
      <Radios
        label={words.howLong}
        choices={spans.map((key) => ({ key, label: words.days[key] }))}
        chosen={span}
        onSelect={setSpan}
      />
    </Sheet>
  )
}
