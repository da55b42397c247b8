/** All downloads of the current box. */
import type { Device } from '@homeport/contract/device.ts'
import type { MediaFile, Task } from '@homeport/contract/download.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ClipboardPaste, Plus } from 'lucide-react'
import { useCallback, useState, type ReactNode } from 'react'
import { freeOf, storage } from '../../../device/data.ts'
import { info } from '../../../device/household-data.ts'
import { addLinks, AddSheet } from '../../../download/add-sheet.tsx'
import { tasks } from '../../../download/data.ts'
import downloadListStyles from '../../../download/download-list.module.css'
import downloadRowStyles from '../../../download/download-row.module.css'
import { Room } from '../../../download/free-space.tsx'
import { DownloadList, type Item } from '../../../download/list.tsx'
import { summaryOf } from '../../../download/summary.ts'
import { downloadText, type DownloadWords } from '../../../download/text.ts'
import { useIsLive } from '../../../kit/connection.ts'
import { speedOf } from '../../../kit/format.ts'
import { useText } from '../../../kit/lang.ts'
import { back, forward } from '../../../kit/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { canReadClipboard, readClipboard } from '../../../kit/platform.ts'
import { devicePath } from '../../../kit/return-path.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text.ts'
import { detailPath } from '../../../movie/data.ts'
import { wantToPlay } from '../../../playback/start-play.ts'
import { AsOf } from '../../../ui/as-of.tsx'
import barsStyles from '../../../ui/bars.module.css'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { art } from '../../../ui/drawing.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import gridStyles from '../../../ui/grid.module.css'
import { DownloadIcon, RetryIcon, SlidersIcon } from '../../../ui/icon.tsx'
import layoutStyles from '../../../ui/layout.module.css'
import listStyles from '../../../ui/list.module.css'
import { NavBar } from '../../../ui/navbar.tsx'
import { Segments } from '../../../ui/segments.tsx'
import skeletonStyles from '../../../ui/skeleton.module.css'
import { Skeleton } from '../../../ui/skeleton.tsx'
import textStyles from '../../../ui/text.module.css'

export const meta: PageMeta = { needs: 'online', hasSaved: true }

type Side = 'all' | 'progress' | 'done'

export function Screen() {
  const { device } = useSession()
  return device ? <Downloads key={device.devid} device={device} /> : null
}

