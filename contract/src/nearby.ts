/** Boxes of the caller's house that nobody has paired, for the form that pairs one. Their code stays necessary. */
import * as z from 'zod/mini'
import { call } from './kit/operation.ts'

/** With more linked boxes behind the caller's address it is no house: nothing is listed. */
export const maxNearbyBoxes = 5

/** showsn: the serial's last four, as the box shows them; its whole serial is known once it is paired. */
export const NearbyBox = z.object({ showsn: z.string(), name: z.string() })
export type NearbyBox = z.infer<typeof NearbyBox>

/** By showsn. 4029 if called too often. */
export const nearbyBoxes = call({
  host: 'device',
  path: '/device/device/nearby',
  needs: 'user',
  input: z.object({}),
  output: z.object({ data: z.array(NearbyBox) }),
})
