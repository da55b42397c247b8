/** Asking for a place: a form opens the map and hears what was chosen there; what was typed in the form is its own to keep. */
import type { Place } from '@homeport/contract/shape/place.ts'
import { useEffect, useEffectEvent } from 'react'
import { observable } from '../kit/observable.ts'
import { forward } from '../kit/nav.ts'

export const placePaths = { choose: '/choose-location', open: '/open-location' } as const

/** region: the id of the one that the place lies in, as near as the map knows; '' for none. */
export type Chosen = { place: Place; region: string }

/** For whom the map was opened, and what was chosen; taken once. */
export const chosenPlace = observable<(Chosen & { by: string }) | null>(null)

/** by: the form's own name, so that no other form takes the answer. */
export function askForPlace(by: string, from?: Place): void {
  chosenPlace.set(null)
  const query = new URLSearchParams({ by, ...(from && { lat: String(from.lat), lon: String(from.lon) }) })
  forward(`${placePaths.choose}?${query}`)
}

/** What was chosen for this form since it asked; null where nothing was. */
export function takePlace(by: string): Chosen | null {
  const chosen = chosenPlace.get()
  if (chosen?.by !== by) return null
  chosenPlace.set(null)
  return { place: chosen.place, region: chosen.region }
}

/** Hands what was chosen to a form that stands again after the map. */
export function usePlaceFor(by: string, hear: (chosen: Chosen) => void): void {
  const heard = useEffectEvent(hear)
  useEffect(() => {
    const chosen = takePlace(by)
    if (chosen) heard(chosen)
  }, [by])
}

export function placeHref({ name, lat, lon }: Place): string {
  return `#${placePaths.open}?${new URLSearchParams({ name, lat: String(lat), lon: String(lon) })}`
}

/** A place that an address names, null where it is none. */
export function placeOf({ name, lat, lon }: { name: string; lat: string; lon: string }): Place | null {
  const [north, east] = [Number(lat), Number(lon)]
  const isPlace = lat !== '' && lon !== '' && Math.abs(north) <= 90 && Math.abs(east) <= 180
  return isPlace ? { name, lat: north, lon: east } : null
}
