/** Makes the key that two links of the same task share: the link without any wrapper, with user and password as a hash. */
import { createHash } from 'node:crypto'
import { percentDecoded } from '@homeport/contract/shape/link/link-text.ts'
import { withoutLogin } from '@homeport/contract/shape/link/link-address.ts'
import type { ParsedLink } from '@homeport/contract/shape/link/parse-link.ts'
import { loginOf } from './link-login.ts'

export type Readable = Exclude<ParsedLink, { kind: 'empty_magnet' | 'unsupported' }>

export function canonicalKey(link: Readable): string {
  if (link.kind === 'magnet') return `btih:${link.infoHash}`
  if (link.kind === 'ed2k') return `ed2k:${link.hash}:${link.size}`
  const login = loginOf(link)
  const user = login === '' ? '' : ` ${createHash('sha256').update(login).digest('hex').slice(0, 16)}`
  return plainKey(link) + user
}

function plainKey(link: Exclude<Readable, { kind: 'magnet' | 'ed2k' }>): string {
  if (!('host' in link)) {
    const address = new URL(withoutLogin(link.url))
    address.hash = ''
    return address.href
  }
  const { scheme, host, port, path } = link
  // The same file may be named in UTF-8 and in GBK.
  const isFile = link.kind === 'ftp' || link.kind === 'sftp'
  return `${scheme}://${host}:${port}${isFile ? percentDecoded(path).normalize('NFC') : path}`
}
