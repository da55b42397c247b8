/** Magnet links: the topic in any place, in hex or base32, plain or percent-encoded. */
import { percentDecoded } from './link-text.ts'
import type { LinkFault } from './link-fault.ts'

const v1Length = 40
const v2Length = 64

/** url: as every engine reads it, with name, trackers, and web addresses of the torrent file (xs), of the file (as) and of its web seeds (ws). size: of `xl`, 0 if it has none. select: of `so`, ranges from 0 as in the link, '' if it has none. */
export type MagnetLink = { url: string; infoHash: string; name: string; size: number; select: string }

const ownKeys = new Set(['xt', 'dn', 'xl', 'tr', 'xs', 'as', 'ws', 'kt', 'mt', 'so', 'x.pe'])
const webKeys = ['xs', 'as', 'ws'] as const
const maxWebAddresses = 20

export function parseMagnet(url: string): MagnetLink | LinkFault | 'empty' {
  const query = readQuery(url)
  const topics = query.get('xt') ?? []
  if (topics.every((topic) => /^urn:bt[im]h:$/i.test(topic) || topic === '')) return 'empty'
  const hashes = topics.map(infoHashOf).filter((hash) => hash !== undefined)
  // A hybrid torrent has both, in any order: every engine supports version 1.
  const infoHash = hashes.find((hash) => hash.length === v1Length) ?? hashes[0]
  if (!infoHash) return topics.map(faultOf).find((fault) => fault.reason !== 'other_hash') ?? { reason: 'other_hash' }
  const size = query.get('xl')?.[0] ?? ''
  const given = query.get('dn')?.[0] ?? ''
  // Some sites encode it twice.
  const name = /(?:%[0-9a-f]{2}){2}/i.test(given) ? percentDecoded(given) : given
  return {
    url: plainMagnet({ infoHash, name, query }),
    infoHash,
    name,
    size: /^\d{1,15}$/.test(size) ? Number(size) : 0,
    select: query.get('so')?.[0] ?? '',
  }
}

type Query = Map<string, string[]>

function readQuery(url: string): Query {
  const query: Query = new Map()
  // Its question mark, or its ampersands, may be percent-encoded.
  const plain = url.includes('?') ? url : url.replace(/%3f/i, '?')
  const whole = plain.includes('?') ? plain.slice(plain.indexOf('?') + 1) : ''
  const text = whole.includes('=') ? whole.replace(/(xt=[^&]*?)%26(?=[a-z.]+(?:=|%3d))/gi, '$1&') : percentDecoded(whole)
  let before: string[] = []
  for (const pair of text.replaceAll('&amp;', '&').split('&')) {
    // Names may be in another encoding than UTF-8, which URLSearchParams would lose.
    const [key = '', ...values] = pair.split('=').map((part) => percentDecoded(part.replaceAll('+', ' ')))
    const value = values.join('=')
    // Several of a kind may be numbered: xt.1, xt.2.
    const plain = key
      .trim()
      .toLowerCase()
      .replace(/\.\d+$/, '')
    const address = before.at(-1) ?? ''
    // The rest of an address that was not percent-encoded.
    if (!ownKeys.has(plain) && address.includes('?')) before.splice(-1, 1, `${address}&${key}=${value.trim()}`)
    else {
      before = [...(query.get(plain) ?? []), value.trim()]
      query.set(plain, before)
    }
  }
  return query
}

/** The web addresses in a magnet link that is in its plain form. */
export function webAddressesIn(magnet: string, keys: readonly (typeof webKeys)[number][]): string[] {
  const query = new URLSearchParams(magnet.slice(magnet.indexOf('?') + 1))
  return keys.flatMap((key) => query.getAll(key))
}

function plainMagnet({ infoHash, name, query }: { infoHash: string; name: string; query: Query }): string {
  const topic = infoHash.length === v1Length ? `urn:btih:${infoHash}` : `urn:btmh:1220${infoHash}`
  const web = webKeys.flatMap((key) => (query.get(key) ?? []).filter(isWebAddress).map((address) => [key, address] as const))
  const rest = [
    ...(name === '' ? [] : [['dn', name] as const]),
    ...(query.get('tr') ?? []).map((tracker) => ['tr', tracker] as const),
    ...web.slice(0, maxWebAddresses),
  ]
  return [`magnet:?xt=${topic}`, ...rest.map(([key, value]) => `${key}=${encodeURIComponent(value)}`)].join('&')
}

const isWebAddress = (text: string): boolean => /^https?:\/\/[^/?#]/i.test(text) && URL.canParse(text)

/** urn:btih: as 40 hex or 32 base32, to lower hex; urn:btmh:1220… (v2) to its 64 hex. What stands behind it, as the quote of a web page, is passed over. */
function infoHashOf(topic: string): string | undefined {
  const v1 = /^(?:(?:urn:)?btih:)?([0-9a-f]{40}|[a-z2-7]{32})(?![0-9a-z])/i.exec(topic)?.[1]
  if (v1) return v1.length === v1Length ? v1.toLowerCase() : hexOfBase32(v1)
  return /^urn:btmh:1220([0-9a-f]{64})(?![0-9a-z])/i.exec(topic)?.[1]?.toLowerCase()
}

function faultOf(topic: string): LinkFault {
  const [, version, hash = ''] = /^urn:bt([im])h:(.*)$/is.exec(topic) ?? []
  if (version === undefined) return { reason: 'other_hash' }
  const isV1 = version.toLowerCase() === 'i'
  const digits = isV1 ? hash : hash.replace(/^1220/, '')
  const most = isV1 ? v1Length : v2Length
  const letters = digits.length < 32 || !isV1 ? /^[0-9a-z]*$/i : /^[0-9a-f]*$/i
  if (!letters.test(digits)) return { reason: 'bad_hash' }
  return digits.length < most ? { reason: 'cut_short', length: digits.length, of: most } : { reason: 'bad_hash' }
}

function hexOfBase32(text: string): string {
  const bits = [...text.toUpperCase()]
    .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
    .join('')
  return (bits.match(/.{4}/g) ?? []).map((nibble) => Number.parseInt(nibble, 2).toString(16)).join('')
}
