/** The text of a torrent's names, each by itself: UTF-8, or the encoding that fits it, with a leaning to the one that fits the others or that the torrent names. */
import { isUtf8 } from 'node:buffer'
import { withoutTurns } from '@homeport/contract/kit/turns.ts'
import { readerOf } from '../../kit/text-encoding/name-bytes.ts'

/** That are read each by itself. */
const maxReadSingly = 500

export type NameReader = {
  /** The engine writes these names as percent-encoded bytes. */
  isUtf8: boolean
  read: (name: Buffer) => string
}

/** names: each call gives all names anew. declared: the torrent's own `encoding`, '' if none. */
export function createNameReader(names: () => Iterable<Buffer>, declared: string): NameReader {
  if (every(names(), isUtf8)) return { isUtf8: true, read: (name) => withoutTurns(name.toString()) }
  const read = readerOf(names(), { declared, maxReadSingly })
  return { isUtf8: false, read: (name) => withoutTurns(read(name)) }
}

function every(names: Iterable<Buffer>, isFine: (name: Buffer) => boolean): boolean {
  for (const name of names) if (!isFine(name)) return false
  return true
}
