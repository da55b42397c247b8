/** ed2k file links; the other types of ed2k links are no downloads. */
import { percentDecoded } from './link-text.ts'
import type { LinkFault } from './link-fault.ts'

const hashLength = 32
/** A file has at most 65,535 parts of 9,728,000 bytes. */
const maxSize = 65_535 * 9_728_000

/** hash: the MD4, lower case. rootHash: the AICH, '' if none. partHashes: as in the link. sources: 'host:port'. */
export type Ed2kLink = {
  url: string
  hash: string
  name: string
  size: number
  rootHash: string
  partHashes: string[]
  sources: string[]
}

export function parseEd2k(text: string): Ed2kLink | LinkFault {
  const bars = text.replace(/^ed2k:(?:\/|%2f)*/i, '').replaceAll(/%7c/gi, '|')
  const body = bars.includes('|') ? bars : bars.replaceAll('｜', '|')
  const [, type = '', ...fields] = body.startsWith('|') ? body.split('|') : ['', ...body.split('|')]
  if (type.toLowerCase() !== 'file') return { reason: 'not_a_file' }
  const [encodedName = '', size = '', hash = '', ...extras] = withNameWhole(fields.map((field) => field.trim()))
  const name = nameOf(encodedName)
  if (name === '') return { reason: 'no_name' }
  if (!/^\d{1,18}$/.test(size) || Number(size) === 0 || Number(size) > maxSize) return { reason: 'bad_size' }
  if (!/^[0-9a-f]*$/i.test(hash) || hash.length > hashLength) return { reason: 'bad_hash' }
  if (hash.length < hashLength) return { reason: 'cut_short', length: hash.length, of: hashLength }
  const rootHash = (extras.find((extra) => /^h=[a-z2-7]{32}$/i.test(extra)) ?? '').slice(2).toUpperCase()
  const partHashes = (extras.find((extra) => /^p=[0-9a-f:]+$/i.test(extra)) ?? '').slice(2).toLowerCase().split(':')
  return {
    url: text,
    hash: hash.toLowerCase(),
    name,
    size: Number(size),
    rootHash,
    partHashes: partHashes.filter((part) => part.length === hashLength),
    sources: sourcesOf(extras),
  }
}

/** A bar in the name is not encoded by everybody: the name ends before the first size that a hash follows. */
function withNameWhole(fields: string[]): string[] {
  const end = fields.findIndex((field, at) => at > 0 && /^\d{1,18}$/.test(field) && /^[0-9a-f]{32}$/i.test(fields[at + 1] ?? ''))
  return end > 1 ? [fields.slice(0, end).join('|'), ...fields.slice(end)] : fields
}

/** Percent-encoded once or twice, or not at all. */
function nameOf(encoded: string): string {
  const once = percentDecoded(encoded)
  const isTwice = /%[0-9a-f]{2}/i.test(encoded) && /%[89a-f][0-9a-f]%[89a-f][0-9a-f]|%20/i.test(once)
  return (isTwice ? percentDecoded(once) : once).trim()
}

function sourcesOf(extras: readonly string[]): string[] {
  const list = extras.find((extra) => /^sources,/i.test(extra)) ?? ''
  return list.split(',').slice(1).filter(isSource)
}

function isSource(source: string): boolean {
  const port = Number(/^[^\s:]+:(\d{1,5})$/.exec(source.trim())?.[1] ?? 0)
  return port > 0 && port <= 65_535
}
