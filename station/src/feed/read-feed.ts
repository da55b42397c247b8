/** Reads a feed (RSS 0.9 to 2.0, Atom, Torznab) from the bytes of an answer, whatever odd form it has. */
import { cutText } from '@homeport/contract/shape/field/text.ts'
import { createHash } from 'node:crypto'
import { feedAddressMaxLength, type FeedFault } from '@homeport/contract/feed/feed.ts'
import { parseLongXml, type XmlElement } from '../kit/xml/parse-xml.ts'
import { decodeText, encodingOf } from '../kit/text-encoding/decode-text.ts'
import { linkOf, type ItemLink } from './item-link.ts'
import { inTurns } from '../kit/turns/in-turns.ts'
import { firstText, localName } from '../kit/xml/xml-names.ts'

/** link: '' if there is none. published_at in ms. size, published_at: 0 if unknown. ids: of the film or series, '' if the feed does not say. */
export type ReadItem = ItemLink & {
  item_id: string
  title: string
  published_at: number
  imdb_id: string
  tmdb_id: string
}
/** title: '' if it has none. ttlMs: 0 if it does not say. */
export type ReadFeed = { title: string; ttlMs: number; items: ReadItem[] }

const maxItems = 500
const titleMaxLength = 300
const titleReadLength = 16_384
const maxTtlMs = 86_400_000
/** A size is no longer. */
const sizeMaxLength = 40
const headLength = 8_192
/** Behind comments, too. */
const isPage = /^(?:\s|<!--(?:[^-]|-(?!->))*-->)*<(?:!doctype\s+html|html)[\s>]/i

/** url: where it came from, for relative links. */
export async function readFeed(bytes: Buffer, from: { contentType: string; url: string }): Promise<ReadFeed | FeedFault> {
  const text = decode(bytes, from.contentType)
  if (isPage.test(text.slice(0, headLength))) return 'page'
  const { elements } = await parseLongXml(text)
  const root = elements[0]
  if (!root) return 'bad_feed'
  const kind = localName(root)
  if (kind === 'error') return faultOf(root)
  if (kind === 'html') return 'page'
  if (kind !== 'rss' && kind !== 'feed' && kind !== 'rdf') return 'bad_feed'
  const channel = root.children.find((child) => localName(child) === 'channel') ?? root
  // RSS 1.0 has its items beside the channel.
  const entries = [...channel.children, ...(channel === root ? [] : root.children)].filter((child) =>
    ['item', 'entry'].includes(localName(child)),
  )
  const error = channel.children.find((child) => localName(child) === 'error')
  if (error && entries.length === 0) return faultOf(error)
  const base = baseOf(root, baseOf(channel, from.url))
  const items = new Map<string, ReadItem>()
  for await (const entry of inTurns(entries.slice(0, maxItems))) {
    const item = itemOf(entry, baseOf(entry, base))
    if (item && !items.has(item.item_id)) items.set(item.item_id, item)
  }
  const ttlMinutes = Number(firstText(channel, 'ttl')) || 0
  return {
    title: lineOf(firstText(channel, 'title')),
    ttlMs: Math.min(maxTtlMs, Math.max(0, ttlMinutes * 60_000)),
    items: [...items.values()],
  }
}

