/** All downloads of the current box. */
import type { Device } from '@homeport/contract/device.ts'
import type { MediaFile, Task } from '@homeport/contract/download.ts'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { ClipboardPaste, Plus } from 'lucide-react'
import { useCallback, useState, type ReactNode } from 'react'
import { freeOf, storage } from '../../../device/data.ts'
import { AddSheet } from '../../../download/add-sheet.tsx'
import { tasks } from '../../../download/data.ts'
import '../../../download/download.css'
import { DownloadList, type Item } from '../../../download/list.tsx'
import { Room } from '../../../download/room.tsx'
import { summaryOf } from '../../../download/summary.ts'
import { downloadText, type DownloadWords } from '../../../download/text.ts'
import { now } from '../../../kit/clock.ts'
import { agoOf, speedOf } from '../../../kit/format.ts'
import { useText } from '../../../kit/lang.ts'
import { back, forward } from '../../../kit/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text.ts'
import { devicePath } from '../../../kit/way-back.ts'
import { refusalOf, start as startPlaying } from '../../../playback/data.ts'
import { openRemote } from '../../../playback/open-remote.ts'
import { ScreensSheet } from '../../../playback/screens-sheet.tsx'
import { playbackText } from '../../../playback/text.ts'
import { canReadClipboard, readClipboard } from '../../../platform/h5.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { art, Face } from '../../../ui/face.tsx'
import { DownloadIcon, RetryIcon, SlidersIcon, WarnIcon } from '../../../ui/icon.tsx'
import { NavBar } from '../../../ui/navbar.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { toast } from '../../../ui/toast.tsx'

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
  const [pasted, setPasted] = useState<{ text: string | null; times: number }>({ text: '', times: 0 })
  const progress = useInfiniteQuery(tasks(device, 'progress'))
  const done = useInfiniteQuery(tasks(device, 'done'))
  const free = freeOf(useQuery(storage(device)).data?.list)
  const first = progress.data?.pages[0]
  const newest = done.dataUpdatedAt > progress.dataUpdatedAt ? done : progress
  const counts = newest.data?.pages[0]?.counts
  const running = progress.data?.pages.flatMap((page) => page.data) ?? []
  const finished = done.data?.pages.flatMap((page) => page.data) ?? []
  const items = itemsOf(side, { running, finished: progress.hasNextPage && side === 'all' ? [] : finished }, words)
  const isEmpty = items.length === 0
  const isWaiting = (side === 'done' ? done : progress).isPending
  const isFailed = (side === 'done' ? done : progress).isLoadingError

  const next = side !== 'done' && progress.hasNextPage ? progress : side !== 'progress' && done.hasNextPage ? done : null
  const nearEnd = useCallback(() => {
    if (next && !next.isFetchingNextPage) void next.fetchNextPage()
  }, [next])

  function add(text: string | null) {
    setPasted({ text, times: text ? pasted.times + 1 : pasted.times })
    setAdding(true)
  }

  const playing = useMutation(startPlaying())
  const refusals = useText(playbackText).refusals
  const [isConnecting, setConnecting] = useState(false)
  function play(file: MediaFile) {
    const onError = (error: Error) => {
      const reason = refusalOf(error)
      if (reason === 'no_screen') setConnecting(true)
      else if (reason) toast(refusals[reason])
    }
    playing.mutate({ path: file.url, point: 0, target: '' }, { onSuccess: openRemote, onError })
  }

  /** The sheet shows what was found before anything is added; where the browser gives nothing it says how to paste. */
  async function paste() {
    const found = canReadClipboard() ? (await readClipboard()).trim() : ''
    add(found || null)
  }

  const addButton = (
    <Button look="main" icon={<Plus size={20} strokeWidth={2} />} onClick={() => add('')}>
      {words.add}
    </Button>
  )
  const hasFoot = !isWaiting && !isFailed && !isEmpty
  return (
    <div className={hasFoot ? 'with-foot' : ''}>
      <NavBar title={words.downloads} backLabel={common.back} back={() => back(devicePath)}>
        <IconButton label={words.settings} onClick={() => forward('/pages/device/setting/downloadconfig')}>
          <SlidersIcon />
        </IconButton>
      </NavBar>
      <main className={hasFoot ? 'page with-foot screen-in' : 'page plain screen-in'}>
        <div className="body">
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
          <Age
            device={device}
            staleAt={first?.stale_at ?? null}
            isFailing={progress.isRefetchError}
            updatedAt={progress.dataUpdatedAt}
          />
          {isWaiting && !isFailed && <Skeleton />}
          {isFailed && (
            <Face art={art.boxSilent} title={words.failedTitle} text={words.failedText}>
              <Button look="main" icon={<RetryIcon size={20} />} onClick={() => (void progress.refetch(), void done.refetch())}>
                {common.retry}
              </Button>
            </Face>
          )}
          {!isWaiting && !isFailed && isEmpty && (
            <Empty side={side} hasAny={(counts?.all ?? 0) > 0} words={words}>
              {addButton}
              <Button look="bare" icon={<ClipboardPaste size={20} strokeWidth={1.75} />} onClick={() => void paste()}>
                {words.paste}
              </Button>
            </Empty>
          )}
          {!isEmpty && <DownloadList items={items} isOnline={device.online === 1} nearEnd={nearEnd} play={play} />}
        </div>
      </main>
      {hasFoot && (
        <footer className="foot totals">
          <p className="cap num grow">
            <b className="fx g4">
              <DownloadIcon size={18} />
              {speedOf(summaryOf(running).speed)}
            </b>
            <Room free={free} running={running} />
          </p>
          <IconButton label={words.paste} onClick={() => void paste()}>
            <ClipboardPaste strokeWidth={1.75} />
          </IconButton>
          {addButton}
        </footer>
      )}
      <ScreensSheet device={device} isOpen={isConnecting} close={() => setConnecting(false)} />
      <AddSheet
        device={device}
        free={free}
        isOpen={isAdding}
        key={pasted.times}
        pasted={pasted.text}
        close={() => setAdding(false)}
      />
    </div>
  )
}

