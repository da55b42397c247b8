/** The addresses by which the box is reached through a cloud. Without schemas: the app's first script has them. */

/** Below it that port hands on to the box: its player, media and files. */
export const boxPath = '/box'

/** Below it a cloud that relays serves the player's page, and hands on to the box of a visit: /away/<pass or serial number>/… (docs/decisions/091) */
export const awayPath = '/away'

/** The box's socket for that, in its folder `station` of the data folder. */
export const boxSocketName = 'page.sock'
