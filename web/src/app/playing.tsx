/** What plays on the TV, on every screen: the way of a film there, the remote, the mini player, and films read anew once one was left somewhere. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, lazy, Suspense } from 'react'
import { useCell } from '../kit/cell.ts'
import { later } from '../kit/clock.ts'
import { lostTv } from '../kit/connection.ts'
import { session, useSession } from '../kit/session.ts'
import { reread } from '../movie/data.ts'
import { hearScreens, screens } from '../playback/data.ts'
import { player, startPlayer, type Playing as Now } from '../playback/player.ts'
import { isRemoteOpen } from '../playback/open-remote.ts'
import { PlayFlow } from '../playback/play-flow.tsx'
import { Remote } from '../playback/remote.tsx'
import { Poster } from '../movie/poster.tsx'
import { FilmIcon } from '../ui/icon.tsx'

/** The cloud writes down where a film was left as the word of it passes. */
const writtenMs = 400

const Mini = lazy(() => import('../playback/mini-player.tsx').then((module) => ({ default: module.MiniPlayer })))

export function Playing() {
  const playing = useCell(player.playing)
  const isCovered = useCell(isRemoteOpen)
  const client = useQueryClient()
  const { device } = useSession()
  useEffect(() => {
    const stops = [startPlayer(), hearScreens(client), hearLeft(client)]
    return () => stops.forEach((stop) => stop())
  }, [client])
  return (
    <>
      {device && <TvWatch key={device.devid} device={device} playing={playing} />}
      <Suspense>{playing && !isCovered && <Mini playing={playing} poster={posterOf(playing)} />}</Suspense>
      <Remote poster={posterOf} />
      <PlayFlow />
    </>
  )
}

/** The box tells when the TV goes that plays: the line on the connection says so until it is back or the person has seen it. */
function TvWatch({ device, playing }: { device: Device; playing: Now | null }) {
  const lost = useCell(lostTv)
  const id = playing?.info.screen_id ?? lost
  const list = useQuery({ ...screens(device), enabled: id !== '' && device.online === 1 }).data
  const isOn = list?.data.find((one) => one.screen_id === id)?.is_online
  const isPlaying = playing !== null
  useEffect(() => {
    if (isOn === true || id === '') lostTv.set('')
    if (isOn === false && isPlaying) lostTv.set(id)
  }, [isOn, isPlaying, id])
  return null
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
