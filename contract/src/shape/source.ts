/** Parses a download link by its text alone (spec 4 and 5, both readings; facts on magnets). */

export type SourceKind = 'magnet' | 'http' | 'ftp' | 'thunder' | 'ed2k' | 'rtmp' | 'mms' | 'torrent_url'

export type Source =
  | { kind: 'magnet'; url: string; infoHash: string; name: string }
  | { kind: Exclude<SourceKind, 'magnet'>; url: string }
  | { kind: 'empty_magnet'; url: string }
  | { kind: 'unsupported'; url: string }

/** Parses one pasted line. Surrounding white space is ignored. */
export function sourceOf(text: string): Source {
  const url = text.trim()
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase()
  if (scheme === 'magnet') return magnetOf(url)
  if (scheme === 'http' || scheme === 'https') return httpOf(url)
  if (scheme === 'ftp' || scheme === 'thunder' || scheme === 'ed2k' || scheme === 'rtmp' || scheme === 'mms')
    return { kind: scheme, url }
  return { kind: 'unsupported', url }
}

function httpOf(url: string): Source {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed?.hostname) return { kind: 'unsupported', url }
  return { kind: /\.torrent$/i.test(parsed.pathname) ? 'torrent_url' : 'http', url }
}

function magnetOf(url: string): Source {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  const topics = url.includes('?') ? query.getAll('xt') : []
  if (topics.every((topic) => /^urn:bt[im]h:$/i.test(topic) || topic === '')) return { kind: 'empty_magnet', url }
  const hashes = topics.map(infoHashOf).filter((hash) => hash !== undefined)
  // A hybrid torrent has both, in any order: every engine supports version 1.
  const infoHash = hashes.find((hash) => hash.length === v1Length) ?? hashes[0]
  return infoHash ? { kind: 'magnet', url, infoHash, name: query.get('dn') ?? '' } : { kind: 'unsupported', url }
}

const v1Length = 40

/** urn:btih: as 40 hex or 32 base32, to lower hex; urn:btmh:1220… (v2) to its 64 hex. */
function infoHashOf(topic: string): string | undefined {
  const v1 = /^urn:btih:([0-9a-f]{40}|[a-z2-7]{32})$/i.exec(topic)?.[1]
  if (v1) return v1.length === v1Length ? v1.toLowerCase() : hexOfBase32(v1)
  return /^urn:btmh:1220([0-9a-f]{64})$/i.exec(topic)?.[1]?.toLowerCase()
}

function hexOfBase32(text: string): string {
  const bits = [...text.toUpperCase()]
    .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
    .join('')
  return (bits.match(/.{4}/g) ?? []).map((nibble) => Number.parseInt(nibble, 2).toString(16)).join('')
}
