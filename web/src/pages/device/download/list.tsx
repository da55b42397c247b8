/** All downloads of the current box. */
import type { Device } from '@homeport/contract/device.ts'
import type { MediaFile, Task } from '@homeport/contract/download/download.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ClipboardPaste, Ellipsis, Plus, Search } from 'lucide-react'
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import { info } from '../../../device/household/household-data.ts'
import { freeOf, storage } from '../../../device/data.ts'
import { DiskFullCard } from '../../../device/warning/disk-full-card.tsx'
import { isFull } from '../../../device/warning/disk-full.ts'
import { AddSheet } from '../../../download/add/add-sheet.tsx'
import styles from '../../../download/download-list.module.css'
import { EmptyList, ListSkeleton } from '../../../download/row/list-states.tsx'
import { linkKindsOf } from '../../../download/add/link-kinds.ts'
import { DownloadList } from '../../../download/list/list.tsx'
import {
  addressOf,
  canOrder,
  filterOf,
  isNarrowed,
  plainFilter,
  type ListFilter,
  type Side,
} from '../../../download/list-filter.ts'
import { ListMenu } from '../../../download/queue/list-menu.tsx'
import { queueText } from '../../../download/queue/queue-text.ts'
import { SelectionBar } from '../../../download/queue/selection-bar.tsx'
import { ListTools, SearchField } from '../../../download/queue/list-toolbar.tsx'
import { useSelectAll } from '../../../download/queue/use-select-all.ts'
import { useSelection } from '../../../download/queue/use-selection.ts'
import { useTaskWindow } from '../../../download/queue/use-task-window.ts'
import type { TaskPage } from '../../../download/task-cache.ts'
import { config } from '../../../download/config.ts'
import { downloadText } from '../../../download/text.ts'
import { Totals } from '../../../download/list/totals.tsx'
import { addLinks } from '../../../download/add/use-new-links.ts'
import { lacksRoom } from '../../../download/summary.ts'
import { LargestFilesRow } from '../../../files/largest-row.tsx'
import { useText } from '../../../kit/lang.ts'
import { back, forward, rewriteAddress, usePageQuery } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { canReadClipboard, readClipboard } from '../../../kit/browser-features.ts'
import { devicePath } from '../../../kit/nav/return-path.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text/text.ts'
import { detailPath } from '../../../movie/data.ts'
import { MakeRoomRows } from '../../../movie/recycle-bin/make-room.tsx'
import { wantToPlay } from '../../../playback/play/start-play.ts'
import { PullPage } from '../../../shared/pull-page.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { LoadFailed } from '../../../shared/query-list.tsx'
import { art } from '../../../ui/drawing.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import gridStyles from '../../../ui/grid.module.css'
import layoutStyles from '../../../ui/layout.module.css'
import listStyles from '../../../ui/list.module.css'
import { NavBar } from '../../../ui/navbar.tsx'
import { Segments } from '../../../ui/segments.tsx'

export const meta: PageMeta = { needs: 'device' }

/** Below a longer list nobody would find what stands behind it. */
const shortList = 12

export function Screen() {
  const { device } = useSession()
  return device ? <Downloads key={device.devid} device={device} /> : null
}

