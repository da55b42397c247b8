/** The files of the current box; ?path= is the folder. */
import type { Device } from '@homeport/contract/device.ts'
import type { FileEntry } from '@homeport/contract/files.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight, ListChecks, Search, Trash2, X } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { storage } from '../../../device/data.ts'
import { pathOfTask } from '../../../download/paths.ts'
import { FileBrowser, useFolder } from '../../../files/browser.tsx'
import { pathOf } from '../../../files/data.ts'
import { FreeSpace } from '../../../files/files-foot.tsx'
import styles from '../../../files/files.module.css'
import { addressOf } from '../../../files/files-nav.tsx'
import { useSelection } from '../../../files/selection.ts'
import { filesText } from '../../../files/text.ts'
import type { FileLinks } from '../../../files/use-file-actions.ts'
import { sizeOf } from '../../../kit/text/format.ts'
import { useText } from '../../../kit/lang.ts'
import { hrefTo } from '../../../kit/nav/href.ts'
import { back, forward, useQueryValue } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { devicePath } from '../../../kit/nav/return-path.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text/text.ts'
import { detailPath } from '../../../movie/data.ts'
import { binEntries, binPath } from '../../../movie/recycle-bin/recycle-bin-data.ts'
import { recycleBinText } from '../../../movie/recycle-bin/recycle-bin-text.ts'
import { wantToPlay } from '../../../playback/play/start-play.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Field } from '../../../ui/field.tsx'
import gridStyles from '../../../ui/grid.module.css'
import layoutStyles from '../../../ui/layout.module.css'
import listStyles from '../../../ui/list.module.css'
import textStyles from '../../../ui/text.module.css'
import tileStyles from '../../../ui/tile.module.css'
import { NavBar } from '../../../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'device' }

export function Screen() {
  const { device } = useSession()
  const path = useQueryValue('path')
  return device ? <Files key={`${device.devid} ${path}`} device={device} path={path} /> : null
}

/** The field comes with the press that opens it. */
const focusOnce = (field: HTMLInputElement | null) => field?.focus()

function Files({ device, path }: { device: Device; path: string }) {
  const words = useText(filesText)
  const common = useText(commonText)
  const client = useQueryClient()
  const [typed, setTyped] = useState<string | null>(null)
  const q = useDeferredValue((typed ?? '').trim())
  const query = useFolder(device, path, q)
  const entries = useMemo(() => query.data?.pages.flatMap((page) => page.entries) ?? [], [query.data])
  const keys = useMemo(() => entries.map((entry) => pathOf(path, entry)), [entries, path])
  const selection = useSelection(keys)
  const above = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
  const links: FileLinks = {
    play: ({ movie_id, file_id, name }) => {
      const of = { movie_id, title: name, path: file_id, point: 0, left: 0, duration: 0 }
      void wantToPlay(client, device, of)
    },
    openFilm: ({ movie_id }: FileEntry) => forward(`${detailPath}?id=${encodeURIComponent(movie_id)}`),
    openTask: ({ task_id }: FileEntry) => forward(pathOfTask(task_id)),
  }
  const { selected } = selection
  return (
    <>
      {selected ? (
        <NavBar title={words.selected(selected.size)} backLabel={words.endSelect} back={selection.end} isClose>
          <Button variant="text" isSmall onClick={selection.all}>
            {selected.size === keys.length ? words.none : words.all}
          </Button>
        </NavBar>
      ) : (
        <NavBar title={words.files} backLabel={common.back} back={() => back(path === '' ? devicePath : addressOf(above))}>
          {path !== '' && (
            <>
              <IconButton
                label={typed === null ? words.search : words.searchEnd}
                onClick={() => setTyped(typed === null ? '' : null)}
              >
                {typed === null ? <Search strokeWidth={1.75} /> : <X strokeWidth={1.75} />}
              </IconButton>
              <IconButton label={words.select} onClick={() => selection.begin()}>
                <ListChecks strokeWidth={1.75} />
              </IconButton>
            </>
          )}
        </NavBar>
      )}
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing, path !== '' && styles.withFoot)}>
        {typed !== null && (
          <div className={classes(gridStyles.narrow, styles.searchField)}>
            <Field
              label={words.search}
              type="search"
              enterKeyHint="search"
              autoComplete="off"
              ref={focusOnce}
              maxLength={100}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </div>
        )}
        <FileBrowser device={device} path={path} q={q} entries={entries} query={query} selection={selection} links={links}>
          <BinAndRoom device={device} />
        </FileBrowser>
      </main>
    </>
  )
}

/** Below the allowed folders: what was deleted from them, and the room on the disks. */
function BinAndRoom({ device }: { device: Device }) {
  const words = useText(filesText)
  const bin = useText(recycleBinText)
  const binned = useQuery(binEntries(device)).data
  const size = binned?.data.reduce((sum, entry) => sum + entry.size, 0) ?? 0
  const disks = useQuery(storage(device)).data?.list ?? []
  const [free, total] = [disks.reduce((sum, disk) => sum + disk.free, 0), disks.reduce((sum, disk) => sum + disk.total, 0)]
  return (
    <>
      <div className={classes(listStyles.list, styles.bin)}>
        <a className={styles.row} href={hrefTo(binPath)}>
          <span className={tileStyles.tile}>
            <Trash2 strokeWidth={1.75} />
          </span>
          <span className={layoutStyles.grow}>
            <span className={styles.name}>{bin.title}</span>
            <span className={classes(styles.facts, textStyles.caption, textStyles.numeric)}>
              {binned ? [words.items(binned.data.length), size > 0 && sizeOf(size)].filter(Boolean).join(' · ') : '\u00a0'}
            </span>
          </span>
          <ChevronRight className={styles.chevron} size={20} strokeWidth={1.75} aria-hidden="true" />
        </a>
      </div>
      {total > 0 && (
        <p className={classes(styles.below, textStyles.caption, textStyles.numeric)}>
          <FreeSpace free={free} total={total} />
        </p>
      )}
    </>
  )
}
