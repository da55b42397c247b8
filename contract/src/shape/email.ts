/** An e-mail address in its one spelling: the domain in the ASCII form of IDNA (RFC 5891), so that bücher.de and xn--bcher-kva.de are one address. */

const addressMax = 254
const localMaxBytes = 64
const domainMax = 253

/** Characters that a URL reads as the end of its host, or as an escape. */
const outsideHost = /[\s\p{C}/?#@:%\\<>[\]^|]/u
/** A hyphen at an end of a label, which the ASCII form of a label would hide. */
const looseHyphen = /(?:^|[.。])-|-(?:[.。]|$)/
/** Atoms with single dots between them; full-width ＠ or ， could make two addresses of it. */
const dotAtoms = /^[^\s\p{C}@"<>(),;:\\[\].]+(?:\.[^\s\p{C}@"<>(),;:\\[\].]+)*$/u
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** At least two labels; the last is no number, which would be an IP address. */
const hostName = new RegExp(String.raw`^(?:${label}\.)+(?=.{2})(?!\d+$)${label}$`)

/** A domain that is none becomes '', which isEmail refuses. */
export function canonicalEmail(text: string): string {
  const plain = text.normalize('NFKC').trim()
  const at = plain.lastIndexOf('@')
  if (at < 0) return plain
  return `${plain.slice(0, at + 1)}${asciiDomain(plain.slice(at + 1))}`
}

/** email: in its one spelling. */
export function isEmail(email: string): boolean {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, Math.max(0, at))
  const domain = email.slice(at + 1)
  if (email.length > addressMax || domain.length > domainMax) return false
  return dotAtoms.test(local) && bytesOf(local) <= localMaxBytes && hostName.test(domain)
}

/** In UTF-8. */
const bytesOf = (text: string): number => encodeURIComponent(text).replaceAll(/%[\dA-F]{2}/g, '.').length

type UrlClass = { new (address: string): { hostname: string }; canParse: (address: string) => boolean }
/** A mini-program has none: there the cloud alone reads the domain. */
const Url: UrlClass | undefined = Reflect.get(globalThis, 'URL')

function asciiDomain(domain: string): string {
  if (!Url) return domain.toLowerCase()
  const url = `http://${domain}`
  return domain !== '' && !outsideHost.test(domain) && !looseHyphen.test(domain) && Url.canParse(url) ? new Url(url).hostname : ''
}
