/** The status of each pasted line or torrent file: its kind before it is sent, the result after. */
import type { Task } from '@homeport/contract/download/download.ts'
import { parseLink, type ParsedLink, type LinkKind } from '@homeport/contract/shape/link/parse-link.ts'
import { faultWord, type LinkWords } from '../link-words.ts'
import type { DownloadWords } from '../text.ts'

export type Verdict =
  | { state: 'ready'; kind: LinkKind | 'torrent' }
  /** isKnown: the box already has it, so the line needs no action. canFix: another text in the line may help; asksLogin: user and password may. */
  | { state: 'bad'; word: string; isKnown?: boolean; canFix?: boolean; asksLogin?: boolean }
  | { state: 'sending' }
  | { state: 'uploading' }
  | { state: 'added'; word: string }
  /** The box has it: it is not sent again unless the user wants it. */
  | { state: 'known'; task: Task; kind: LinkKind | 'torrent' }
/** name: of a torrent file, whose key is the url. at: line of the text; link: what it was read as; user: that was typed for its server. */
export type Line = { url: string; name?: string; at?: number; link?: ParsedLink; user?: string; verdict: Verdict }

/** The name of the file; '' where the link has none. */
export const fileNameOf = ({ name, link }: Line): string => name ?? (link && 'name' in link ? link.name : '')

/** A chosen torrent file; id: its blob's, once uploaded. */
export type Torrent = { key: string; name: string; id?: string; word?: string }

export function torrentLine({ key, name, id, word }: Torrent): Line {
  if (word !== undefined) return { url: key, name, verdict: { state: 'bad', word } }
  return { url: key, name, verdict: id === undefined ? { state: 'uploading' } : { state: 'ready', kind: 'torrent' } }
}

/** As the box names it among its kinds. */
const kindOnBox = (kind: LinkKind): string => (kind === 'torrent_url' ? 'torrent' : kind)

/** words: of downloads and of links. kinds: that the box takes (device_info), null while unknown. */
export type LineDeps = { words: DownloadWords; linkWords: LinkWords; kinds: ReadonlySet<string> | null }

/** Empty lines are skipped, duplicates are not added twice; a link that this box would refuse is marked before it is sent. */
export function linesOf(text: string, deps: LineDeps): Line[] {
  const seen = new Set<string>()
  return text.split(/\r?\n/).flatMap((line, at) => {
    const url = line.trim()
    if (url === '') return []
    const link = parseLink(url)
    const key = keyOf(link)
    const isTwice = seen.has(key)
    seen.add(key)
    const verdict: Verdict = isTwice ? { state: 'bad', word: deps.words.twice } : verdictOf(link, deps)
    return [{ url, at, link, verdict }]
  })
}

/** A link and the thunder link around it are one. */
function keyOf(link: ParsedLink): string {
  if (link.kind === 'magnet') return link.infoHash
  return link.kind === 'ed2k' ? `${link.hash} ${link.size}` : link.url
}

function verdictOf(link: ParsedLink, { words, linkWords, kinds }: LineDeps): Verdict {
  if (link.kind === 'unsupported') return { state: 'bad', word: faultWord(linkWords, link.fault), canFix: true }
  if (link.kind === 'empty_magnet') return { state: 'bad', word: words.emptyMagnet, canFix: true }
  if (kinds && !kinds.has(kindOnBox(link.kind))) return { state: 'bad', word: linkWords.cannotOpen[link.kind] ?? '' }
  // The hash of version 1 has 40 digits.
  if (link.kind === 'magnet' && link.infoHash.length !== 40) return { state: 'bad', word: words.reasons['version_2'] ?? '' }
  // No server of this kind lets anybody in.
  if (link.kind === 'sftp' && link.user === '') return { state: 'bad', word: linkWords.asksLogin, asksLogin: true }
  return { state: 'ready', kind: link.kind }
}
