/** The key that takes along the next episode of a series, those of its season that are not watched, or the whole season. */
import type { Device } from '@homeport/contract/device.ts'
import type { FilmDetail } from '@homeport/contract/movie/movie.ts'
import type { Episode } from '@homeport/contract/movie/series.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { useQueryValue } from '../../kit/nav/nav.ts'
import { episodeNumber } from '../../shared/episode-number.ts'
import { ActionKey } from '../../ui/action-key.tsx'
import { TakeIcon } from '../../ui/icon.tsx'
import { keptText } from './kept-text.ts'
import { takeableEpisode, wholeSeason } from './take-data.ts'
import { TakeSheet } from './take-sheet.tsx'

type Props = { device: Device; series: FilmDetail; next: Episode }

export function TakeSeason({ device, series, next }: Props) {
  const words = useText(keptText)
  const [isOpen, setOpen] = useState(false)
  const season = Number(useQueryValue('season') || next.season)
  const { data: episodes = [] } = useQuery({ ...wholeSeason(device, series.id, season), enabled: isOpen })
  const unwatched = episodes.filter(({ is_watched }) => !is_watched)
  const itemsOf = (list: readonly Episode[]) => list.flatMap((episode) => takeableEpisode(series, episode))
  const choices = [
    { key: 'next', label: episodeNumber(next), items: itemsOf([next]) },
    ...(unwatched.length > 0 && unwatched.length < episodes.length
      ? [{ key: 'unwatched', label: words.unwatched(unwatched.length), items: itemsOf(unwatched) }]
      : []),
    ...(episodes.length > 0 ? [{ key: 'season', label: words.wholeSeason(season), items: itemsOf(episodes) }] : []),
  ]
  return (
    <>
      <ActionKey
        icon={<TakeIcon size={24} />}
        caption={words.takeAlong}
        label={words.takeTitle(series.title)}
        disabled={device.online !== 1}
        onClick={() => setOpen(true)}
      />
      <TakeSheet device={device} choices={choices} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
