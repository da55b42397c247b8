/** Looks through the allowed folders of a box: the list of one folder, searching below it, selecting, and everything that can be done with an entry. */
import type { Device } from '@homeport/contract/device.ts'
import { fileSorts, type FileEntry } from '@homeport/contract/files.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { sizeOf } from '../kit/text/format.ts'
import { useText } from '../kit/lang.ts'
import { isLanOpen } from '../kit/lan-open.ts'
import { forward } from '../kit/nav/nav.ts'
import { useObservable } from '../kit/observable.ts'
import { commonText } from '../kit/text/text.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { art } from '../ui/drawing.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import gridStyles from '../ui/grid.module.css'
import { RetryIcon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SortButton } from '../ui/sort-button.tsx'
import textStyles from '../ui/text.module.css'
import { folder, pathOf, refusalText, sorted } from './data.ts'
import { EntryActions } from './entry-actions.tsx'
import { EntryList } from './entry-list.tsx'
import styles from './files.module.css'
import { FilesFoot } from './files-foot.tsx'
import { addressOf, Crumbs } from './files-nav.tsx'
import { FolderSheet, type FolderChoice } from './folder-sheet.tsx'
import { NameSheet, type Naming } from './name-sheet.tsx'
import type { useSelection } from './selection.ts'
import { filesText } from './text.ts'
import { useFileActions, type FileLinks } from './use-file-actions.ts'
import { upload } from './file-jobs.ts'

type Props = {
  device: Device
  path: string
  q: string
  entries: readonly FileEntry[]
  query: ReturnType<typeof useFolder>
  selection: ReturnType<typeof useSelection>
  links: FileLinks
  /** Below the allowed folders. */
  children?: ReactNode
}

export function useFolder(device: Device, path: string, q: string) {
  // It comes and goes with the box's own connection.
  useObservable(isLanOpen)
  return useInfiniteQuery(folder(device, { path, q, ...useObservable(sorted) }))
}

export function FileBrowser({ device, path, q, entries, query, selection, links, children }: Props) {
  const words = useText(filesText)
  const { sort, is_up } = useObservable(sorted)
  const [opened, setOpened] = useState<FileEntry | null>(null)
  const [naming, setNaming] = useState<Naming | null>(null)
  const [choice, setChoice] = useState<FolderChoice | null>(null)
  const first = query.data?.pages[0]
  const canWrite = first?.can_write === true
  const keyOf = useCallback((entry: FileEntry) => pathOf(path, entry), [path])
  const selected = useMemo(
    () => (selection.selected ? entries.filter((entry) => selection.selected?.has(pathOf(path, entry))) : []),
    [entries, path, selection.selected],
  )
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])

  const { act, isPossible, makeFolder, refresh } = useFileActions({
    device,
    path,
    canWrite,
    selection,
    links,
    setNaming,
    setChoice,
  })
  const open = (entry: FileEntry) => (entry.kind === 'folder' ? forward(addressOf(keyOf(entry))) : setOpened(entry))

  return (
    <div className={gridStyles.narrow}>
      <Crumbs box={device.name || device.showsn} path={path} names={first?.names ?? []} />
      {path !== '' && first && entries.length > 0 && (
        <div className={classes(styles.above, textStyles.secondary)}>
          <span className={textStyles.numeric} role="status">
            {selection.selected ? sizeSentence(selected, first.total_size, words) : countSentence(first, q, words)}
          </span>
          <SortButton
            className={styles.sort}
            words={words}
            sorts={fileSorts}
            sort={sort}
            onSelect={(one) => sorted.set({ sort: one, is_up: one === 'name' || one === 'kind' })}
            isUp={is_up}
            onTurn={(isUp) => sorted.set({ sort, is_up: isUp })}
          />
        </div>
      )}
      {query.isPending && !query.isEnabled && <EmptyState art={art.boxSilent} title={words.notOnline} isNear />}
      {query.isPending && query.isEnabled && <Skeleton height={320} radius={20} isLate />}
      {query.isLoadingError && <FolderFailed error={query.error} path={path} onRetry={() => void query.refetch()} />}
      {first && entries.length === 0 && (
        <EmptyState
          art={art.films}
          title={q === '' ? words.empty : words.noHits(q)}
          text={q === '' ? words.emptyText : words.noHitsText}
          isNear
        />
      )}
      {entries.length > 0 && (
        <EntryList
          key={`${path} ${q}`}
          label={words.files}
          entries={entries}
          keyOf={keyOf}
          selected={selection.selected}
          open={open}
          more={path === '' ? undefined : setOpened}
          select={(entry, isRange) => selection.toggle(keyOf(entry), isRange)}
          loadMore={loadMore}
        />
      )}
      {path === '' && first && (
        <>
          {children}
          <WaitingFilms entries={entries} />
        </>
      )}
      {path !== '' && first && (
        <FilesFoot
          free={first.free}
          diskTotal={first.disk_total}
          canWrite={canWrite}
          canDelete={device.role === 'owner'}
          selected={selection.selected ? selected.length : null}
          act={(action) => act(action, selected)}
          makeFolder={makeFolder}
          add={(files) => void upload(files, path).then(refresh)}
        />
      )}
      <EntryActions
        entry={opened}
        isPossible={isPossible}
        act={(action, entry) => act(action, [entry])}
        onClose={() => setOpened(null)}
      />
      <NameSheet naming={naming} onClose={() => setNaming(null)} />
      <FolderSheet device={device} choice={choice} onClose={() => setChoice(null)} />
    </div>
  )
}

/** Which folders films wait for. */
function WaitingFilms({ entries }: { entries: readonly FileEntry[] }) {
  const words = useText(filesText)
  return entries
    .filter(({ films }) => films > 0)
    .map(({ path, name, films }) => (
      <p key={path} className={classes(styles.below, textStyles.caption, textStyles.numeric)}>
        {words.filmsWait(films, name)}
      </p>
    ))
}

type Words = typeof filesText.en
type First = { total: number; total_size: number | null }

function countSentence({ total, total_size }: First, q: string, words: Words): string {
  const count = q === '' ? words.items(total) : words.hits(total)
  return total_size === null || total_size === 0 ? count : `${count} · ${sizeOf(total_size)}`
}

function sizeSentence(selected: readonly FileEntry[], all: number | null, words: Words): string {
  const size = selected.reduce((sum, entry) => sum + (entry.size ?? 0), 0)
  return all === null || all < size ? sizeOf(size) : words.selectedSize(sizeOf(size), sizeOf(all))
}

function FolderFailed({ error, path, onRetry }: { error: unknown; path: string; onRetry: () => void }) {
  const words = useText(filesText)
  const retryWord = useText(commonText).retry
  const isGone = path !== '' && refusalText(error) === words.refusals.gone(path.split('/').at(-1) ?? '')
  return (
    <EmptyState
      art={art.boxSilent}
      title={isGone ? words.gone : words.failed}
      text={isGone ? words.goneText : refusalText(error)}
      isNear
    >
      {isGone ? (
        <Button variant="main" onClick={() => forward(addressOf(''))}>
          {words.toTop}
        </Button>
      ) : (
        <Button variant="main" icon={<RetryIcon size={20} />} onClick={onRetry}>
          {retryWord}
        </Button>
      )}
    </EmptyState>
  )
}
