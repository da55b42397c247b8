/** Where a redirect leads. */
import { parseLink } from '@homeport/contract/shape/link/parse-link.ts'
import { UrlError } from './url-error.ts'

/** A magnet or ed2k link, which becomes the task's own. */
export class RedirectToLink extends UrlError {
  readonly link: string
  constructor(link: string) {
    super(28, 'a redirect to no web address')
    this.link = link
  }
}

/** location: its characters are the bytes that the server sent. Throws UrlError. */
export function redirectTarget(location: string, from: URL): URL {
  const encoded = location.trim().replaceAll(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
  const next = URL.canParse(encoded, from) ? new URL(encoded, from) : undefined
  if (next?.protocol === 'http:' || next?.protocol === 'https:') return withLoginOf(from, next)
  const link = parseLink(encoded)
  if ((link.kind === 'http' || link.kind === 'torrent_url') && link.wrapper !== '') return new URL(link.url)
  // A broken magnet is told as one. From the web nothing leads to another kind of server (P34).
  if (link.kind === 'magnet' || link.kind === 'ed2k' || /^(?:magnet|ed2k):/i.test(encoded)) throw new RedirectToLink(encoded)
  throw new UrlError(28, 'a redirect to no web address')
}

/** User and password are for their own server, and it may write out its whole address (as curl; RFC 7617, 2.2). */
function withLoginOf({ origin, username, password }: URL, next: URL): URL {
  if (next.origin === origin && next.username === '' && next.password === '') Object.assign(next, { username, password })
  return next
}
