/** What plays on the TV, on every screen: the remote, the mini player on the tabs, and films read anew once one was left somewhere. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, lazy, Suspense } from 'react'
import { useCell } from '../kit/cell.ts'
import { later } from '../kit/clock.ts'
import { session } from '../kit/session.ts'
import { reread } from '../movie/data.ts'
import { hearScreens } from '../playback/data.ts'
import { player, startPlayer, type Playing as Now } from '../playback/player.ts'
import { isRemoteOpen } from '../playback/open-remote.ts'
import { Remote } from '../playback/remote.tsx'
import { Poster } from '../movie/poster.tsx'
import { FilmIcon } from '../ui/icon.tsx'

/** The cloud writes down where a film was left as the word of it passes. */
const writtenMs = 400

const Mini = lazy(() => import('../playback/mini-player.tsx').then((module) => ({ default: module.MiniPlayer })))

export function Playing({ isTab }: { isTab: boolean }) {
  const playing = useCell(player.playing)
  const isCovered = useCell(isRemoteOpen)
  const client = useQueryClient()
  useEffect(() => {
    const stops = [startPlayer(), hearScreens(client), hearLeft(client)]
    return () => stops.forEach((stop) => stop())
  }, [client])
  return (
    <>
      <Suspense>{isTab && playing && !isCovered && <Mini playing={playing} poster={posterOf(playing)} />}</Suspense>
      <Remote poster={posterOf} />
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
