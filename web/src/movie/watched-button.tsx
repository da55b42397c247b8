/** Marks a film, a season or an episode as watched, or takes the mark back; the toast undoes it. */
import type { Device } from '@homeport/contract/device.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useText } from '../kit/lang.ts'
import { classes } from '../ui/classes.ts'
import { CheckIcon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.tsx'
import styles from './favorite-button.module.css'
import { filmText } from './film-text.ts'
import { markAs, type Mark } from './watch-data.ts'

export function useMarkWatched(device: Device): (mark: Mark) => void {
  const words = useText(filmText)
  const marking = useMutation(markAs(useQueryClient(), device))
  const save = (mark: Mark) => marking.mutate(mark, { onError: () => toast(words.markFailed) })
  return (mark) => {
    save(mark)
    toast(mark.isWatched ? words.markedWatched : words.markedUnwatched, {
      label: words.undo,
      run: () => save({ ...mark, isWatched: !mark.isWatched }),
    })
  }
}

type Props = { label: string; isWatched: boolean; toggle: () => void }

export function WatchedButton({ label, isWatched, toggle }: Props) {
  return (
    <button
      type="button"
      className={classes(styles.heart, isWatched && styles.watched)}
      aria-label={label}
      aria-pressed={isWatched}
      onClick={toggle}
    >
      <CheckIcon size={24} strokeWidth={isWatched ? 2.5 : 1.75} />
    </button>
  )
}
