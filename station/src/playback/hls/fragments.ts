/** Cuts the fragmented mp4 that ffmpeg writes into its head and its fragments, each of which begins at a keyframe. */

/** timeMs: of its first picture, on the file's own clock. */
export type Fragment = { timeMs: number; bytes: Buffer }

const headerBytes = 8
const longHeaderBytes = 16

/** onHead: the part before the first fragment; onFragment: each complete one. */
export function createFragmentReader(parts: { onHead: (head: Buffer) => void; onFragment: (fragment: Fragment) => void }) {
  let rest = Buffer.alloc(0)
  let chunks: Buffer[] = []
  let size = 0
  let head: Buffer[] | undefined = []
  let clock = { track: 1, perSecond: 1 }
  let moof: Buffer | undefined

  function take(kind: string, box: Buffer): void {
    if (kind === 'moov') clock = pictureClock(box)
    if (kind === 'moof') {
      if (head) parts.onHead(Buffer.concat(head))
      head = undefined
      moof = box
    } else if (kind === 'mdat' && moof) {
      parts.onFragment({ timeMs: startOf(moof, clock), bytes: Buffer.concat([moof, box]) })
      moof = undefined
    } else head?.push(box)
  }

  return {
    add(chunk: Buffer): void {
      chunks.push(chunk)
      size += chunk.length
      if (size < headerBytes) return
      // Joined only once a whole box is here: a fragment comes in hundreds of chunks.
      const needed = boxSize(chunks[0] && chunks[0].length >= longHeaderBytes ? chunks[0] : (chunks = [Buffer.concat(chunks)])[0])
      if (needed === 0 || size < needed) return
      rest = Buffer.concat(chunks)
      for (;;) {
        const length = boxSize(rest)
        if (length === 0 || length > rest.length) break
        take(rest.toString('latin1', 4, headerBytes), rest.subarray(0, length))
        rest = rest.subarray(length)
      }
      chunks = rest.length > 0 ? [rest] : []
      size = rest.length
    },
  }
}

/** 0: its header is not whole yet. */
function boxSize(bytes: Buffer | undefined): number {
  if (!bytes || bytes.length < headerBytes) return 0
  const size = bytes.readUInt32BE(0)
  if (size !== 1) return Math.max(size, headerBytes)
  return bytes.length < longHeaderBytes ? 0 : Number(bytes.readBigUInt64BE(headerBytes))
}

type Box = { kind: string; body: Buffer }

function boxesIn(bytes: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + headerBytes <= bytes.length;) {
    const size = boxSize(bytes.subarray(at))
    if (size === 0) break
    boxes.push({ kind: bytes.toString('latin1', at + 4, at + headerBytes), body: bytes.subarray(at + headerBytes, at + size) })
    at += size
  }
  return boxes
}

function inside(bytes: Buffer, ...kinds: string[]): Buffer | undefined {
  let at: Buffer | undefined = bytes
  for (const kind of kinds) at = at && boxesIn(at).find((box) => box.kind === kind)?.body
  return at
}

/** The first track is the picture: ffmpeg is given it first. */
function pictureClock(moov: Buffer): { track: number; perSecond: number } {
  const trak = boxesIn(moov.subarray(headerBytes)).find(({ kind }) => kind === 'trak')?.body ?? Buffer.alloc(0)
  const head = inside(trak, 'tkhd')
  const media = inside(trak, 'mdia', 'mdhd')
  if (!head || !media) throw new Error('ffmpeg wrote an mp4 without a track')
  return {
    track: head.readUInt32BE(head[0] === 1 ? 20 : 12),
    perSecond: media.readUInt32BE(media[0] === 1 ? 20 : 12),
  }
}

/** By the picture's track, or by the only one in it. */
function startOf(moof: Buffer, { track, perSecond }: { track: number; perSecond: number }): number {
  const parts = boxesIn(moof.subarray(headerBytes)).filter(({ kind }) => kind === 'traf')
  const ofPicture = parts.find(({ body }) => inside(body, 'tfhd')?.readUInt32BE(4) === track)
  const time = ofPicture && inside(ofPicture.body, 'tfdt')
  if (!time) return 0
  const ticks = time[0] === 1 ? Number(time.readBigInt64BE(4)) : time.readUInt32BE(4)
  return (ticks * 1000) / perSecond
}