/** A declared encoding holds, unless the bytes are plainly those of UTF-8 or cannot be read in it. */
function decode(bytes: Buffer, contentType: string): string {
  const head = bytes.subarray(0, 200).toString('latin1')
  const declared = /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ?? /<\?xml[^>]*encoding=["']([\w-]+)/i.exec(head)?.[1] ?? ''
  const own = encodingOf(bytes)
  if (declared === '' || own.startsWith('utf') || /^utf-?8$/i.test(declared)) return decodeText(bytes)
  try {
    return new TextDecoder(declared).decode(bytes).replaceAll('\0', '')
  } catch {
    // A name that no decoder knows.
    return decodeText(bytes)
  }
}

/** Newznab's codes: 100 to 199 of accounts and keys, 429 and 500 of limits. */
function faultOf({ attributes }: XmlElement): FeedFault {
  const code = Number(attributes.code)
  if (code >= 100 && code < 200) return 'login'
  return code === 429 || code === 500 ? 'limit' : 'away'
}

function baseOf({ attributes }: XmlElement, above: string): string {
  const base = attributes['xml:base'] ?? ''
  const isBase = base !== '' && base.length <= feedAddressMaxLength && URL.canParse(base, above)
  return isBase ? new URL(base, above).href : above
}

function itemOf(entry: XmlElement, base: string): ReadItem | undefined {
  const title = lineOf(firstText(entry, 'title'))
  const link = linkOf(entry, base, title)
  const id = firstText(entry, 'guid') || firstText(entry, 'id') || link?.link || title
  if (title === '' || id === '') return undefined
  const attribute = (name: string) => torznab(entry, name)
  return {
    item_id: createHash('sha256').update(id).digest('base64url').slice(0, 22),
    title,
    link: link?.link ?? '',
    kind: link?.kind ?? 'unknown',
    size:
      sizeFrom(attribute('size')) ||
      sizeFrom(firstText(entry, 'size')) ||
      link?.size ||
      sizeFrom(firstText(entry, 'contentlength')),
    published_at: dateFrom(['pubdate', 'published', 'date', 'issued', 'updated'].map((name) => firstText(entry, name))),
    imdb_id: imdbFrom(attribute('imdbid') || attribute('imdb')),
    tmdb_id: /^\d+$/.exec(attribute('tmdbid') || attribute('tmdb'))?.[0].replace(/^0+$/, '') ?? '',
  }
}

/** <torznab:attr name="size" value="…"/>, with any prefix. */
function torznab(entry: XmlElement, name: string): string {
  const attr = entry.children.find((child) => localName(child) === 'attr' && child.attributes.name?.toLowerCase() === name)
  return attr?.attributes.value?.trim() ?? ''
}

function imdbFrom(text: string): string {
  const digits = /^(?:tt)?(\d{1,9})$/i.exec(text)?.[1] ?? ''
  return Number(digits) > 0 ? `tt${digits.padStart(7, '0')}` : ''
}

const unitBytes: Record<string, number> = { k: 1, m: 2, g: 3, t: 4 }

/** 1234567, 1.4 GiB, 700MB; 0 for anything else. */
export function sizeFrom(text: string): number {
  if (text.length > sizeMaxLength) return 0
  const [, number = '', unit = '', binary = ''] = /^\s*([\d.,]+)\s*(?:([kmgt])(i)?)?b?(?:ytes?)?\s*$/i.exec(text) ?? []
  if (number === '') return 0
  const count = Number(unit === '' ? number.replaceAll(/[.,]/g, '') : number.replaceAll(',', '.'))
  const bytes = Math.round(count * (binary === '' ? 1_000 : 1_024) ** (unitBytes[unit.toLowerCase()] ?? 0))
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : 0
}

/** The first that is a date: of RFC 822, of ISO 8601, or seconds; 0 if none is. */
function dateFrom(texts: readonly string[]): number {
  for (const text of texts) {
    const plain = text.trim()
    const at = /^\d{9,10}$/.test(plain) ? Number(plain) * 1_000 : Date.parse(withZone(plain))
    if (Number.isFinite(at) && at > 0) return at
  }
  return 0
}

/** A time without a zone is one of UTC, so that no box reads another. */
function withZone(text: string): string {
  return /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text
}

/** One line without tags. Of a text of megabytes its begin is enough. */
function lineOf(text: string): string {
  const isLong = text.length > titleReadLength
  const line = (isLong ? text.slice(0, titleReadLength).replace(/<[^<>]*$/, '') : text)
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return cutText(line, titleMaxLength).toWellFormed()
}
