/** The names and addresses under which this machine is reached at home, and those that a home CA may sign for. */
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import type { Names } from './certificate.ts'

const privateRanges = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '127.0.0.0/8',
  'fc00::/7',
  'fe80::/10',
  '::1/128',
]
/** No public name has these endings (RFC 6761, 6762). A bare name, as of a machine called `tv`, may be the ending of all names of a public registry. */
const homeEndings = ['local', 'localhost']
const dnsName = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/

/** Addresses of this machine's network interfaces. */
export function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address))
}

/** `names`: host names of this machine, which is reached by them in `.local`; `origins`: the addresses that its operator gave it. */
export function machineNames(
  { names, origins }: { names: readonly string[]; origins: readonly string[] },
  addresses: readonly string[],
): Names {
  const hosts = [...names, ...origins.map((origin) => new URL(origin).hostname)]
  const local = names.map((name) => `${name.split('.')[0] ?? name}.local`)
  const dns = [...origins.map((origin) => new URL(origin).hostname), ...local].filter((name) => dnsName.test(name))
  const ip = ['127.0.0.1', '::1', ...addresses, ...hosts.map((host) => host.replace(/^\[|\]$/g, ''))].filter(
    (address) => isIP(address) !== 0,
  )
  const isAddress = (name: string) => isIP(name) !== 0
  return {
    dns: [...new Set(['localhost', ...dns.filter((name) => !isAddress(name))])],
    ip: [...new Set(ip)].filter((address) => isPermittedAddress(address, privateRanges) && !isLinkLocal(address)),
  }
}

/** The names and addresses that a home CA may sign for: those of a home, whatever this machine is called, and no public ones. */
export const permittedNames: Names = { dns: homeEndings, ip: privateRanges }

/** The names that the CA may sign for, and the others. */
export function splitByPermission(names: Names, permitted: Names): { permitted: Names; refused: string[] } {
  const mayName = (name: string) => isUnder(name, permitted.dns)
  const mayAddress = (address: string) => isPermittedAddress(address, permitted.ip)
  return {
    permitted: { dns: names.dns.filter(mayName), ip: names.ip.filter(mayAddress) },
    refused: [...names.dns.filter((name) => !mayName(name)), ...names.ip.filter((address) => !mayAddress(address))],
  }
}

function isUnder(name: string, endings: readonly string[]): boolean {
  return endings.some((ending) => name === ending || name.endsWith(`.${ending}`))
}

function isPermittedAddress(address: string, ranges: readonly string[]): boolean {
  const parsed = ipaddr.parse(address)
  return ranges.some((range) => {
    const [base, bits] = ipaddr.parseCIDR(range)
    return base.kind() === parsed.kind() && parsed.match(base, bits)
  })
}

/** Such addresses need a zone, which no address bar takes. */
function isLinkLocal(address: string): boolean {
  return ipaddr.parse(address).range() === 'linkLocal' && address.includes(':')
}
