/** Cuts the fragmented mp4 that ffmpeg writes into its head and its fragments. */

import { minOf } from '@homeport/contract/kit/extremes.ts'

/** On the file's own clock. timeMs: of its first picture, or of its sound where it has no picture; earliestMs: of either. isEntry: a player can begin here: at a keyframe, or where there is only sound. */
export type Fragment = { timeMs: number; earliestMs: number; hasPicture: boolean; isEntry: boolean; bytes: Buffer }

const headerBytes = 8
const longHeaderBytes = 16

/** onHead: the part before the first fragment; onFragment: each complete one. */
export function createFragmentReader(parts: { onHead: (head: Buffer) => void; onFragment: (fragment: Fragment) => void }) {
  let rest = Buffer.alloc(0)
  let chunks: Buffer[] = []
  let size = 0
  let head: Buffer[] | undefined = []
  let clocks: TrackClock[] = []
  let moof: Buffer | undefined

  function take(kind: string, box: Buffer): void {
    if (kind === 'moov') clocks = clocksOf(box)
    if (kind === 'moof') {
      if (head) parts.onHead(Buffer.concat(head))
      head = undefined
      moof = box
    } else if (kind === 'mdat' && moof) {
      parts.onFragment({ ...startOf(moof, clocks), bytes: Buffer.concat([moof, box]) })
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

type TrackClock = { track: number; perSecond: number }

/** The first track is the picture: ffmpeg is given it first. */
function clocksOf(moov: Buffer): TrackClock[] {
  const tracks = boxesIn(moov.subarray(headerBytes)).filter(({ kind }) => kind === 'trak')
  if (tracks.length === 0) throw new Error('ffmpeg wrote an mp4 without a track')
  return tracks.map(({ body }) => {
    const head = inside(body, 'tkhd')
    const media = inside(body, 'mdia', 'mdhd')
    if (!head || !media) throw new Error('ffmpeg wrote an mp4 with a track without a head')
    return {
      track: head.readUInt32BE(head[0] === 1 ? 20 : 12),
      perSecond: media.readUInt32BE(media[0] === 1 ? 20 : 12),
    }
  })
}

function startOf(moof: Buffer, clocks: readonly TrackClock[]): Omit<Fragment, 'bytes'> {
  const parts = boxesIn(moof.subarray(headerBytes)).filter(({ kind }) => kind === 'traf')
  const tracks = parts.flatMap(({ body }) => {
    const clock = clocks.find(({ track }) => inside(body, 'tfhd')?.readUInt32BE(4) === track)
    const time = inside(body, 'tfdt')
    if (!clock || !time) return []
    const ticks = time[0] === 1 ? Number(time.readBigInt64BE(4)) : time.readUInt32BE(4)
    return [{ isPicture: clock === clocks[0], ms: (ticks * 1000) / clock.perSecond, body }]
  })
  const picture = tracks.find(({ isPicture }) => isPicture)
  const earliestMs = minOf(
    tracks.map(({ ms }) => ms),
    Infinity,
  )
  return {
    timeMs: picture?.ms ?? (tracks.length > 0 ? earliestMs : 0),
    earliestMs: tracks.length > 0 ? earliestMs : 0,
    hasPicture: picture !== undefined,
    isEntry: !picture || isKeyframe(picture.body),
  }
}

const [firstFlags, ownFlags, defaultFlags, isNoSync] = [0x4, 0x400, 0x20, 0x1_00_00]

/** By the flags of its first sample: in the run, of the sample itself, or of the whole track. */
function isKeyframe(traf: Buffer): boolean {
  const run = inside(traf, 'trun')
  const head = inside(traf, 'tfhd')
  if (!run || !head) return false
  const [runFlags, headFlags] = [run.readUInt32BE(0), head.readUInt32BE(0)]
  const afterOffset = 8 + (runFlags & 0x1 ? 4 : 0)
  if (runFlags & firstFlags) return !(run.readUInt32BE(afterOffset) & isNoSync)
  if (runFlags & ownFlags)
    return !(run.readUInt32BE(afterOffset + (runFlags & 0x100 ? 4 : 0) + (runFlags & 0x200 ? 4 : 0)) & isNoSync)
  if (!(headFlags & defaultFlags)) return true
  const before = (headFlags & 0x1 ? 8 : 0) + (headFlags & 0x2 ? 4 : 0) + (headFlags & 0x8 ? 4 : 0) + (headFlags & 0x10 ? 4 : 0)
  return !(head.readUInt32BE(8 + before) & isNoSync)
}

/** A segment of a time at which the file has neither picture nor sound. */
export const emptySegment = Buffer.from('000000186d6f6f66000000106d6668640000000000000000000000086d646174', 'hex')
