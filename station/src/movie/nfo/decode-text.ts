/** The text of a file in UTF-8, UTF-16 or a Chinese encoding: by its mark, by its zero bytes, or by what it can be. */

export function decodeText(bytes: Buffer): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const zeros = [0, 1].map((from) => zerosAt(bytes.subarray(0, 400), from))
  if ((zeros[1] ?? 0) > 20) return new TextDecoder('utf-16le').decode(bytes)
  if ((zeros[0] ?? 0) > 20) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

function zerosAt(bytes: Buffer, from: number): number {
  return bytes.filter((byte, at) => byte === 0 && at % 2 === from).length
}
