/** The films and series that the user can go on with, latest first. One that is taken out comes back with Undo, or when it is played again. */
import type { Device } from '@homeport/contract/device.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { durationOf, formatClock } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { switchTab } from '../../kit/nav/nav.ts'
import { LoadFailed } from '../../shared/query-list.tsx'
import { ShownAt } from '../../ui/as-of.tsx'
import { Button } from '../../ui/button.tsx'
import { art } from '../../ui/drawing.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { toast } from '../../ui/toast.tsx'
import type { Watched } from '../continue-data.ts'
import { libraryPath } from '../data.ts'
import { episodeNumber } from '../../shared/episode-number.ts'
import { allBegun, putAside } from '../film/watch-data.ts'
import { shelfText } from '../shelf-text.ts'
import { useShownWatched } from '../unseen-episode.ts'
import { historyText } from './history-text.ts'
import styles from './history.module.css'
import { WatchedRow, WatchedSkeleton } from './watched-row.tsx'

export function ContinueList({ device }: { device: Device }) {
  const words = useText(historyText)
  const common = useText(commonText)
  const list = useQuery(allBegun(device))
  const shown = useShownWatched(device, list.data?.data ?? [])
  const saving = useMutation(putAside(useQueryClient(), device))
  const save = (id: string, isAside: boolean) =>
    saving.mutate({ id, isAside }, { onError: () => toast(isAside ? words.removeFailed : words.undoFailed) })
  function remove({ film: { id, title } }: Watched) {
    save(id, true)
    toast(words.removedTitle(title), { label: common.undo, run: () => save(id, false) })
  }
  if (list.isPending) return <WatchedSkeleton />
  if (list.isLoadingError) return <LoadFailed onRetry={() => void list.refetch()} />
  return (
    <>
      <ShownAt list={list} />
      {shown.length === 0 ? (
        <EmptyState art={art.films} title={words.nothingBegun} text={words.nothingBegunText} isNear>
          <Button variant="main" onClick={() => switchTab(libraryPath)}>
            {words.toLibrary}
          </Button>
        </EmptyState>
      ) : (
        <ul className={styles.entries}>
          {shown.map((watched) => (
            <li key={watched.film.id} className={styles.entry}>
              <Begun watched={watched} remove={() => remove(watched)} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Begun({ watched, remove }: { watched: Watched; remove: () => void }) {
  const words = useText(historyText)
  const movie = useText(shelfText)
  const { film, episode, position_ms } = watched
  const { duration_ms } = episode ?? film
  const number = episode ? episodeNumber(episode) : ''
  const remaining = duration_ms
    ? words.left(durationOf((duration_ms - position_ms) / 1000))
    : words.stoppedAt(formatClock(position_ms))
  const facts = episode && position_ms === 0 ? movie.nextEpisode(number) : [number, remaining].filter(Boolean).join('\u00a0· ')
  return (
    <WatchedRow
      watched={watched}
      title={film.title}
      facts={facts}
      remove={{ label: words.removeBegun(film.title), run: remove }}
    />
  )
}
