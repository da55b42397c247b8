/** The key that takes a film or episodes along; once they are under way or here it leads to the list. */
import type { Device } from '@homeport/contract/device.ts'
import { useState } from 'react'
import { sizeOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { forward } from '../../kit/nav/nav.ts'
import { ActionKey } from '../../ui/action-key.tsx'
import { TakeIcon } from '../../ui/icon.tsx'
import { useKeptFilms, type KeptFilm } from './kept-films.ts'
import { keptPath } from './pending-kept.ts'
import { keptText } from './kept-text.ts'
import type { Takeable } from './take-data.ts'
import { TakeSheet } from './take-sheet.tsx'

type Props = { device: Device; title: string; items: readonly Takeable[] }

export function TakeButton({ device, title, items }: Props) {
  const words = useText(keptText)
  const [isOpen, setOpen] = useState(false)
  const film = useKeptFilms().find(({ movie_id }) => movie_id === items[0]?.movie_id)
  if (items.length === 0) return null
  return (
    <>
      <ActionKey
        icon={<TakeIcon size={24} />}
        caption={film ? captionOf(film, words) : words.takeAlong}
        label={words.takeTitle(title)}
        disabled={!film && device.online !== 1}
        {...(film && { isOn: true, label: `${captionOf(film, words)}: ${title}` })}
        onClick={() => (film ? forward(keptPath) : setOpen(true))}
      />
      <TakeSheet
        device={device}
        choices={[{ key: 'film', label: title, items }]}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

function captionOf({ state, size, done, progress }: KeptFilm, words: (typeof keptText)['en']): string {
  if (state === 'kept') return words.sizeHere(sizeOf(size))
  if (state === 'saving') return `${Math.floor((done / size) * 100)}%`
  return state === 'preparing' ? `${Math.floor(progress)}%` : words.onTheWay
}
