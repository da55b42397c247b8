/** Stills and plots of episodes that the user has not begun: hidden where they want that. */
import type { Device } from '@homeport/contract/device.ts'
import type { Episode } from '@homeport/contract/movie/series.ts'
import { useQuery } from '@tanstack/react-query'
import { habitOf } from '../shared/play-habit.ts'
import type { Watched } from './continue-data.ts'

/** The episode as it is to be shown. */
export function useShownEpisode(device: Device): (episode: Episode) => Episode {
  const isHidden = useIsHidden(device, { isNeeded: true })
  return (episode) => (isHidden && isUnseen(episode) ? withoutStill(episode) : episode)
}

/** The same of films and episodes to go on with; the box is asked only where there is something to hide. */
export function useShownWatched(device: Device, list: readonly Watched[]): Watched[] {
  const isToHide = ({ episode }: Watched) => episode !== null && isUnseen(episode)
  const isHidden = useIsHidden(device, { isNeeded: list.some(isToHide) })
  return list.map((one) => (isHidden && isToHide(one) ? { ...one, episode: one.episode && withoutStill(one.episode) } : one))
}

function useIsHidden(device: Device, { isNeeded }: { isNeeded: boolean }): boolean {
  const habit = useQuery({ ...habitOf(device.devsn), enabled: isNeeded && device.online === 1 }).data
  return habit?.hides_unseen ?? false
}

function withoutStill(episode: Episode): Episode {
  return { ...episode, still: '', overview: '' }
}

function isUnseen({ is_watched, position_ms }: Pick<Episode, 'is_watched' | 'position_ms'>): boolean {
  return !is_watched && !position_ms
}
