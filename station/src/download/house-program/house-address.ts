/** Addresses of a torrent program: of this machine or of the house, and never Homeport's own ports (promise 34). */
import { isAddress, isPrivateAddress } from '@homeport/contract/kit/private-address.ts'
import { judgeSource, portOf, systemLookup, type Lookup } from '../../kit/outside.ts'

export type AddressFault = 'program_none' | 'program_away' | 'program_house'

/** At every connection, so that a name that leads elsewhere later leads nowhere. */
export const houseLookup =
  (lookup: Lookup = systemLookup): Lookup =>
  async (host) =>
    (await lookup(host)).filter(isPrivateAddress)

/** '' where it may be tried. */
export async function addressFault(
  url: URL,
  { ownPorts, lookup }: { ownPorts: () => readonly number[]; lookup?: Lookup | undefined },
): Promise<AddressFault | ''> {
  const { verdict, addresses } = await judgeSource(url.hostname, portOf(url), { allowPrivate: true, ownPorts, lookup })
  if (verdict === 'own_port') return 'program_none'
  if (verdict !== 'fine') return 'program_away'
  return addresses.every((address) => !isAddress(address) || isPrivateAddress(address)) ? '' : 'program_house'
}
