/** The device tab: bind a box, or the live panel of the current one. */
import type { Device } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Folder } from 'lucide-react'
import { useEffect } from 'react'
import { BindForm } from '../../../device/bind/bind-form.tsx'
import { BoxArt } from '../../../device/box-art.tsx'
import { CopyCard } from '../../../device/warning/copy-card.tsx'
import { DamagedCard } from '../../../device/warning/damaged-card.tsx'
import { devices, status } from '../../../device/data.ts'
import { DiskFullCard } from '../../../device/warning/disk-full-card.tsx'
import styles from '../../../device/device.module.css'
import { Meters } from '../../../device/meters.tsx'
import { pairing } from '../../../device/bind/pairing.ts'
import { PanelHead } from '../../../device/panel-head.tsx'
import { QuickCard } from '../../../device/quick-card.tsx'
import { deviceText } from '../../../device/text.ts'
import { WarningCard } from '../../../device/warning/warning-card.tsx'
import { DownloadsCard } from '../../../download/list/card.tsx'
import { LiveRows } from '../../../download/list/live-rows.tsx'
import { awayFolders, filesPath } from '../../../files/data.ts'
import { LargestFilesRow } from '../../../files/largest-row.tsx'
import { filesText } from '../../../files/text.ts'
import { isFailure } from '../../../kit/failure.ts'
import { useSilence } from '../../../kit/call/connection.ts'
import { useText } from '../../../kit/lang.ts'
import { forward } from '../../../kit/nav/nav.ts'
import { useObservable } from '../../../kit/observable.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { devicePath, loginPath, registerPath, rememberReturnPath } from '../../../kit/nav/return-path.ts'
import { useSession } from '../../../kit/session.ts'
import { subscribeToMovies, libraryPath, newest } from '../../../movie/data.ts'
import { MakeRoomRows } from '../../../movie/recycle-bin/make-room.tsx'
import { movieText } from '../../../movie/text.ts'
import { RemoteCard } from '../../../playback/remote/remote-card.tsx'
import { firstAccount } from '../../../shared/first-account.tsx'
import { PullPage } from '../../../shared/pull-page.tsx'
import barsStyles from '../../../ui/bars.module.css'
import { LoadFailed } from '../../../shared/query-list.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { art } from '../../../ui/drawing.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import gridStyles from '../../../ui/grid.module.css'
import { FilmIcon, SlidersIcon } from '../../../ui/icon.tsx'
import layoutStyles from '../../../ui/layout.module.css'
import quickCardStyles from '../../../ui/quick-card.module.css'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useIsWide } from '../../../ui/use-is-wide.ts'

export const meta: PageMeta = { needs: 'anyone', isRoot: true }

const settingPath = '/pages/device/setting/setting'

export function Screen() {
  const { token, device } = useSession()
  const list = useQuery(devices())
  if (token === '') return <Guest />
  if (!list.data && list.isError && !device) return <Failed onRetry={() => void list.refetch()} />
  if (!list.data && !device) return <Waiting />
  return device ? <Panel device={device} list={list.data ?? [device]} /> : <Unbound />
}

