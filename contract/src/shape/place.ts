/** A geographic place chosen by a user: in posts and profiles, on the map. */
import * as z from 'zod/mini'
import { SingleLine } from './field/single-line.ts'

export const placeNameMax = 80

/** lat, lon in degrees. */
export const Place = z.object({
  name: SingleLine({ min: 1, max: placeNameMax, rule: 'place_name' }),
  lat: z.number().check(z.gte(-90, 'range'), z.lte(90, 'range')),
  lon: z.number().check(z.gte(-180, 'range'), z.lte(180, 'range')),
})
export type Place = z.infer<typeof Place>
