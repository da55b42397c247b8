/** How apps from the https port of a home reach the box beside the cloud (docs/decisions/073). */
import * as z from 'zod/mini'

/** Below it that port hands on to the box: its player, media and files. */
export const boxPath = '/box'

/** Below it a cloud that relays serves the player's page, and hands on to the box of a visit: /away/<pass or serial number>/… (docs/decisions/091) */
export const awayPath = '/away'

/** The box's socket for that, in its folder `station` of the data folder. */
export const boxSocketName = 'page.sock'

/** The https port of the cloud by which the box is reached below `boxPath`; 0 if it is not. */
export const BoxHttpsPort = z._default(z.int(), 0)
