/** The text of a torrent's names: UTF-8, or the encoding that the torrent names, or one that fits all of them (old Chinese ones use GBK). */
import { isUtf8 } from 'node:buffer'

/** Tried in this order on names that are not UTF-8. */
const guesses = ['gb18030', 'big5', 'shift_jis']

export type NameReader = {
  /** The engine writes these names as percent-encoded bytes. */
  isUtf8: boolean
  read: (name: Buffer) => string
}

/** names: each call gives all names anew. declared: the torrent's own `encoding`, '' if none. */
export function createNameReader(names: () => Iterable<Buffer>, declared: string): NameReader {
  if (every(names(), isUtf8)) return { isUtf8: true, read: (name) => name.toString() }
  for (const label of [declared, ...guesses]) {
    const decoder = decoderOf(label)
    if (decoder && every(names(), (name) => textBy(decoder, name) !== undefined))
      return { isUtf8: false, read: (name) => textBy(decoder, name) ?? '' }
  }
  const lenient = new TextDecoder('gb18030')
  return { isUtf8: false, read: (name) => lenient.decode(name) }
}

function every(names: Iterable<Buffer>, isFine: (name: Buffer) => boolean): boolean {
  for (const name of names) if (!isFine(name)) return false
  return true
}

/** undefined for an unknown encoding. */
function decoderOf(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label, { fatal: true })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function textBy(decoder: TextDecoder, name: Buffer): string | undefined {
  try {
    return decoder.decode(name)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