function Downloads({ device }: { device: Device }) {
  const words = useText(downloadText)
  const common = useText(commonText)
  const [side, setSide] = useState<Side>('all')
  const [isAdding, setAdding] = useState(false)
  const [mustPaste, setMustPaste] = useState(false)
  const progress = useInfiniteQuery(tasks(device, 'progress'))
  const done = useInfiniteQuery(tasks(device, 'done'))
  const free = freeOf(useQuery(storage(device)).data?.list)
  const engines = useQuery(info(device)).data?.engines
  const staleAt = progress.data?.pages[0]?.stale_at ?? null
  const isLive = useIsLive()
  const newest = done.dataUpdatedAt > progress.dataUpdatedAt ? done : progress
  const counts = newest.data?.pages[0]?.counts
  const running = progress.data?.pages.flatMap((page) => page.data) ?? []
  const finished = done.data?.pages.flatMap((page) => page.data) ?? []
  const { running: runningNow, speed } = summaryOf(running)
  const items = itemsOf(side, { running, finished: progress.hasNextPage && side === 'all' ? [] : finished }, words)
  const isEmpty = items.length === 0
  const isWaiting = (side === 'done' ? done : progress).isPending
  const isFailed = (side === 'done' ? done : progress).isLoadingError

  const next = side !== 'done' && progress.hasNextPage ? progress : side !== 'progress' && done.hasNextPage ? done : null
  const nearEnd = useCallback(() => {
    if (next && !next.isFetchingNextPage) void next.fetchNextPage()
  }, [next])

  function add() {
    setMustPaste(false)
    setAdding(true)
  }

  const client = useQueryClient()
  const play = ({ url: path, name }: MediaFile, { film }: Task) => {
    const of = { movie_id: film?.movie_id ?? '', title: film?.title || name }
    void wantToPlay(client, device, { ...of, path, point: 0, left: 0, duration: 0 })
  }
  const openFilm = (movieId: string) => forward(`${detailPath}?id=${encodeURIComponent(movieId)}`)

  /** The sheet shows the pasted links before anything is added; without clipboard access it explains how to paste. */
  async function paste() {
    const link = canReadClipboard() ? (await readClipboard()).trim() : ''
    if (link !== '') addLinks(device, link)
    setMustPaste(link === '')
    setAdding(true)
  }

  const addButton = (
    <Button look="main" icon={<Plus size={20} strokeWidth={2} />} onClick={add}>
      {words.add}
    </Button>
  )
  const hasFoot = !isWaiting && !isFailed && !isEmpty
  return (
    <div>
      <NavBar title={words.downloads} backLabel={common.back} back={() => back(devicePath)}>
        <IconButton label={words.settings} onClick={() => forward('/pages/device/setting/downloadconfig')}>
          <SlidersIcon />
        </IconButton>
      </NavBar>
      <main
        className={classes(
          layoutStyles.page,
          layoutStyles.appearing,
          hasFoot ? downloadListStyles.pageWithFoot : layoutStyles.plain,
        )}
      >
        <div className={classes(downloadListStyles.body, gridStyles.narrow)}>
          {(isWaiting || !isEmpty || (counts && counts.all > 0)) && (
            <Segments
              label={words.show}
              chosen={side}
              choose={(key) => (setSide(key), scrollTo(0, 0))}
              segments={[
                { key: 'all', label: words.all, count: counts?.all },
                { key: 'progress', label: words.inProgress, count: counts?.progress },
                { key: 'done', label: words.complete, count: counts?.done },
              ]}
            />
          )}
          {isWaiting && !isFailed && <ListSkeleton />}
          {isFailed && (
            <EmptyState art={art.boxSilent} title={words.failedTitle} text={words.failedText}>
              <Button look="main" icon={<RetryIcon size={20} />} onClick={() => (void progress.refetch(), void done.refetch())}>
                {common.retry}
              </Button>
            </EmptyState>
          )}
          {!isWaiting && !isFailed && isEmpty && (
            <Empty side={side} hasAny={(counts?.all ?? 0) > 0} words={words}>
              {addButton}
              <Button look="bare" icon={<ClipboardPaste size={20} strokeWidth={1.75} />} onClick={() => void paste()}>
                {words.paste}
              </Button>
            </Empty>
          )}
          {!isEmpty && (
            <DownloadList items={items} isOnline={device.online === 1} nearEnd={nearEnd} play={play} openFilm={openFilm} />
          )}
        </div>
      </main>
      {hasFoot && (
        <footer className={classes(barsStyles.bottomBar, downloadListStyles.totals)}>
          <p className={classes(textStyles.caption, textStyles.numeric, layoutStyles.grow)}>
            {isLive && runningNow === 0 ? (
              <b className={layoutStyles.row}>{words.downloading(0)}</b>
            ) : (
              <b className={classes(layoutStyles.row, layoutStyles.gap4)}>
                <DownloadIcon size={18} />
                {isLive ? speedOf(speed) : <AsOf at={staleAt === null ? progress.dataUpdatedAt : staleAt * 1000} />}
              </b>
            )}
            <Room free={free} running={running} />
          </p>
          <IconButton label={words.paste} onClick={() => void paste()}>
            <ClipboardPaste strokeWidth={1.75} />
          </IconButton>
          {addButton}
        </footer>
      )}
      <AddSheet
        device={device}
        free={free}
        hasTorrents={engines?.aria2 !== ''}
        isOpen={isAdding}
        mustPaste={mustPaste}
        close={() => setAdding(false)}
      />
    </div>
  )
}

/** All = running or waiting, newest first, then complete. */
function itemsOf(side: Side, lists: { running: Task[]; finished: Task[] }, words: DownloadWords): Item[] {
  const rows = (list: Task[]): Item[] => list.map((task) => ({ key: task.task_id, task }))
  if (side !== 'all') return rows(side === 'progress' ? lists.running : lists.finished)
  return [
    ...(lists.running.length > 0 ? [{ key: 'progress', head: words.inProgress }, ...rows(lists.running)] : []),
    ...(lists.finished.length > 0 ? [{ key: 'done', head: words.complete }, ...rows(lists.finished)] : []),
  ]
}

function Empty({ side, hasAny, words, children }: { side: Side; hasAny: boolean; words: DownloadWords; children: ReactNode }) {
  if (!hasAny || side === 'all')
    return (
      <EmptyState art={art.arriving} title={words.emptyTitle} text={words.emptyText}>
        {children}
      </EmptyState>
    )
  const [title, text] =
    side === 'progress' ? [words.noneInProgress, words.noneInProgressText] : [words.noneComplete, words.noneCompleteText]
  return (
    <EmptyState art={art.arriving} title={title} text={text} isNear>
      {children}
    </EmptyState>
  )
}

function ListSkeleton() {
  return (
    <div aria-busy="true" className={classes(skeletonStyles.late, layoutStyles.top20)}>
      {[72, 58, 66, 50, 60, 54, 62].map((width, index) => (
        <div className={classes(downloadRowStyles.row, index > 0 && listStyles.lined)} key={width}>
          <Skeleton width={40} height={60} />
          <div className={layoutStyles.grow}>
            <Skeleton width={`${width}%`} height={16} />
            <Skeleton height={4} above={13} below={9} />
            <Skeleton width="44%" height={12} />
          </div>
          <span className={downloadRowStyles.buttonSpace} />
        </div>
      ))}
    </div>
  )
}
