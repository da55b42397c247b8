/** What plays on the TV, on every screen: the remote, and the mini player on the tabs. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, lazy, Suspense } from 'react'
import { useCell } from '../kit/cell.ts'
import { hearScreens } from '../playback/data.ts'
import { player, startPlayer, type Playing as Now } from '../playback/player.ts'
import { isRemoteOpen } from '../playback/open-remote.ts'
import { Remote } from '../playback/remote.tsx'
import { Poster } from '../movie/poster.tsx'
import { FilmIcon } from '../ui/icon.tsx'

const Mini = lazy(() => import('../playback/mini-player.tsx').then((module) => ({ default: module.MiniPlayer })))

export function Playing({ isTab }: { isTab: boolean }) {
  const playing = useCell(player.playing)
  const isCovered = useCell(isRemoteOpen)
  const client = useQueryClient()
  useEffect(() => {
    const stops = [startPlayer(), hearScreens(client)]
    return () => stops.forEach((stop) => stop())
  }, [client])
  return (
    <>
      <Suspense>{isTab && playing && !isCovered && <Mini playing={playing} poster={posterOf(playing)} />}</Suspense>
      <Remote poster={posterOf} />
    </>
  )
}

function posterOf({ info }: Now) {
  return info.poster === '' ? <FilmIcon /> : <Poster poster={info.poster} title={info.title} />
}