/** All = what runs or waits, newest first, then what is complete. */
function itemsOf(side: Side, lists: { running: Task[]; finished: Task[] }, words: DownloadWords): Item[] {
  const rows = (list: Task[]): Item[] => list.map((task) => ({ key: task.task_id, task }))
  if (side !== 'all') return rows(side === 'progress' ? lists.running : lists.finished)
  return [
    ...(lists.running.length > 0 ? [{ key: 'progress', head: words.inProgress }, ...rows(lists.running)] : []),
    ...(lists.finished.length > 0 ? [{ key: 'done', head: words.complete }, ...rows(lists.finished)] : []),
  ]
}

/** A list that is not of this moment says how old it is. */
function Age({
  device,
  staleAt,
  isFailing,
  updatedAt,
}: {
  device: Device
  staleAt: number | null
  isFailing: boolean
  updatedAt: number
}) {
  const words = useText(downloadText)
  if (!isFailing && device.online === 1) return null
  if (!isFailing && staleAt === null) return null
  const at = isFailing || staleAt === null ? updatedAt / 1000 : staleAt
  return (
    <output className="note">
      <WarnIcon size={18} />
      {(isFailing ? words.savedHere : words.saved)(agoOf(at, now()))}
    </output>
  )
}

function Empty({ side, hasAny, words, children }: { side: Side; hasAny: boolean; words: DownloadWords; children: ReactNode }) {
  if (!hasAny || side === 'all')
    return (
      <Face art={art.arriving} title={words.emptyTitle} text={words.emptyText}>
        {children}
      </Face>
    )
  const [title, text] =
    side === 'progress' ? [words.noneInProgress, words.noneInProgressText] : [words.noneComplete, words.noneCompleteText]
  return (
    <Face art={art.arriving} title={title} text={text} isNear>
      {children}
    </Face>
  )
}

function Skeleton() {
  return (
    <div aria-busy="true" className="late" style={{ paddingTop: 20 }}>
      {[72, 58, 66, 50, 60, 54, 62].map((width, index) => (
        <div className={index > 0 ? 'dr lined' : 'dr'} key={width}>
          <span className="sk" style={{ width: 40, height: 60 }} />
          <div className="grow">
            <span className="sk" style={{ height: 16, width: `${width}%` }} />
            <span className="sk" style={{ height: 4, margin: '13px 0 9px' }} />
            <span className="sk" style={{ height: 12, width: '44%' }} />
          </div>
          <span style={{ width: 34 }} />
        </div>
      ))}
    </div>
  )
}
