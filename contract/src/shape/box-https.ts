/** How apps from the https port of a home reach the box beside the cloud (docs/decisions/073). */
import * as z from 'zod/mini'

/** The https port of the cloud by which the box is reached below `boxPath`; 0 if it is not. */
export const BoxHttpsPort = z._default(z.int(), 0)
