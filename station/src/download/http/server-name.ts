/** The file name that a server gives, in its header or at the end of its address. */
import type { IncomingHttpHeaders } from 'node:http'
import { shownFileName } from '@homeport/contract/shape/field/file-name.ts'
import { shortened } from '../folder/disk-names.ts'
import { isUnseen, trimEnd } from '@homeport/contract/shape/field/text.ts'
import { withoutTurns } from '@homeport/contract/kit/turns.ts'
import { readName } from '../../kit/text-encoding/name-bytes.ts'
import { nameOfDisposition, percentBytes } from './content-disposition.ts'
import { withTypeSuffix } from './type-suffix.ts'

/** Bytes of a file name on every disk in use. */
const nameMaxBytes = 255

/** The name of an answer. url: where the redirects ended. */
export function nameOfAnswer(headers: IncomingHttpHeaders, { pathname, search }: URL): string {
  const type = headers['content-type'] ?? ''
  const given = nameFromHeaders(headers)
  if (given !== '') return fileNameOf(withTypeSuffix(given, type, false))
  const ofPath = nameOfPath(pathname)
  if (ofPath !== '') return fileNameOf(withTypeSuffix(ofPath, type, search !== ''))
  const ofNothing = withTypeSuffix('index', type, false)
  return ofNothing === 'index' ? 'index.html' : ofNothing
}

/** '' if the header gives none that can be a file name. */
export function nameFromHeaders(headers: IncomingHttpHeaders): string {
  return fileNameOf(nameOfDisposition(headers['content-disposition'] ?? ''))
}

/** The file name in the last part of a path, percent-encoded in whatever encoding, without the parameters behind its suffix (RFC 3986, 3.3: film.mkv;jsessionid=AB12). */
export function nameOfPath(pathname: string): string {
  const last = (pathname.split('/').at(-1) ?? '').replace(/(?<=\.[a-z0-9]{2,5})(?:;[\w-]+=[^;.]*)+$/i, '')
  return fileNameOf(readName(percentBytes(last)))
}

/** The last part of a path, without what no disk and no Windows share takes, and never one that is hidden or in which nothing is seen; '' if nothing remains. */
export function fileNameOf(given: string): string {
  const last = given.replaceAll('\\', '/').split('/').at(-1) ?? ''
  const printable = [...withoutTurns(last)].filter((character) => character >= ' ').join('')
  const name = trimEnd(printable, /[.\s]/).trim()
  if (isUnseen(name)) return ''
  return shortened(shownFileName(name), nameMaxBytes)
}
