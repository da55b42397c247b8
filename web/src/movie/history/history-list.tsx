/** The films that the user watched on a box, latest first. An entry is removed once the time to undo it is over. */
import type { Device } from '@homeport/contract/device.ts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { now } from '../../kit/time/clock.ts'
import { dayOf, durationOf, formatClock } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { switchTab } from '../../kit/nav/nav.ts'
import { observable, useObservable } from '../../kit/observable.ts'
import { QueryList } from '../../shared/query-list.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { art } from '../../ui/drawing.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { libraryPath } from '../data.ts'
import { episodeNumber } from '../../shared/episode-number.ts'
import type { Watched } from '../continue-data.ts'
import { clearEntries, history } from '../film/watch-data.ts'
import { historyText } from './history-text.ts'
import styles from './history.module.css'
import { WatchedRow, WatchedSkeleton } from './watched-row.tsx'

/** Entries that are removed, but can still be undone. */
const removing = observable<readonly string[]>([])

const idOf = ({ film, episode }: Watched) => (episode ?? film).id

export function HistoryList({ device }: { device: Device }) {
  const words = useText(historyText)
  const common = useText(commonText)
  const hidden = useObservable(removing)
  const clearing = useMutation(clearEntries(useQueryClient(), device))
  const list = useInfiniteQuery(history(device))
  const keep = (id: string) => removing.set(removing.get().filter((one) => one !== id))
  function remove(id: string) {
    removing.set([...removing.get(), id])
    toast(words.removed, {
      label: common.undo,
      run: () => keep(id),
      unused: () => clearing.mutate([id], { onSettled: () => keep(id) }),
    })
  }
  const empty = (
    <EmptyState art={art.films} title={words.empty} text={words.emptyText} isNear>
      <Button variant="main" onClick={() => switchTab(libraryPath)}>
        {words.toLibrary}
      </Button>
    </EmptyState>
  )
  return (
    <QueryList list={list} waiting={<WatchedSkeleton />} empty={empty}>
      {(rows) => {
        const shown = rows.filter((row) => !hidden.includes(idOf(row)))
        return shown.length === 0 ? (
          empty
        ) : (
          <ul className={styles.entries}>
            {shown.map((row) => (
              <li key={idOf(row)} className={styles.entry}>
                <Entry watched={row} remove={() => remove(idOf(row))} />
              </li>
            ))}
          </ul>
        )
      }}
    </QueryList>
  )
}

function Entry({ watched, remove }: { watched: Watched; remove: () => void }) {
  const words = useText(historyText)
  const { film, episode, position_ms, is_watched, watched_at } = watched
  const { duration_ms } = episode ?? film
  const title = episode ? `${film.title} · ${episodeNumber(episode)}` : film.title
  const remaining = duration_ms
    ? words.left(durationOf((duration_ms - position_ms) / 1000))
    : words.stoppedAt(formatClock(position_ms))
  const facts = [is_watched ? words.watched : position_ms > 0 && remaining, dayOf(watched_at, now())]
  return (
    <WatchedRow
      watched={watched}
      title={title}
      facts={facts.filter(Boolean).join('\u00a0· ')}
      remove={{ label: words.remove(title), run: remove }}
    >
      {episode !== null && episode.title !== '' && (
        <span className={classes(textStyles.caption, textStyles.oneLine, layoutStyles.block)}>{episode.title}</span>
      )}
    </WatchedRow>
  )
}
