/** What plays on the TV, on every screen: the way of a film there, the remote, the mini player, and films read anew once one was left somewhere. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, lazy, Suspense } from 'react'
import { useObservable } from '../kit/observable.ts'
import { later } from '../kit/clock.ts'
import { session, useSession } from '../kit/session.ts'
import { reread } from '../movie/data.ts'
import { hearScreens } from '../playback/data.ts'
import { player, startPlayer, type Playing as Now } from '../playback/player.ts'
import { isRemoteOpen } from '../playback/open-remote.ts'
import { PlayFlow } from '../playback/play-flow.tsx'
import { Remote } from '../playback/remote.tsx'
import { TvWatch } from '../playback/tv-watch.tsx'
import { Poster } from '../movie/poster.tsx'
import { FilmIcon } from '../ui/icon.tsx'

/** The cloud writes down where a film was left as the word of it passes. */
const writtenMs = 400

const Mini = lazy(() => import('../playback/mini-player.tsx').then((module) => ({ default: module.MiniPlayer })))

export function Playing() {
  const playing = useObservable(player.playing)
  const isCovered = useObservable(isRemoteOpen)
  const client = useQueryClient()
  const { device } = useSession()
  useEffect(() => {
    const stops = [startPlayer(), hearScreens(client), hearLeft(client)]
    return () => stops.forEach((stop) => stop())
  }, [client])
  return (
    <>
      {device && <TvWatch key={device.devid} device={device} />}
      <Suspense>{playing && !isCovered && <Mini playing={playing} poster={posterOf(playing)} />}</Suspense>
      <Remote poster={posterOf} />
      <PlayFlow />
    </>
  )
}

/** A film that pauses, closes or makes way for another was left at a new place. */
function hearLeft(client: QueryClient): () => void {
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
