/** Makes the key that two links of the same task share: the link without any wrapper, with user and password as a hash. */
import { createHash } from 'node:crypto'
import { percentDecoded } from '@homeport/contract/shape/link/link-text.ts'
import { withoutLogin } from '@homeport/contract/shape/link/link-address.ts'
import type { Source } from '@homeport/contract/shape/link/parse-link.ts'
import { loginOf } from './link-login.ts'

export type Readable = Exclude<Source, { kind: 'empty_magnet' | 'unsupported' }>

export function canonicalKey(source: Readable): string {
  if (source.kind === 'magnet') return `btih:${source.infoHash}`
  if (source.kind === 'ed2k') return `ed2k:${source.hash}:${source.size}`
  const login = loginOf(source)
  const user = login === '' ? '' : ` ${createHash('sha256').update(login).digest('hex').slice(0, 16)}`
  return plainKey(source) + user
}

function plainKey(source: Exclude<Readable, { kind: 'magnet' | 'ed2k' }>): string {
  if (!('host' in source)) {
    const address = new URL(withoutLogin(source.url))
    address.hash = ''
    return address.href
  }
  const { scheme, host, port, path } = source
  // The same file may be named in UTF-8 and in GBK.
  const isFile = source.kind === 'ftp' || source.kind === 'sftp'
  return `${scheme}://${host}:${port}${isFile ? percentDecoded(path).normalize('NFC') : path}`
}
