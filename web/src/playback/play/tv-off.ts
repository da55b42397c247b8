/** A film that is sent to a TV which is off waits for it: whether it does, and how it is given up. */
import type { Device } from '@homeport/contract/device.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useObservable } from '../../kit/observable.ts'
import { control } from '../data.ts'
import { screens } from '../screens-data.ts'
import { player } from '../player.ts'
import { playIntent, setIntent } from './intent.ts'

/** The box calls the TV off: in its list, or by a film that waits for it. The response to a play comes later than both. */
export function useIsTvOff(device: Device, screen_id: string): boolean {
  const list = useQuery(screens(device)).data
  const busy = useObservable(player.busy)
  return (
    busy.some((one) => one.screen_id === screen_id && one.is_pending) ||
    (list?.data.some((one) => one.screen_id === screen_id && !one.is_online) ?? false)
  )
}

/** Gives up the film that waits for a TV, also while the box's response to the play is awaited. */
export function useGiveUp(): (screen_id: string) => void {
  const controlling = useMutation(control())
  return (screen_id) => {
    if (playIntent.get()?.target === screen_id) setIntent(null)
    controlling.mutate({ kind: 'stop', target: screen_id })
  }
}
