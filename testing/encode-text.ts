/** For tests: text in the encodings of subtitle files, which Node only reads. */

const tables = new Map<string, Map<string, number[]>>()

function tableOf(encoding: string): Map<string, number[]> {
  const existing = tables.get(encoding)
  if (existing) return existing
  const decoder = new TextDecoder(encoding)
  const table = new Map<string, number[]>()
  for (let byte = 0x80; byte <= 0xff; byte += 1) {
    const letter = decoder.decode(new Uint8Array([byte]))
    if (letter !== '\ufffd' && !table.has(letter)) table.set(letter, [byte])
  }
  for (let lead = 0x81; lead < 0xff; lead += 1)
    for (let trail = 0x40; trail < 0xff; trail += 1) {
      const letter = decoder.decode(new Uint8Array([lead, trail]))
      if ([...letter].length === 1 && letter !== '\ufffd' && !table.has(letter)) table.set(letter, [lead, trail])
    }
  tables.set(encoding, table)
  return table
}

/** Throws on a character that the encoding does not have in one or two bytes. */
export function encodeText(text: string, encoding: string): Uint8Array {
  const table = tableOf(encoding)
  const bytes = [...text].flatMap((letter) => {
    const code = letter.codePointAt(0) ?? 0
    const pair = code < 0x80 ? [code] : table.get(letter)
    if (!pair) throw new Error(`${encoding} has no ${letter}`)
    return pair
  })
  return new Uint8Array(bytes)
}
