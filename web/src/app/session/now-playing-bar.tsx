/** The playback on the TV, on every screen of the app: play flow, remote, mini player; refetches films after playback stops. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, Suspense } from 'react'
import { lazyPart, loadUntilThere } from '../../kit/lazy-part.ts'
import { useObservable } from '../../kit/observable.ts'
import { later } from '../../kit/time/clock.ts'
import { session, useSession } from '../../kit/session.ts'
import { reread } from '../../movie/data.ts'
import { subscribeToScreens } from '../../playback/screens-data.ts'
import { player, startPlayer, type Playing as Now } from '../../playback/player.ts'
import { isRemoteOpen } from '../../playback/open-remote.ts'
import { PlayFlow } from '../../playback/play/play-flow.tsx'
import { Remote } from '../../playback/remote/remote.tsx'
import { Shortcuts } from '../../playback/shortcuts.tsx'
import { TvWatch } from '../../playback/now/tv-watch.tsx'
import { Poster } from '../../movie/poster.tsx'
import { pictureAtHand } from '../../shared/box-picture.ts'
import { FilmIcon } from '../../ui/icon.tsx'

/** The cloud stores the playback position as it relays the message. */
const writtenMs = 400

const Mini = lazyPart(async () => (await import('../../playback/now/mini-player.tsx')).MiniPlayer)

export function NowPlayingBar() {
  const playing = useObservable(player.playing)
  const isCovered = useObservable(isRemoteOpen)
  const client = useQueryClient()
  const { device } = useSession()
  useEffect(() => {
    const stops = [startPlayer(), startControlsWithRemote(), subscribeToScreens(client), subscribeToLeft(client)]
    return () => stops.forEach((stop) => stop())
  }, [client])
  return (
    <>
      {device && <TvWatch key={device.devid} device={device} />}
      <Suspense>{playing && !isCovered && <Mini playing={playing} poster={posterOf(playing)} />}</Suspense>
      <Remote poster={posterOf} />
      <PlayFlow />
      <Shortcuts />
    </>
  )
}

/** The lock screen and media keys control the TV while the remote is open: they load with it. */
function startControlsWithRemote(): () => void {
  let isOver = false
  const stops = [isRemoteOpen.watch(start)]
  let isLoading = false
  start()
  function start(): void {
    if (!isRemoteOpen.get() || isLoading) return
    isLoading = true
    void loadUntilThere(() => import('../../playback/now/media-session.ts')).then(({ startMediaSession }) => {
      if (!isOver) stops.push(startMediaSession(({ info }) => pictureAtHand(info.poster)))
    })
  }
  return () => {
    isOver = true
    stops.forEach((stop) => stop())
  }
}

/** A film that pauses, stops or is replaced has a new position. */
function subscribeToLeft(client: QueryClient): () => void {
  let stopWait = () => {}
  let shown = ''
  const stop = player.playing.watch(() => {
    const info = player.playing.get()?.info
    const before = shown
    shown = info ? `${info.status} ${info.movie_id}` : ''
    const { device } = session.get()
    if (before === shown || before === '' || !device) return
    stopWait()
    stopWait = later(writtenMs, () => reread(client, device))
  })
  return () => {
    stop()
    stopWait()
  }
}

function posterOf({ info }: Now) {
  return info.poster === '' ? <FilmIcon /> : <Poster poster={info.poster} title={info.title} />
}
