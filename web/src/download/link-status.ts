/** The status of each pasted line or torrent file: its kind before it is sent, the result after. */
import { sourceOf, type SourceKind } from '@homeport/contract/shape/source.ts'
import type { DownloadWords } from './text.ts'

export type Verdict =
  | { state: 'ready'; kind: SourceKind | 'torrent' }
  /** isKnown: the box already has it, so the line needs no action. */
  | { state: 'bad'; word: string; isKnown?: boolean }
  | { state: 'sending' }
  | { state: 'uploading' }
  | { state: 'added'; word: string }
/** name: of a torrent file, whose key is the url. */
export type Line = { url: string; name?: string; verdict: Verdict }

/** A chosen torrent file; id: its blob's, once uploaded. */
export type Torrent = { key: string; name: string; id?: string; word?: string }

export function torrentLine({ key, name, id, word }: Torrent): Line {
  if (word !== undefined) return { url: key, name, verdict: { state: 'bad', word } }
  return { url: key, name, verdict: id === undefined ? { state: 'uploading' } : { state: 'ready', kind: 'torrent' } }
}

/** Kinds that no box supports yet, and those that need aria2. */
const neverOpened: readonly SourceKind[] = ['ftp', 'thunder', 'ed2k', 'rtmp', 'mms']
const torrentKinds: readonly SourceKind[] = ['magnet', 'torrent_url']

/**
 * Empty lines are skipped, duplicates are not added twice; a link that this box would refuse is marked before it is sent.
 * hasTorrents: the box reports that it has aria2; true while unknown.
 */
export function linesOf(text: string, words: DownloadWords, hasTorrents = true): Line[] {
  const urls = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const seen = new Set<string>()
  return urls.map((url) => {
    const source = sourceOf(url)
    const key = source.kind === 'magnet' ? source.infoHash : url
    const isTwice = seen.has(key)
    seen.add(key)
    if (isTwice) return { url, verdict: { state: 'bad', word: words.twice } }
    if (source.kind === 'unsupported') return { url, verdict: { state: 'bad', word: words.unsupported } }
    if (source.kind === 'empty_magnet') return { url, verdict: { state: 'bad', word: words.emptyMagnet } }
    // The hash of version 1 has 40 digits.
    if (source.kind === 'magnet' && hasTorrents && source.infoHash.length !== 40)
      return { url, verdict: { state: 'bad', word: words.reasons['version_2'] ?? words.unsupported } }
    if (neverOpened.includes(source.kind) || (!hasTorrents && torrentKinds.includes(source.kind)))
      return { url, verdict: { state: 'bad', word: words.cannotOpen[source.kind] ?? words.unsupported } }
    return { url, verdict: { state: 'ready', kind: source.kind } }
  })
}
