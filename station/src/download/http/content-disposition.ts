/** The file name of a Content-Disposition header as browsers read it: RFC 6266 with RFC 8187, and the many spellings beside them. */
import { decode, readName } from '../../kit/text-encoding/name-bytes.ts'

/** header: its characters are its bytes, as Node gives it. '' if it has no name. */
export function nameOfDisposition(header: string): string {
  const parameters = parametersOf(header)
  const extended = parameters.get('filename*')
  const fromExtended = extended === undefined ? '' : extendedText(extended)
  return fromExtended || continuedText(parameters) || plainText(parameters.get('filename') ?? '')
}

const bytesOf = (latin1: string): Buffer => Buffer.from(latin1, 'latin1')

/** The first of each name counts. */
function parametersOf(header: string): Map<string, string> {
  const parameters = new Map<string, string>()
  const pattern = /(?<=^|[;,\s])(filename(?:\*\d{0,2}\*?)?)\s*=\s*/giy
  for (let at = 0; at < header.length;) {
    pattern.lastIndex = at
    const match = pattern.exec(header)
    if (!match) {
      // Another parameter's quoted value may hold anything.
      at += header[at] === '"' ? quoted(header, at).length : 1
      continue
    }
    const name = match[1]?.toLowerCase() ?? ''
    const from = pattern.lastIndex
    const { text, length } = header[from] === '"' ? quoted(header, from) : bare(header, from)
    if (!parameters.has(name)) parameters.set(name, text)
    at = from + length
  }
  return parameters
}

/** A second header, which Node joins to the first one. */
const nextHeader = /^\s*,\s*(?:attachment|inline|form-data)\s*(?:;|$)/i

/** Ends at the quote that a parameter, another header or the end follows: some servers do not escape the quotes of the name. */
function quoted(header: string, from: number): { text: string; length: number } {
  let text = ''
  for (let at = from + 1; at < header.length; at += 1) {
    const sign = header[at] ?? ''
    const next = header[at + 1] ?? ''
    if (sign === '\\' && (next === '"' || next === '\\')) {
      text += next
      at += 1
    } else if (sign === '"' && isLastQuote(header.slice(at + 1))) return { text, length: at + 1 - from }
    else if (sign !== '"') text += sign
  }
  return { text, length: header.length - from }
}

function bare(header: string, from: number): { text: string; length: number } {
  const text = /^[^;]*/.exec(header.slice(from))?.[0] ?? ''
  return { text: text.replace(/,\s*(?:attachment|inline|form-data)\s*$/i, '').trim(), length: Math.max(1, text.length) }
}

const isLastQuote = (behind: string): boolean => /^\s*(?:;|$)/.test(behind) || nextHeader.test(behind)

/** UTF-8''%E6%B5%81.bin; without its charset, or with one that does not fit, its bytes tell. */
function extendedText(value: string): string {
  const [, charset = '', encoded = value] = /^([\w.:-]*)'[^']*'(.*)$/s.exec(value) ?? []
  const bytes = percentBytes(encoded)
  return decode(bytes, charset || 'utf-8') ?? readName(bytes)
}

/** filename*0*=UTF-8''a; filename*1=b (RFC 2231) */
function continuedText(parameters: ReadonlyMap<string, string>): string {
  const parts: Buffer[] = []
  let charset = ''
  for (let count = 0; ; count += 1) {
    const [encoded, plain] = [parameters.get(`filename*${count}*`), parameters.get(`filename*${count}`)]
    const [, label, value] = /^([\w.:-]*)'[^']*'(.*)$/s.exec(count === 0 ? (encoded ?? '') : '') ?? []
    charset = label ?? charset
    if (encoded !== undefined) parts.push(percentBytes(value ?? encoded))
    else if (plain !== undefined) parts.push(bytesOf(plain))
    else break
  }
  const bytes = Buffer.concat(parts)
  return decode(bytes, charset || 'utf-8') ?? readName(bytes)
}

/** Raw bytes, percent-encoded ones, or the words of a mail (RFC 2047). */
function plainText(value: string): string {
  const joined = value.replaceAll(/\?=\s+=\?/g, '?==?')
  if (mailWord.test(joined)) return joined.replaceAll(mailWords, textOfMailWords)
  const bytes = /%[0-9a-f]{2}/i.test(value) ? percentBytes(value) : bytesOf(value)
  return readName(bytes)
}

const mailWord = /=\?[\w-]+\?[bq]\?[^?]*\?=/i
/** Words of one charset: a letter may be cut by their border. */
const mailWords = /=\?([\w-]+)\?[bq]\?[^?]*\?=(?:=\?\1\?[bq]\?[^?]*\?=)*/gi

function textOfMailWords(words: string, charset: string): string {
  const bytes = Buffer.concat(words.split(/(?<=[^?]\?=|\?\?=)(?==\?)/).map(bytesOfMailWord))
  return decode(bytes, charset) ?? readName(bytes)
}

function bytesOfMailWord(word: string): Buffer {
  const [, , coding = '', text = ''] = word.split('?')
  if (coding.toLowerCase() === 'b') return Buffer.from(text, 'base64')
  return percentBytes(text.replaceAll('_', ' ').replaceAll(/=([0-9a-f]{2})/gi, '%$1'))
}

/** A % that encodes nothing stays. */
export function percentBytes(text: string): Buffer {
  return bytesOf(text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))))
}