function Downloads({ device }: { device: Device }) {
  const words = useText(downloadText)
  const common = useText(commonText)
  const own = useText(queueText)
  const filter = filterOf(usePageQuery())
  const change = (next: Partial<ListFilter>) => rewriteAddress(addressOf({ ...filter, ...next }))
  const { side } = filter
  const [isSearching, setSearching] = useState(filter.q !== '')
  const [isMenuOpen, setMenuOpen] = useState(false)
  const selection = useSelection()
  const adding = useAdding(device)
  const rows = useTaskWindow(device, { ...filter, q: useDeferredValue(filter.q) })
  const { running, counts, isWaiting, isFailed, asOf, retry } = rows
  const isEmpty = rows.count === 0
  const hasAny = (counts?.all ?? 0) > 0
  const isOnline = device.online === 1
  const selectAll = useSelectAll(device, filter, { total: rows.total, selection })
  const categories = useQuery(config(device)).data?.categories ?? []
  const { free, isDiskFull } = useFree(device)

  const client = useQueryClient()
  const play = ({ url: path, name }: MediaFile, { film }: Task) => {
    const of = { movie_id: film?.movie_id ?? '', title: film?.title || name }
    void wantToPlay(client, device, { ...of, path, point: 0, left: 0, duration: 0 })
  }

  const addButton = (
    <Button variant={isDiskFull ? 'plain' : 'main'} icon={<Plus size={20} strokeWidth={2} />} onClick={adding.add}>
      {words.add}
    </Button>
  )
  const hasSome = !isWaiting && !isFailed && !isEmpty
  const makeRoom = hasSome && (isDiskFull || running.some(lacksRoom)) && <MakeRoom device={device} />
  const endSearch = () => {
    setSearching(false)
    change({ q: '' })
  }
  return (
    <div>
      <NavBar title={words.downloads} backLabel={common.back} back={() => back(devicePath)}>
        <IconButton label={own.search} onClick={() => setSearching(true)}>
          <Search strokeWidth={1.75} />
        </IconButton>
        <IconButton label={own.more} onClick={() => setMenuOpen(true)}>
          <Ellipsis strokeWidth={1.75} />
        </IconButton>
      </NavBar>
      <main className={classes(layoutStyles.page, layoutStyles.appearing, hasSome ? styles.pageWithFoot : layoutStyles.plain)}>
        <PullPage>
          <div className={classes(styles.body, gridStyles.narrow)}>
            {(isWaiting || !isEmpty || hasAny) && (
              <Sides side={side} counts={counts} onSelect={(key) => (change({ side: key }), scrollTo(0, 0))} />
            )}
            {isSearching && <SearchField q={filter.q} onChange={(q) => change({ q })} end={endSearch} />}
            {(hasSome || isNarrowed(filter)) && (
              <ListTools filter={filter} onChange={change} categories={categories.map(({ name }) => name)} total={rows.total} />
            )}
            {isWaiting && !isFailed && <ListSkeleton />}
            {isFailed && <FailedList onRetry={retry} />}
            {!isWaiting && !isFailed && isEmpty && isNarrowed(filter) && (
              <NoMatch
                clear={() => {
                  setSearching(false)
                  change({ ...plainFilter, side })
                }}
              />
            )}
            {!isWaiting && !isFailed && isEmpty && !isNarrowed(filter) && (
              <NoDownloads device={device} side={side} hasAny={hasAny}>
                {addButton}
                <PasteButton paste={() => void adding.paste()} isWorded />
              </NoDownloads>
            )}
            {rows.total > shortList && makeRoom}
            {!isEmpty && (
              <DownloadList
                rows={rows}
                isOnline={isOnline}
                canOrder={canOrder(filter)}
                selection={selection}
                selectAll={() => void selectAll()}
                play={play}
                openFilm={(movieId) => forward(`${detailPath}?id=${encodeURIComponent(movieId)}`)}
              />
            )}
            {rows.total <= shortList && makeRoom}
          </div>
        </PullPage>
      </main>
      {selection.isOn && <SelectionBar device={device} selection={selection} selectAll={() => void selectAll()} />}
      {hasSome && !selection.isOn && (
        <Totals running={running} free={free} isFull={isDiskFull} asOf={asOf}>
          <PasteButton paste={() => void adding.paste()} />
          {addButton}
        </Totals>
      )}
      <ListMenu
        isOpen={isMenuOpen}
        onClose={() => setMenuOpen(false)}
        isOnline={isOnline}
        hasTasks={hasAny}
        running={running}
        select={selection.begin}
      />
      <AddSheet
        device={device}
        free={free}
        kinds={useKinds(device)}
        isOpen={adding.isOpen}
        mustPaste={adding.mustPaste}
        open={adding.add}
        onClose={adding.close}
      />
    </div>
  )
}

