/** The file name that a server gives, in the spellings that servers use: RFC 8187, raw UTF-8, GBK. */
import type { IncomingHttpHeaders } from 'node:http'
import { shownFileName } from '@homeport/contract/shape/file-name.ts'
import { shortened } from '../disk-names.ts'

/** Bytes of a file name on every disk in use. */
const nameMaxBytes = 255

/** '' if the header gives none that can be a file name. */
export function nameFromHeaders(headers: IncomingHttpHeaders): string {
  const header = headers['content-disposition'] ?? ''
  return fileNameOf(extendedName(header) ?? plainName(header) ?? '')
}

/** filename*=utf-8''%E6%B5%81.bin */
function extendedName(header: string): string | undefined {
  const [, charset = '', encoded = ''] = /filename\*\s*=\s*([\w-]+)'[^']*'([^;\s]+)/i.exec(header) ?? []
  if (encoded === '') return undefined
  const bytes = Buffer.from(
    encoded.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  )
  return textOf(bytes, [charset])
}

/** The header's characters are its bytes: Node reads it as Latin-1. */
function plainName(header: string): string | undefined {
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(header) ?? []
  const given = quoted ?? bare?.trim()
  if (given === undefined) return undefined
  const text = textOf(Buffer.from(given, 'latin1'), ['utf-8', 'gb18030']) ?? given
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** In the first of the charsets in which the bytes are text. */
function textOf(bytes: Buffer, charsets: string[]): string | undefined {
  for (const charset of charsets) {
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes)
    } catch {
      continue
    }
  }
  return undefined
}

/** The last part of a path, without what no disk and no Windows share takes, and never one that is hidden; '' if nothing remains. */
export function fileNameOf(given: string): string {
  const last = given.replaceAll('\\', '/').split('/').at(-1) ?? ''
  const name = [...last]
    .filter((character) => character >= ' ')
    .join('')
    .replace(/[.\s]+$/, '')
    .trim()
  return shortened(shownFileName(name), nameMaxBytes)
}