function Panel({ device, list }: { device: Device; list: Device[] }) {
  const words = useText(deviceText)
  const isOnline = device.online === 1
  const statusQuery = useQuery(status(device))
  const isSilent = isOnline && isFailure(statusQuery.error) && statusQuery.error.code === Code.noResponse
  useSilence(isSilent)
  const movie = useText(movieText)
  const files = useText(filesText)
  const client = useQueryClient()
  useEffect(() => subscribeToMovies(client, device), [client, device])
  const filmCount = useQuery(newest(device)).data?.total
  const films = filmCount === undefined ? '\u00a0' : filmCount === 0 ? movie.empty : movie.films(filmCount)
  const isWide = useIsWide()
  const cards = (
    <div className={classes(quickCardStyles.cards, styles.cards)}>
      <RemoteCard device={device} />
      <QuickCard icon={<FilmIcon />} title={words.library} text={films} href={`#${libraryPath}`} />
      <QuickCard icon={<Folder strokeWidth={1.75} />} title={files.files} text={files.cardText} href={`#${filesPath}`} />
      <QuickCard icon={<SlidersIcon />} title={words.settings} text={words.settingsText} href={`#${settingPath}`} />
    </div>
  )
  return (
    <main className={classes(layoutStyles.page, layoutStyles.appearing)}>
      <PullPage>
        <PanelHead device={device} list={list} figuresAt={statusQuery.dataUpdatedAt} />
        <div className={classes(gridStyles.sideMain, styles.panel)}>
          <div>
            <BoxArt isOnline={isOnline} images={device.images} />
            <CopyCard device={device} />
            <DamagedCard device={device} />
            <DiskFullCard device={device}>
              <MakeRoomRows device={device}>
                <LargestFilesRow />
              </MakeRoomRows>
            </DiskFullCard>
            <AwayFolders device={device} />
            <Meters now={statusQuery.data} isOld={!isOnline || isSilent} />
            {isWide && cards}
          </div>
          {isWide ? (
            <LiveRows device={device} />
          ) : (
            <section className={styles.quickCards}>
              <DownloadsCard device={device} />
              {cards}
            </section>
          )}
        </div>
      </PullPage>
    </main>
  )
}

/** Library and download folders whose disk is not connected, with the films that wait for them. */
function AwayFolders({ device }: { device: Device }) {
  const words = useText(filesText)
  const away = useQuery(awayFolders(device)).data ?? []
  if (away.length === 0 || device.online !== 1) return null
  return (
    <WarningCard
      title={words.notConnected}
      caption={away.map(({ path, name, films }) => (
        <span key={path} className={layoutStyles.block}>
          {films > 0 ? words.filmsWait(films, name) : name}
        </span>
      ))}
    />
  )
}

function Unbound() {
  const words = useText(deviceText)
  return (
    <main className={classes(layoutStyles.page, layoutStyles.appearing)}>
      <header className={barsStyles.titleBar}>
        <h1>{words.bindTitle}</h1>
      </header>
      <BoxArt isOnline={false} />
      <p className={classes(gridStyles.narrow, styles.lead)}>{words.bindText}</p>
      <BindForm />
    </main>
  )
}

function Guest() {
  const words = useText(deviceText)
  const scanned = useObservable(pairing)
  const isFirst = useQuery(firstAccount()).data?.is_first === true
  const signIn = [loginPath, words.signIn] as const
  const register = [registerPath, words.register] as const
  const ways = isFirst ? [register, signIn] : [signIn, register]
  function go(path: string) {
    rememberReturnPath(devicePath)
    forward(path)
  }
  return (
    <main className={classes(layoutStyles.page, layoutStyles.appearing)}>
      <header className={barsStyles.titleBar}>
        <h1>{words.device}</h1>
      </header>
      <EmptyState art={art.boxNew} title={words.guestTitle} text={scanned ? words.guestCode : words.guestText} isNear>
        {ways.map(([path, word], at) => (
          <Button key={path} variant={at === 0 ? 'main' : 'bare'} onClick={() => go(path)}>
            {word}
          </Button>
        ))}
      </EmptyState>
    </main>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const words = useText(deviceText)
  return (
    <main className={classes(layoutStyles.page, layoutStyles.appearing)}>
      <header className={barsStyles.titleBar}>
        <h1>{words.device}</h1>
      </header>
      <LoadFailed onRetry={onRetry} title={words.failedTitle} text={words.failedText} isBox />
    </main>
  )
}

function Waiting() {
  return (
    <main className={layoutStyles.page} aria-busy="true">
      <div className={barsStyles.titleBar}>
        <Skeleton width={190} height={28} isLate />
      </div>
      <Skeleton height={100} radius={20} above={132} isLate />
      <Skeleton height={120} radius={20} above={12} isLate />
    </main>
  )
}