function useKinds(device: Device): ReturnType<typeof linkKindsOf> {
  const boxInfo = useQuery(info(device)).data
  return useMemo(() => linkKindsOf(boxInfo ?? undefined), [boxInfo])
}

/** The free space of the disk that is full, otherwise of the first. */
function useFree(device: Device): { free: number | null; isDiskFull: boolean } {
  const disks = useQuery(storage(device)).data?.list
  const fullDisk = device.online === 1 ? disks?.find(isFull) : undefined
  return { free: fullDisk?.free ?? freeOf(disks), isDiskFull: fullDisk !== undefined }
}

type NoneProps = { device: Device; side: Side; hasAny: boolean; children: ReactNode }

function NoDownloads({ device, side, hasAny, children }: NoneProps) {
  const words = useText(downloadText)
  return (
    <>
      <DiskFullCard device={device}>
        <RoomRows device={device} />
      </DiskFullCard>
      <EmptyList side={side} hasAny={hasAny} words={words}>
        {children}
      </EmptyList>
    </>
  )
}

function RoomRows({ device }: { device: Device }) {
  return (
    <MakeRoomRows device={device}>
      <LargestFilesRow />
    </MakeRoomRows>
  )
}

/** Only the owner deletes for good. */
function MakeRoom({ device }: { device: Device }) {
  const title = useText(downloadText).makeRoom
  if (device.role !== 'owner' || device.online !== 1) return null
  return (
    <section className={styles.makeRoom}>
      <h2>{title}</h2>
      <div className={listStyles.list}>
        <RoomRows device={device} />
      </div>
    </section>
  )
}

type SidesProps = { side: Side; counts: TaskPage['counts'] | undefined; onSelect: (side: Side) => void }

function Sides({ side, counts, onSelect }: SidesProps) {
  const words = useText(downloadText)
  return (
    <Segments
      label={words.show}
      chosen={side}
      onSelect={onSelect}
      segments={[
        { key: 'all', label: words.all, count: counts?.all },
        { key: 'progress', label: words.inProgress, count: counts?.progress },
        { key: 'done', label: words.complete, count: counts?.done },
      ]}
    />
  )
}

function FailedList({ onRetry }: { onRetry: () => void }) {
  const words = useText(downloadText)
  return <LoadFailed onRetry={onRetry} title={words.failedTitle} text={words.failedText} isBox />
}

function NoMatch({ clear }: { clear: () => void }) {
  const own = useText(queueText)
  return (
    <EmptyState art={art.arriving} title={own.noMatch} text={own.noMatchText} isNear>
      <Button onClick={clear}>{own.clearFilter}</Button>
    </EmptyState>
  )
}

/** Nothing where the browser gives no clipboard: the sheet of Add says how to paste. */
function PasteButton({ paste, isWorded = false }: { paste: () => void; isWorded?: boolean }) {
  const words = useText(downloadText)
  if (!canReadClipboard()) return null
  return isWorded ? (
    <Button variant="bare" icon={<ClipboardPaste size={20} strokeWidth={1.75} />} onClick={paste}>
      {words.paste}
    </Button>
  ) : (
    <IconButton label={words.paste} onClick={paste}>
      <ClipboardPaste strokeWidth={1.75} />
    </IconButton>
  )
}

function useAdding(device: Device) {
  const [isOpen, setOpen] = useState(false)
  const [mustPaste, setMustPaste] = useState(false)
  return {
    isOpen,
    mustPaste,
    close: () => setOpen(false),
    add: () => {
      setMustPaste(!canReadClipboard())
      setOpen(true)
    },
    /** The sheet shows the pasted links before anything is added; where the person refuses access it explains how to paste. */
    async paste() {
      const link = (await readClipboard()).trim()
      if (link !== '') addLinks(device, link)
      setMustPaste(link === '')
      setOpen(true)
    },
  }
}
