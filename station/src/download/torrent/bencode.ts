/** Reads bencoded bytes in place: one pass checks the whole, then values are read at their positions. No tree is built, whatever the bytes hold. */

export class BencodeError extends Error {}
/** More values than the reader allows. */
export class BencodeLimitError extends BencodeError {}

export type Bencode = ReturnType<typeof createBencode>
export type BencodeKind = 'dictionary' | 'list' | 'integer' | 'string'

/** As libtorrent; torrents of version 2 have a level for each folder. */
const deepest = 100
const maxDigits = 20
const [colon, minus, zero, nine] = [0x3a, 0x2d, 0x30, 0x39]
const [letterD, letterE, letterI, letterL] = [0x64, 0x65, 0x69, 0x6c]

/** The items that may follow inside a container. */
const expects = { item: 0, key: 1, valueOfKey: 2 } as const

/** Throws a BencodeError if the bytes do not begin with one whole value. Keys of dictionaries do not count as values. */
export function createBencode(bytes: Buffer, { maxValues }: { maxValues: number }) {
  checkWhole(bytes, maxValues)

  function* entries(at: number): Generator<[key: string, at: number]> {
    for (let next = at + 1; bytes[next] !== letterE;) {
      const valueAt = stringEnd(bytes, next)
      yield [stringAt(next).toString('latin1'), valueAt]
      next = valueEnd(bytes, valueAt)
    }
  }

  function* items(at: number): Generator<number> {
    for (let next = at + 1; bytes[next] !== letterE; next = valueEnd(bytes, next)) yield next
  }

  function stringAt(at: number): Buffer {
    return bytes.subarray(bytes.indexOf(colon, at) + 1, stringEnd(bytes, at))
  }

  return {
    bytes,
    kindAt(at: number): BencodeKind {
      if (bytes[at] === letterD) return 'dictionary'
      if (bytes[at] === letterL) return 'list'
      return bytes[at] === letterI ? 'integer' : 'string'
    },
    /** Position after the value. */
    endOf: (at: number): number => valueEnd(bytes, at),
    /** Keys and the positions of their values. */
    entries,
    /** Positions of the items of a list. */
    items,
    stringAt,
    integerAt: (at: number): number => Number(bytes.toString('latin1', at + 1, integerEnd(bytes, at) - 1)),
  }
}

function checkWhole(bytes: Buffer, maxValues: number): void {
  const expected: number[] = []
  let at = 0
  let values = 0
  do {
    const last = expected.length - 1
    if (at >= bytes.length) throw new BencodeError('no end')
    if (bytes[at] === letterE && last >= 0) {
      if (expected.pop() === expects.valueOfKey) throw new BencodeError('a key without a value')
      at += 1
      continue
    }
    if (expected[last] === expects.key) {
      at = stringEnd(bytes, at)
      expected[last] = expects.valueOfKey
      continue
    }
    if (expected[last] === expects.valueOfKey) expected[last] = expects.key
    values += 1
    if (values > maxValues) throw new BencodeLimitError('too many values')
    if (bytes[at] !== letterD && bytes[at] !== letterL) at = scalarEnd(bytes, at)
    else {
      if (expected.length > deepest) throw new BencodeError('too deep')
      expected.push(bytes[at] === letterD ? expects.key : expects.item)
      at += 1
    }
  } while (expected.length > 0)
}

/** The end of a value in checked bytes. */
function valueEnd(bytes: Buffer, start: number): number {
  let at = start
  let depth = 0
  do {
    const byte = bytes[at]
    if (byte === letterE) depth -= 1
    else if (byte === letterD || byte === letterL) depth += 1
    at = byte === letterE || byte === letterD || byte === letterL ? at + 1 : scalarEnd(bytes, at)
  } while (depth > 0)
  return at
}

function scalarEnd(bytes: Buffer, at: number): number {
  return bytes[at] === letterI ? integerEnd(bytes, at) : stringEnd(bytes, at)
}

function integerEnd(bytes: Buffer, at: number): number {
  const from = bytes[at + 1] === minus ? at + 2 : at + 1
  const to = digitsEnd(bytes, from)
  if (bytes[to] !== letterE) throw new BencodeError('not a number')
  return to + 1
}

function stringEnd(bytes: Buffer, at: number): number {
  const colonAt = digitsEnd(bytes, at)
  if (bytes[colonAt] !== colon) throw new BencodeError('not a length')
  let length = 0
  for (let digit = at; digit < colonAt; digit += 1) length = length * 10 + (bytes[digit] ?? zero) - zero
  const end = colonAt + 1 + length
  if (end > bytes.length) throw new BencodeError('a string past the end')
  return end
}

function digitsEnd(bytes: Buffer, from: number): number {
  let to = from
  for (let byte = bytes[to]; byte !== undefined && byte >= zero && byte <= nine; byte = bytes[to]) to += 1
  if (to === from || to - from > maxDigits) throw new BencodeError('not a number')
  return to
}
