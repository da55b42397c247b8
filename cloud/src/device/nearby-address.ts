/** Which addresses are of one house, as a cloud sees them. */
import os from 'node:os'
import ipaddr from 'ipaddr.js'

type Network = ReturnType<typeof ipaddr.parseCIDR>
type Cards = ReturnType<typeof os.networkInterfaces>

/** own: addresses of this machine. networks: those of its cards that lead nowhere but into the house. */
type House = { own: ReadonlySet<string>; networks: readonly Network[] }

const houseRanges = new Set(['private', 'linkLocal', 'uniqueLocal'])
const thisMachine = 'this machine'

export function houseOf(cards: Cards = os.networkInterfaces()): House {
  const addresses = Object.values(cards).flatMap((list) => list ?? [])
  return {
    own: new Set(addresses.map(({ address }) => address)),
    networks: addresses
      .flatMap(({ cidr, internal }) => (cidr === null || internal ? [] : [ipaddr.parseCIDR(cidr)]))
      .filter(([address]) => houseRanges.has(address.range())),
  }
}

/**
 * Answers for other addresses whether they are of the same house: the same one, as behind one router (of IPv6 the same /64, as the cloud writes them);
 * or, where the cloud itself stands in the house, one of the same private network of its own. This machine is in each of its networks. '' is an address that is not known.
 */
export function sameHouse(address: string, house: House = houseOf()): (other: string) => boolean {
  const machine = machineOf(address, house)
  const networks = networksOf(machine, house)
  return (other) => {
    if (address === '' || other === '') return false
    const otherMachine = machineOf(other, house)
    if (otherMachine === machine) return true
    return networks.size > 0 && [...networksOf(otherMachine, house)].some((network) => networks.has(network))
  }
}

/** ::1 comes as the /64 that it is in. */
function machineOf(address: string, { own }: House): string {
  if (own.has(address)) return thisMachine
  const range = ipaddr.isValid(address) ? ipaddr.process(address).range() : ''
  return range === 'loopback' || range === 'unspecified' ? thisMachine : address
}

function networksOf(machine: string, { networks }: House): ReadonlySet<Network> {
  if (machine === thisMachine) return new Set(networks)
  if (!ipaddr.isValid(machine)) return new Set()
  const address = ipaddr.process(machine)
  return new Set(networks.filter(([network, bits]) => network.kind() === address.kind() && address.match(network, bits)))
}
