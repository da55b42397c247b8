/** The link of an item that is downloaded: a feed may have it in the enclosure, the link, the guid, or an attribute of its indexer. */
import { linkMaxLength } from '@homeport/contract/shape/link/parse-link.ts'
import type { XmlElement } from '../kit/xml/parse-xml.ts'
import { firstText, localName } from '../kit/xml/xml-names.ts'

/** kind: torrent if it leads to a torrent file, file if it is the thing itself, unknown if only the answer tells. size 0: unknown. */
export type ItemLink = { link: string; kind: 'torrent' | 'file' | 'unknown'; size: number }

/** Links of an item of one kind that are looked at. */
const maxCandidates = 50
const downloadable = /^(?:https?|magnet|ed2k|ftp|sftp):/i
const torrentType = /bittorrent/i
const mediaType = /^(?:video|audio|application\/(?:x-matroska|mp4|ogg|zip))/i

/** The best of all that it has: a torrent file, a magnet link, an enclosure, the link of the item. Undefined if there is none. */
export function linkOf(entry: XmlElement, base: string, title: string): ItemLink | undefined {
  const candidates = [
    ...enclosuresOf(entry),
    ...plainLinksOf(entry).map((link) => ({ link, type: '', size: 0, isEnclosure: false })),
  ].flatMap((candidate) => {
    const link = absolute(candidate.link, base)
    return link === undefined ? [] : { ...candidate, link }
  })
  const size = candidates.find((candidate) => candidate.isEnclosure && candidate.size > 0)?.size ?? 0
  const isTorrent = ({ link, type }: { link: string; type: string }) =>
    /^https?:/i.test(link) && (torrentType.test(type) || /\.torrent(?:[?#]|$)/i.test(link))
  const torrent = candidates.find(isTorrent)
  if (torrent) return { link: torrent.link, kind: 'torrent', size }
  const magnet = candidates.find(({ link }) => /^(?:magnet|ed2k):/i.test(link))?.link ?? magnetOfHash(entry, title)
  if (magnet !== undefined) return { link: magnet, kind: 'file', size }
  const best = candidates[0]
  return best && { link: best.link, kind: mediaType.test(best.type) ? 'file' : 'unknown', size }
}

function enclosuresOf(entry: XmlElement) {
  const all = entry.children.flatMap((child) => {
    const { url, href = '', rel = 'alternate', type = '', length, filesize } = child.attributes
    const isEnclosure = localName(child) === 'enclosure' || (localName(child) === 'link' && rel === 'enclosure')
    const isMedia = localName(child) === 'content' && url !== undefined
    if (!isEnclosure && !isMedia) return []
    return { link: url ?? href, type, size: Math.max(0, Number(length ?? filesize) || 0), isEnclosure: true }
  })
  return all.slice(0, maxCandidates)
}

function plainLinksOf(entry: XmlElement): string[] {
  const magnetAttribute = entry.children.find(
    (child) => localName(child) === 'attr' && child.attributes.name?.toLowerCase() === 'magneturl',
  )?.attributes.value
  const links = entry.children
    .filter((child) => localName(child) === 'link' && ['alternate', undefined].includes(child.attributes.rel))
    .slice(0, maxCandidates)
    .map((child) => child.text.trim() || (child.attributes.href ?? ''))
  const guid = firstText(entry, 'guid')
  const isGuidLink = /^magnet:/i.test(guid) || /\.torrent(?:[?#]|$)/i.test(guid)
  return [magnetAttribute ?? '', firstText(entry, 'magneturi'), ...links, isGuidLink ? guid : ''].filter((link) => link !== '')
}

function magnetOfHash(entry: XmlElement, title: string): string | undefined {
  const attribute = entry.children.find(
    (child) => localName(child) === 'attr' && child.attributes.name?.toLowerCase() === 'infohash',
  )?.attributes.value
  const hash = /^[\da-f]{40}$/i.exec(attribute ?? firstText(entry, 'infohash'))?.[0]
  return hash && `magnet:?xt=urn:btih:${hash.toLowerCase()}&dn=${encodeURIComponent(title)}`
}

function absolute(link: string, base: string): string | undefined {
  const plain = link.trim()
  if (plain === '' || plain.length > linkMaxLength) return undefined
  // A magnet stays as it is: its signs are its own.
  if (/^(?:magnet|ed2k):/i.test(plain)) return plain
  const url = URL.canParse(plain, base) ? new URL(plain, base).href : ''
  return downloadable.test(url) ? url : undefined
}
