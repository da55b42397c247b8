/** Magnet links: the topic in any place, in hex or base32, plain or percent-encoded. */
import type { LinkFault } from './link-fault.ts'

const v1Length = 40
const v2Length = 64

/** url: as every engine reads it, with name and trackers. size: of `xl`, 0 if it has none. select: of `so`, ranges from 0 as in the link, '' if it has none. */
export type MagnetLink = { url: string; infoHash: string; name: string; size: number; select: string }

export function parseMagnet(url: string): MagnetLink | LinkFault | 'empty' {
  const query = new Map<string, string[]>()
  const text = url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''
  for (const [key, value] of new URLSearchParams(text.replaceAll('&amp;', '&'))) {
    // Several of a kind may be numbered: xt.1, xt.2.
    const plain = key
      .trim()
      .toLowerCase()
      .replace(/\.\d+$/, '')
    query.set(plain, [...(query.get(plain) ?? []), value.trim()])
  }
  const topics = query.get('xt') ?? []
  if (topics.every((topic) => /^urn:bt[im]h:$/i.test(topic) || topic === '')) return 'empty'
  const hashes = topics.map(infoHashOf).filter((hash) => hash !== undefined)
  // A hybrid torrent has both, in any order: every engine supports version 1.
  const infoHash = hashes.find((hash) => hash.length === v1Length) ?? hashes[0]
  if (!infoHash) return topics.map(faultOf).find((fault) => fault.reason !== 'other_hash') ?? { reason: 'other_hash' }
  const size = query.get('xl')?.[0] ?? ''
  const name = query.get('dn')?.[0] ?? ''
  return {
    url: plainMagnet({ infoHash, name, trackers: query.get('tr') ?? [] }),
    infoHash,
    name,
    size: /^\d{1,15}$/.test(size) ? Number(size) : 0,
    select: query.get('so')?.[0] ?? '',
  }
}

function plainMagnet({ infoHash, name, trackers }: { infoHash: string; name: string; trackers: string[] }): string {
  const topic = infoHash.length === v1Length ? `urn:btih:${infoHash}` : `urn:btmh:1220${infoHash}`
  const shownName = name === '' ? [] : [`dn=${encodeURIComponent(name)}`]
  return [`magnet:?xt=${topic}`, ...shownName, ...trackers.map((tracker) => `tr=${encodeURIComponent(tracker)}`)].join('&')
}

/** urn:btih: as 40 hex or 32 base32, to lower hex; urn:btmh:1220… (v2) to its 64 hex. */
function infoHashOf(topic: string): string | undefined {
  const v1 = /^urn:btih:([0-9a-f]{40}|[a-z2-7]{32})$/i.exec(topic)?.[1]
  if (v1) return v1.length === v1Length ? v1.toLowerCase() : hexOfBase32(v1)
  return /^urn:btmh:1220([0-9a-f]{64})$/i.exec(topic)?.[1]?.toLowerCase()
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
