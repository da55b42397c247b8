/** Chooses a place: a form opens the map and receives the result; it must keep its own input. */
import type { Place } from '@homeport/contract/shape/place.ts'
import { useEffect, useEffectEvent } from 'react'
import { observable } from '../kit/observable.ts'
import { forward } from '../kit/nav/nav.ts'

export const placePaths = { choose: '/choose-location', open: '/open-location' } as const

/** region: id of the region that contains the place, as precise as the map knows; '' for none. */
export type Chosen = { place: Place; region: string }

/** The chosen place and the form that asked; consumed once. */
export const chosenPlace = observable<(Chosen & { by: string }) | null>(null)

/** by: the form's name, so that no other form receives the result. */
export function askForPlace(by: string, from?: Place): void {
  chosenPlace.set(null)
  const query = new URLSearchParams({ by, ...(from && { lat: String(from.lat), lon: String(from.lon) }) })
  forward(`${placePaths.choose}?${query}`)
}

/** The place chosen for this form; null if none. */
export function takePlace(by: string): Chosen | null {
  const chosen = chosenPlace.get()
  if (chosen?.by !== by) return null
  chosenPlace.set(null)
  return { place: chosen.place, region: chosen.region }
}

/** Passes the chosen place to a form that is mounted again after the map. */
export function usePlaceFor(by: string, handler: (chosen: Chosen) => void): void {
  const listener = useEffectEvent(handler)
  useEffect(() => {
    const chosen = takePlace(by)
    if (chosen) listener(chosen)
  }, [by])
}

export function placeHref({ name, lat, lon }: Place): string {
  return `#${placePaths.open}?${new URLSearchParams({ name, lat: String(lat), lon: String(lon) })}`
}

/** The place in an address, null if invalid. */
export function placeOf({ name, lat, lon }: { name: string; lat: string; lon: string }): Place | null {
  const [north, east] = [Number(lat), Number(lon)]
  const isPlace = lat !== '' && lon !== '' && Math.abs(north) <= 90 && Math.abs(east) <= 180
  return isPlace ? { name, lat: north, lon: east } : null
}
