/** The library of a box in its four states; the page renders the bar above. */
import type { Device } from '@homeport/contract/device.ts'
import { filmSorts } from '@homeport/contract/shape/list-keys/film-sort.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { Suspense, useEffect, type ReactNode } from 'react'
import { now } from '../../kit/time/clock.ts'
import { useIsLive } from '../../kit/call/connection.ts'
import { agoOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { lazyPart } from '../../kit/lazy-part.ts'
import { forward } from '../../kit/nav/nav.ts'
import { useObservable } from '../../kit/observable.ts'
import { AsOf } from '../../ui/as-of.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import chipStyles from '../../ui/chip.module.css'
import { classes } from '../../ui/classes.ts'
import { LoadFailed } from '../../shared/query-list.tsx'
import { art } from '../../ui/drawing.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CheckIcon, ClockIcon, RetryIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import { SortButton } from '../../ui/sort-button.tsx'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { films, subscribeToMovies, isOffline, scanning, sync } from '../data.ts'
import { FilterChip, FilterPanel, useHasFilterPanel, useSetFilter } from './filter-chip.tsx'
import { filterText } from '../filter-text.ts'
import { useFilter } from '../filter.ts'
import { FilmGrid, GridSkeleton } from './grid.tsx'
import { KeyHint, useKeyHint } from './key-hint.tsx'
import styles from './library.module.css'
import { searchPath } from '../search/search-data.ts'
import { useSort } from '../sort.ts'
import { movieText } from '../text.ts'

const UnidentifiedChip = lazyPart(async () => (await import('./unidentified-chip.tsx')).UnidentifiedChip)

export function Library({ device, empty }: { device: Device; empty: ReactNode }) {
  const words = useText(movieText)
  const chosen = useText(filterText)
  const client = useQueryClient()
  const { sort, order, choose } = useSort()
  const filter = useFilter()
  const setFilter = useSetFilter()
  const hasPanel = useHasFilterPanel()
  const isFiltered = Object.keys(filter).length > 0
  const by = { sort, order, filter }
  const first = useQuery(films(device, by, 1))
  useEffect(() => subscribeToMovies(client, device), [client, device])
  const keyHint = useKeyHint(device)
  const total = first.data?.total ?? 0
  const staleAt = first.data?.stale_at ?? null

  if (first.isLoadingError) return <LoadFailed onRetry={() => void first.refetch()} title={words.failedTitle} isBox />
  if (first.data && total === 0 && !isFiltered)
    return (
      <EmptyState art={art.films} title={words.empty} text={words.emptyText} isNear>
        {empty}
      </EmptyState>
    )
  return (
    <>
      <div className={styles.tools}>
        <div className={styles.chips}>
          <SortButton
            className={chipStyles.chip}
            words={words}
            sorts={filmSorts}
            sort={sort}
            onSelect={(one) => choose({ sort: one, order })}
            isUp={order === 'asc'}
            onTurn={(isUp) => choose({ sort, order: isUp ? 'asc' : 'desc' })}
          />
          <FilterChip device={device} />
          <Suspense>
            <UnidentifiedChip device={device} />
          </Suspense>
        </div>
        <div className={styles.counts}>
          <span className={classes(textStyles.caption, textStyles.numeric)}>{first.data ? words.films(total) : '\u00a0'}</span>
          <State device={device} updatedAt={staleAt === null ? first.dataUpdatedAt : staleAt * 1000} />
        </div>
      </div>
      <div className={classes(hasPanel && styles.withPanel)}>
        {hasPanel && <FilterPanel device={device} />}
        <div>
          {keyHint.state === 'shown' && <KeyHint device={device} hide={keyHint.hide} />}
          {first.data && total === 0 && (
            <EmptyState art={art.films} title={chosen.none} text={chosen.noneText} isNear>
              <Button variant="main" onClick={() => setFilter({})}>
                {chosen.remove}
              </Button>
            </EmptyState>
          )}
          {first.data && keyHint.state !== 'waiting' ? (
            total > 0 && <FilmGrid key={JSON.stringify(by)} device={device} by={by} total={total} />
          ) : (
            <GridSkeleton />
          )}
        </div>
      </div>
    </>
  )
}

/** Starts a library sync; the icon turns while it runs. */
export function SyncButton({ device }: { device: Device }) {
  const words = useText(movieText)
  const client = useQueryClient()
  const syncing = useMutation(sync(client, device))
  const scan = useObservable(scanning)
  const isBusy = syncing.isPending || (scan?.state.is_scanning ?? false)
  const go = () =>
    syncing.mutate(undefined, { onError: (failure) => toast(isOffline(failure) ? words.offline : words.syncFailed) })
  return (
    <span className={classes(isBusy && styles.turning)}>
      <IconButton label={words.sync} aria-busy={isBusy} disabled={device.online !== 1} onClick={isBusy ? undefined : go}>
        <RetryIcon />
      </IconButton>
    </span>
  )
}

/** To the search in the films. */
export function SearchLink() {
  const words = useText(movieText)
  return (
    <IconButton label={words.search} onClick={() => forward(searchPath)}>
      <Search size={24} strokeWidth={1.75} />
    </IconButton>
  )
}

function State({ device, updatedAt }: { device: Device; updatedAt: number }) {
  const words = useText(movieText)
  const scan = useObservable(scanning)
  const isLive = useIsLive()
  const state = scan?.devsn === device.devsn ? scan.state : null
  if (state?.is_scanning && isLive)
    return (
      <output className={classes(textStyles.caption, textStyles.numeric)}>
        {state.films > state.probed ? words.reading(state.probed, state.films) : words.syncing}
      </output>
    )
  if (updatedAt === 0) return null
  if (!isLive)
    return (
      <span className={classes(textStyles.caption, textStyles.numeric, layoutStyles.row, layoutStyles.gap4)}>
        <ClockIcon size={15} />
        <AsOf at={updatedAt} />
      </span>
    )
  return (
    <span className={classes(textStyles.caption, textStyles.numeric, layoutStyles.row, layoutStyles.gap4)}>
      <CheckIcon size={15} />
      {words.updated(agoOf(updatedAt / 1000, now()))}
    </span>
  )
}
