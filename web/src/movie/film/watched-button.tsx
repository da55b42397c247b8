/** Marks a film, a season or an episode as watched, or takes the mark back; the toast undoes it. */
import type { Device } from '@homeport/contract/device.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { ActionKey } from '../../ui/action-key.tsx'
import { CheckIcon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.tsx'
import { filmText } from '../film-text.ts'
import { markAs, type Mark } from './watch-data.ts'

export function useMarkWatched(device: Device): (mark: Mark) => void {
  const words = useText(filmText)
  const common = useText(commonText)
  const marking = useMutation(markAs(useQueryClient(), device))
  const save = (mark: Mark) => marking.mutate(mark, { onError: () => toast(words.markFailed) })
  return (mark) => {
    save(mark)
    toast(mark.isWatched ? words.markedWatched : words.markedUnwatched, {
      label: common.undo,
      run: () => save({ ...mark, isWatched: !mark.isWatched }),
    })
  }
}

type Props = { label: string; isWatched: boolean; toggle: () => void }

export function WatchedButton({ label, isWatched, toggle }: Props) {
  const words = useText(filmText)
  return (
    <ActionKey
      icon={<CheckIcon size={24} strokeWidth={isWatched ? 3 : 1.75} />}
      caption={words.watched}
      label={label}
      isOn={isWatched}
      onClick={toggle}
    />
  )
}
