/** Actions on a wish: to see where it is, its least quality, its removal. */
import { feedQualities } from '@homeport/contract/feed/feed-rule.ts'
import type { Device } from '@homeport/contract/device.ts'
import type { Wish } from '@homeport/contract/feed/wish.ts'
import { Clapperboard, Download, Trash2 } from 'lucide-react'
import { calendarDay } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { hrefTo } from '../../kit/nav/href.ts'
import { commonText } from '../../kit/text/text.ts'
import { Choices } from '../../ui/choices.tsx'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import { detailOf } from '../data.ts'
import { taskPath, useAddWish, useRemoveWish } from './wish-data.ts'
import { wishState, wishTitle } from './wish-state.ts'
import { wishText } from './wish-text.ts'

type Props = { device: Device; wish: Wish; isOpen: boolean; onClose: () => void }

export function WishSheet({ device, wish, isOpen, onClose }: Props) {
  const words = useText(wishText)
  const { add } = useAddWish(device)
  const remove = useRemoveWish(device)
  const { tmdb, season, episode, quality_from, task_id, movie_id, added_by, added_at } = wish
  const day = calendarDay(new Date(added_at * 1_000).toISOString().slice(0, 10))
  const choices = ['', ...feedQualities] as const
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={wishTitle(wish)} closeLabel={useText(commonText).close}>
      <p className={textStyles.caption}>{[wish.year, wishState(wish, words)].filter(Boolean).join(' · ')}</p>
      <p className={textStyles.caption}>{words.addedBy(added_by, day)}</p>
      {movie_id !== '' && (
        <a className={listStyles.choice} href={detailOf(movie_id)}>
          <Clapperboard size={24} strokeWidth={1.75} aria-hidden="true" />
          {words.open}
        </a>
      )}
      {task_id !== '' && (
        <a className={listStyles.choice} href={hrefTo(taskPath, { id: task_id })}>
          <Download size={24} strokeWidth={1.75} aria-hidden="true" />
          {words.openDownload}
        </a>
      )}
      {(wish.state === 'waiting' || wish.kind === 'series') && (
        <div className={layoutStyles.above24}>
          <Choices
            isHeadShown
            label={words.quality}
            values={choices}
            chosen={quality_from}
            labelOf={(key) => (key === '' ? words.any : words.qualityFrom(key))}
            onSelect={(key) => {
              onClose()
              if (key !== quality_from) add({ tmdb, season, episode, quality_from: key })
            }}
          />
        </div>
      )}
      <button
        type="button"
        className={listStyles.choice}
        onClick={() => {
          onClose()
          remove(wish)
        }}
      >
        <Trash2 size={24} strokeWidth={1.75} aria-hidden="true" />
        {words.remove}
      </button>
    </Sheet>
  )
}
