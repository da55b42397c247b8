/** Which connection is down, the nearest first: this phone, the cloud, the current box, the TV that plays. One answer for every screen (P46). In the house the box is reached without the cloud: then only the line says that it is away. */
import { useEffect } from 'react'
import { minOf } from '@homeport/contract/kit/extremes.ts'
import { observable, derived, useObservable } from '../observable.ts'
import { isDirect, isLanOpen } from '../lan-open.ts'
import { reach } from '../reachability.ts'
import { session } from '../session.ts'

export type Away = 'phone' | 'cloud' | 'box' | 'tv'
/** direct: the cloud is away, and the box is reached in the house. */
export type Line = Away | 'direct'

/** Id of the TV that is offline while a film plays on it or waits for it, '' if none; set by tv-watch.tsx. */
export const lostTv = observable('')
/** The offline TV whose notice the user has dismissed. */
const seenTv = observable('')
lostTv.watch(() => seenTv.get() !== lostTv.get() && seenTv.set(''))

export function seeLostTv(): void {
  seenTv.set(lostTv.get())
}

export const away = derived([reach.unreached, isLanOpen, session, lostTv, seenTv], (): Away | null => {
  const { token, device } = session.get()
  if (reach.unreached.get() && !isDirect.get()) return reach.unreached.get()
  if (token !== '' && device && device.online !== 1 && !isLanOpen.get()) return 'box'
  return lostTv.get() === '' || lostTv.get() === seenTv.get() ? null : 'tv'
})

/** The state that the connection line shows. */
const line = derived([away, isDirect], (): Line | null => away.get() ?? (isDirect.get() ? 'direct' : null))

/** The box counts as online and does not answer: its program stands still, which the cloud notices half a minute later. */
const isSilent = observable(false)

/** For the part that asks the box again and again. */
export function useSilence(isBoxSilent: boolean): void {
  useEffect(() => {
    isSilent.set(isBoxSilent)
    return () => isSilent.set(false)
  }, [isBoxSilent])
}

/** False while the connection that feeds the box's figures is down: nothing may be green, move or count. */
export const isLive = derived([away, isSilent], () => (away.get() === null || away.get() === 'tv') && !isSilent.get())

export function useAway(): Away | null {
  return useObservable(away)
}

/** Whether nothing that is pressed would reach this TV, also after its notice was dismissed; another TV that is offline does not count. */
export function useIsScreenAway(screenId: string): boolean {
  const nearer = useAway()
  const lost = useObservable(lostTv)
  return (nearer !== null && nearer !== 'tv') || (screenId !== '' && lost === screenId)
}

export function useConnectionLine(): Line | null {
  return useObservable(line)
}

export function useIsLive(): boolean {
  return useObservable(isLive)
}

/** False while it is unknown which boxes are online. */
export function useIsReached(): boolean {
  return useObservable(reach.unreached) === null
}

/** When the data on screen was fetched, ms: each part that shows saved data adds its own time, the oldest counts. */
const ages = observable<readonly { at: number }[]>([])

export const oldestShownAt = derived([ages], () => {
  const shownAt = ages.get().map(({ at }) => at)
  return minOf(shownAt, null)
})

/** Reports when a part's data was fetched; 0 or null while it has none. */
export function useShownAt(atMs: number | null): void {
  useEffect(() => {
    if (!atMs) return
    const own = { at: atMs }
    ages.set([...ages.get(), own])
    return () => ages.set(ages.get().filter((one) => one !== own))
  }, [atMs])
}
