/** P46: while a film plays on a TV or waits for it, the connection line shows when that TV is offline: on every phone of the household, until the TV is back or the wait is over. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useObservable } from '../../kit/observable.ts'
import { lostTv } from '../../kit/call/connection.ts'
import { screens } from '../screens-data.ts'
import { player } from '../player.ts'

export function TvWatch({ device }: { device: Device }) {
  const playing = useObservable(player.playing)
  const pending = useObservable(player.pending)
  const id = playing?.info.screen_id ?? pending?.screen_id ?? ''
  const list = useQuery({ ...screens(device), enabled: id !== '' && device.online === 1 }).data
  const isOff = list?.data.some((one) => one.screen_id === id && one.kind === 'tv' && !one.is_online) ?? false
  useEffect(() => {
    lostTv.set(isOff ? id : '')
    return () => lostTv.set('')
  }, [isOff, id])
  return null
}
