/** Reads a body that comes in chunks (RFC 9112, 7.1), as curl and Chromium do: lines may end in a bare LF. */

/** A line has the size of a chunk and its extensions. */
const lineMaxBytes = 16 * 1024

/** The server sends no chunks. */
export class BadChunks extends Error {}

/** take: returns the bytes of the body, throws BadChunks. isOver: the last chunk was here; trailers are left. isWhole: where the connection ends now, nothing is missing; throws BadChunks. */
export type ChunkedBody = { take: (bytes: Buffer) => Buffer; isOver: () => boolean; isWhole: () => boolean }

export function createChunkedBody(): ChunkedBody {
  let state: 'size' | 'data' | 'data end' | 'over' = 'size'
  let remaining = 0
  let line: Buffer[] = []
  let lineBytes = 0

  /** From this position on; undefined: it has no end yet. */
  function readLine(bytes: Buffer, from: number): { text: string; next: number } | undefined {
    const end = bytes.indexOf(0x0a, from)
    const part = bytes.subarray(from, end < 0 ? bytes.length : end)
    lineBytes += part.length
    if (lineBytes > lineMaxBytes) throw new BadChunks('a line of a chunk is too long')
    line.push(part)
    if (end < 0) return undefined
    const text = Buffer.concat(line).toString('latin1')
    line = []
    lineBytes = 0
    return { text: text.endsWith('\r') ? text.slice(0, -1) : text, next: end + 1 }
  }

  function takeLine(text: string): void {
    if (state === 'size') {
      remaining = sizeOf(text)
      state = remaining > 0 ? 'data' : 'over'
    } else {
      if (text !== '') throw new BadChunks('a chunk is longer than it says')
      state = 'size'
    }
  }

  return {
    take(bytes) {
      const body: Buffer[] = []
      for (let at = 0; at < bytes.length && state !== 'over';) {
        if (state === 'data') {
          const part = bytes.subarray(at, at + remaining)
          body.push(part)
          at += part.length
          remaining -= part.length
          if (remaining === 0) state = 'data end'
          continue
        }
        const read = readLine(bytes, at)
        if (!read) break
        takeLine(read.text)
        at = read.next
      }
      const [only] = body
      return body.length === 1 && only ? only : Buffer.concat(body)
    },
    isOver: () => state === 'over',
    // A last chunk whose line has no end is one too.
    isWhole: () =>
      state === 'over' || (state === 'size' && lineBytes > 0 && sizeOf(Buffer.concat(line).toString('latin1')) === 0),
  }
}

function sizeOf(text: string): number {
  const [, digits] = /^0*([\da-f]{1,13})[ \t\r]*(?:;|$)/i.exec(text) ?? []
  if (digits === undefined) throw new BadChunks('the size of a chunk is no number')
  return Number.parseInt(digits, 16)
}
