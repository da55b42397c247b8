/** For tests: this machine's address on a network, as another machine there would use it; undefined if it has none. */
import { networkInterfaces } from 'node:os'

export const lanAddress = Object.values(networkInterfaces())
  .flatMap((cards) => cards ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
