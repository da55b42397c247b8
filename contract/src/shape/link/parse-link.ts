/** Parses a download link by its text alone (spec 4 and 5, both readings; docs/decisions/046). */
import { trimEnd } from '../field/text.ts'
import { parseEd2k, type Ed2kLink } from './ed2k-link.ts'
import { isServerScheme, lastName, parseServerLink, withoutLogin, type ServerLink } from './link-address.ts'
import { percentDecoded } from './link-text.ts'
import { isWrapper, unwrapLink, wrapLink, type Wrapper } from './link-wrapper.ts'
import type { LinkFault } from './link-fault.ts'
import { parseMagnet, type MagnetLink } from './magnet-link.ts'

export type LinkKind = 'magnet' | 'http' | 'ftp' | 'sftp' | 'ed2k' | 'rtmp' | 'mms' | 'torrent_url'

type Known =
  | ({ kind: 'magnet' } & MagnetLink)
  | { kind: 'http' | 'torrent_url'; name: string; size: 0 }
  | (ServerLink & { size: 0 })
  | ({ kind: 'ed2k' } & Ed2kLink)

/** url: the link itself, out of its wrapper, with user and password. shown: as typed, without them. name and size as far as the text has them, '' and 0 otherwise. */
export type ParsedLink =
  | (Known & { url: string; shown: string; wrapper: Wrapper | '' })
  | { kind: 'empty_magnet'; url: string; shown: string; wrapper: Wrapper | '' }
  | { kind: 'unsupported'; url: string; shown: string; wrapper: Wrapper | ''; fault: LinkFault }

const maxLevels = 3
/** A magnet with hundreds of trackers is shorter. */
export const linkMaxLength = 32_768

/** Parses one pasted line. Surrounding white space is ignored. */
export function parseLink(text: string): ParsedLink {
  const typed = plainLine(text)
  const scheme = typed.length > linkMaxLength ? '' : schemeOf(typed)
  if (isWrapper(scheme)) return unwrapped(typed, scheme)
  return { ...plainSource(typed, scheme), shown: withoutLogin(typed), wrapper: '' }
}

/** Signs that are not seen, which pages and messengers put into what is copied. */
const unseen = /[\u200b\u200e\u200f\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g

/** As people paste it: as a link of Markdown, in pointed brackets or quotes, behind a word, percent-encoded as a whole, with a full-width colon, or the hash alone. */
function plainLine(pasted: string): string {
  const seen = pasted.replace(unseen, '').trim()
  const whole = /^\[[^\]]{0,200}\]\((\S+)\)$/.exec(seen)?.[1] ?? seen
  const text = /^[a-z][a-z0-9]*%3a/i.test(whole) ? percentDecoded(whole) : whole
  const bare = text
    .replace(/^\p{Script=Han}{1,8}\s*[:：]?\s*(?=[a-z][a-z0-9]{2,9}:|[0-9a-f]{40}$)/iu, '')
    .replace(/^[`<"'“‘「《【（([]+\s*(?=[a-z][a-z0-9+.-]*\s*[:：])/i, '')
    .replace(/^([a-z][a-z0-9+.-]*)\s*：/i, '$1:')
  const opened = text.length > bare.length && /^[`<"'“‘「《【（([]/.test(text)
  const line = trimEnd(bare, opened ? /[`>"'”’」》】）)\],;，。；、]/ : /[，。；、]/).trimEnd()
  if (/^(?:urn:)?bt[im]h:/i.test(line)) return `magnet:?xt=${/^urn:/i.test(line) ? '' : 'urn:'}${line}`
  if (/^[0-9a-f]{40}$/i.test(line) || /^(?=.*[G-Z])[A-Z2-7]{32}$/.test(line)) return `magnet:?xt=urn:btih:${line}`
  if (/^www\.[^\s/]+\.[a-z]{2,}\/./i.test(line)) return `http://${line}`
  return line.replace(/^magnet:\s*(?:？|(?=xt))/i, 'magnet:?')
}

function schemeOf(url: string): string {
  return /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase() ?? ''
}

function unwrapped(typed: string, wrapper: Wrapper): ParsedLink {
  const none = (fault: LinkFault): ParsedLink => ({ kind: 'unsupported', url: typed, shown: typed, wrapper, fault })
  let [url, scheme]: [string, string] = [typed, wrapper]
  for (let level = 0; isWrapper(scheme); level += 1) {
    if (level > 0 && scheme === 'thunder' && wrapper === 'thunder') return none({ reason: 'nested' })
    if (level === maxLevels) return none({ reason: 'too_deep' })
    const result = unwrapLink(url, scheme)
    if ('reason' in result) return none(result)
    url = plainLine(result.inner)
    scheme = schemeOf(url)
  }
  const bare = withoutLogin(url)
  const shown = bare === url ? typed : wrapLink(bare, wrapper)
  return { ...plainSource(url, scheme), shown, wrapper }
}

type Plain =
  | (Known & { url: string })
  | { kind: 'empty_magnet'; url: string }
  | { kind: 'unsupported'; url: string; fault: LinkFault }

function plainSource(url: string, scheme: string): Plain {
  const none = (fault: LinkFault): Plain => ({ kind: 'unsupported', url, fault })
  if (scheme === 'magnet') {
    const magnet = parseMagnet(url)
    if (magnet === 'empty') return { kind: 'empty_magnet', url }
    return 'reason' in magnet ? none(magnet) : { kind: 'magnet', ...magnet }
  }
  if (scheme === 'http' || scheme === 'https') return httpSource(url)
  if (scheme === 'ed2k') {
    const link = parseEd2k(url)
    return 'reason' in link ? none(link) : { kind: 'ed2k', ...link }
  }
  if (!isServerScheme(scheme)) return none({ reason: 'unsupported' })
  const link = parseServerLink(url, scheme)
  return typeof link === 'string' ? none({ reason: link }) : { ...link, size: 0 }
}

function httpSource(url: string): Plain {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed?.hostname) return { kind: 'unsupported', url, fault: { reason: 'no_host' } }
  const name = lastName(parsed.pathname)
  return { kind: /\.torrent$/i.test(parsed.pathname) ? 'torrent_url' : 'http', url, name, size: 0 }
}
