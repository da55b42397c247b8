/** What plays on the TV, on every screen: the remote, and the mini player on the tabs. */
import { useEffect, lazy, Suspense } from 'react'
import { useCell } from '../kit/cell.ts'
import { player, startPlayer, type Playing as Now } from '../playback/player.ts'
import { isRemoteOpen } from '../playback/open-remote.ts'
import { Remote } from '../playback/remote.tsx'
import { FilmIcon } from '../ui/icon.tsx'

const Mini = lazy(() => import('../playback/mini-player.tsx').then((module) => ({ default: module.MiniPlayer })))

export function Playing({ isTab }: { isTab: boolean }) {
  const playing = useCell(player.playing)
  const isCovered = useCell(isRemoteOpen)
  useEffect(startPlayer, [])
  return (
    <>
      <Suspense>{isTab && playing && !isCovered && <Mini playing={playing} poster={posterOf(playing)} />}</Suspense>
      <Remote poster={posterOf} />
    </>
  )
}

function posterOf(_: Now) {
  return <FilmIcon />
}
