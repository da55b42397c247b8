/** All downloads of the current box. */
import type { Device } from '@homeport/contract/device.ts'
import type { MediaFile, Task } from '@homeport/contract/download.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ClipboardPaste, Plus } from 'lucide-react'
import { useState } from 'react'
import { freeOf, storage } from '../../../device/data.ts'
import { info } from '../../../device/household-data.ts'
import { AddSheet } from '../../../download/add-sheet.tsx'
import styles from '../../../download/download-list.module.css'
import { EmptyList, ListSkeleton } from '../../../download/list-states.tsx'
import { DownloadList } from '../../../download/list.tsx'
import { downloadText } from '../../../download/text.ts'
import { Totals } from '../../../download/totals.tsx'
import { addLinks } from '../../../download/use-new-links.ts'
import { useTaskLists, type Side } from '../../../download/use-task-lists.ts'
import { useText } from '../../../kit/lang.ts'
import { back, forward } from '../../../kit/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { canReadClipboard, readClipboard } from '../../../kit/platform.ts'
import { devicePath } from '../../../kit/return-path.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text.ts'
import { detailPath } from '../../../movie/data.ts'
import { wantToPlay } from '../../../playback/start-play.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { art } from '../../../ui/drawing.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import gridStyles from '../../../ui/grid.module.css'
import { RetryIcon, SlidersIcon } from '../../../ui/icon.tsx'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'
import { Segments } from '../../../ui/segments.tsx'

export const meta: PageMeta = { needs: 'online', hasSaved: true }

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
  const { running, counts, items, isWaiting, isFailed, asOf, loadMore, retry } = useTaskLists(device, side)
  const isEmpty = items.length === 0
  const free = freeOf(useQuery(storage(device)).data?.list)
  const engines = useQuery(info(device)).data?.engines

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
      <main className={classes(layoutStyles.page, layoutStyles.appearing, hasFoot ? styles.pageWithFoot : layoutStyles.plain)}>
        <div className={classes(styles.body, gridStyles.narrow)}>
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
              <Button look="main" icon={<RetryIcon size={20} />} onClick={retry}>
                {common.retry}
              </Button>
            </EmptyState>
          )}
          {!isWaiting && !isFailed && isEmpty && (
            <EmptyList side={side} hasAny={(counts?.all ?? 0) > 0} words={words}>
              {addButton}
              <Button look="bare" icon={<ClipboardPaste size={20} strokeWidth={1.75} />} onClick={() => void paste()}>
                {words.paste}
              </Button>
            </EmptyList>
          )}
          {!isEmpty && (
            <DownloadList items={items} isOnline={device.online === 1} loadMore={loadMore} play={play} openFilm={openFilm} />
          )}
        </div>
      </main>
      {hasFoot && (
        <Totals running={running} free={free} asOf={asOf}>
          <IconButton label={words.paste} onClick={() => void paste()}>
            <ClipboardPaste strokeWidth={1.75} />
          </IconButton>
          {addButton}
        </Totals>
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
