/** The one judgement of addresses, in cloud and box: which of them a stranger may have us connect to (promise 34). */

const v4Inner = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map(rangeOf)
const v6Public = rangeOf('2000::/3')
/** Within it: protocols and tunnels (Teredo, ORCHID, 6to4), documentation. */
const v6Inner = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map(rangeOf)

/** True for every address that is not clearly public: loopback, private, link-local, shared, documentation, multicast, mapped and tunnelled forms; also for what is no address. With or without the brackets of a URL. */
export function isPrivateAddress(host: string): boolean {
  const bits = bitsOf(bareHost(host))
  if (bits === undefined) return true
  if (bits.length === 32) return v4Inner.some((range) => bits.startsWith(range))
  return !bits.startsWith(v6Public) || v6Inner.some((range) => bits.startsWith(range))
}

/** True for an IP address, as a URL or a socket writes it. */
export function isAddress(host: string): boolean {
  return bitsOf(bareHost(host)) !== undefined
}

/** A URL writes an IPv6 address in brackets, a socket may add its zone. */
export function bareHost(host: string): string {
  return host.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
}

/** One text for each address: short, in small letters, an IPv4 address never as IPv6. A text that is no address stays. */
export function plainAddress(host: string): string {
  const bare = bareHost(host)
  const bits = bitsOf(bare)
  if (bits === undefined || bits.length === 32) return bare
  if (!bits.startsWith(mapped)) return new URL(`http://[${bare}]`).hostname.slice(1, -1)
  return Array.from({ length: 4 }, (_, at) => parseInt(bits.slice(96 + 8 * at, 104 + 8 * at), 2)).join('.')
}

const mapped = `${'0'.repeat(80)}${'1'.repeat(16)}`

function rangeOf(range: string): string {
  const [base = '', length = '0'] = range.split('/')
  return (bitsOf(base) ?? '').slice(0, Number(length))
}

/** 32 or 128 digits; undefined for what is no address. */
function bitsOf(address: string): string | undefined {
  if (/^(\d{1,3}\.){3}\d{1,3}$/.test(address)) {
    const bytes = address.split('.').map(Number)
    return bytes.some((byte) => byte > 255) ? undefined : binary(bytes, 8)
  }
  const url = `http://[${address}]`
  if (!address.includes(':') || !URL.canParse(url)) return undefined
  const [head = '', tail] = new URL(url).hostname.slice(1, -1).split('::')
  const [before, after] = [head, tail ?? ''].map((text) =>
    text.split(':').flatMap((group) => (group === '' ? [] : parseInt(group, 16))),
  )
  const zeros = Array.from({ length: 8 - (before?.length ?? 0) - (after?.length ?? 0) }, () => 0)
  return binary([...(before ?? []), ...zeros, ...(after ?? [])], 16)
}

function binary(numbers: readonly number[], width: number): string {
  return numbers.map((number) => number.toString(2).padStart(width, '0')).join('')
}
