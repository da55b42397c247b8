/**
 * Recordings and discs whose clock starts over or jumps: files that were put one behind the other, DVDs of several cells. Each stretch in which the clock runs through is
 * a part of its own, and the length is that of all parts. mpv and VLC guess it by the bit rate; Kodi takes the last time less the first one, which may be anything.
 */
import { open, type FileHandle } from 'node:fs/promises'
import { isGrowing, toolInput, toolInputArgs } from './growing-file.ts'
import { clockReaderOf, msBetween, msShown, type ClockReader, type Stamp, type Stamps } from './stream-clock.ts'

/** from, to: bytes of the file. */
export type RecordingPart = { from: number; to: number; durationMs: number }

/** Places at which the clock is looked at: at first, and where there is a jump already. */
const samples = { few: 32, many: 512 }
const leastApart = 16 * 1024
/** A window in which the clock is read; one large picture may fill several. */
const windowBytes = 64 * 1024
const mostWindows = 32
/** A file that is made to be read for hours is not. */
const mostReads = 6_000
/** Packets lie not quite in the order of their times. */
const usualBackMs = 1_500
/** ffmpeg takes a longer step for a jump too. */
const longestStepMs = 10_000
/** Between two samples a quiet scene, which has few bytes, lasts longer than elsewhere. */
const [mostSlower, spareMs] = [10, 30_000]
/** Times of one moment are so near each other. */
const nearMs = 5_000
const pictureMs = 40
/** Around a time, to find others of its moment. */
const aroundBytes = 256 * 1024
/** A packet, or the head of one, may lie across the border of two windows. */
const overlapBytes = 2 * 1024
const maxParts = 200

type Recording = { file: FileHandle; size: number; reader: ClockReader; reads: number }

/** container: ffprobe's name. [] where the clock runs through, as in nearly every file, and for a file that is still loading. */
export async function recordingParts(path: string, container: string): Promise<RecordingPart[]> {
  const reader = clockReaderOf(container)
  if (!reader || isGrowing(path) || path.includes('\n')) return []
  // A disk that fails is told by what plays the file.
  const file = await open(path, 'r').catch(() => undefined)
  if (!file) return []
  try {
    const { size } = await file.stat()
    return await partsOf({ file, size, reader, reads: 0 })
  } finally {
    await file.close()
  }
}

export function lengthOfParts(parts: readonly RecordingPart[]): number {
  return parts.reduce((sum, { durationMs }) => sum + durationMs, 0)
}

/** A film as an input of ffmpeg; one of several parts is one whose clock runs through from 0 on. */
export function filmInput(path: string, joined: readonly RecordingPart[] | undefined): string[] {
  return joined ? joinedInput(path, joined) : [...toolInputArgs(path), '-i', toolInput(path)]
}

function joinedInput(path: string, parts: readonly RecordingPart[]): string[] {
  const quoted = path.replaceAll("'", String.raw`'\''`)
  const lines = parts.flatMap(({ from, to, durationMs }) => [
    `file 'subfile,,start,${from},end,${to},,:file:${quoted}'`,
    `duration ${(durationMs / 1000).toFixed(3)}`,
  ])
  const list = Buffer.from(['ffconcat version 1.0', ...lines, ''].join('\n')).toString('base64')
  const allowed = ['-f', 'concat', '-safe', '0', '-protocol_whitelist', 'file,subfile,data']
  return [...allowed, '-i', `data:text/plain;base64,${list}`]
}

async function partsOf(recording: Recording): Promise<RecordingPart[]> {
  const few = await jumpsBySamples(recording, samples.few)
  const jumps = few.length > 0 ? await jumpsBySamples(recording, samples.many) : []
  const begin = await stampAt(recording, 0, undefined)
  if (jumps.length === 0 || !begin) return []
  const end = await lastStamp(recording)
  const parts: RecordingPart[] = []
  for (const [at, first] of [begin, ...jumps.map(({ next }) => next)].entries()) {
    const [before, jump] = [jumps[at - 1], jumps[at]]
    const stretch = { from: before?.cut ?? 0, to: jump?.cut ?? recording.size }
    const durationMs = await lengthOf(recording, { ...stretch, first, last: jump?.last ?? end ?? first })
    parts.push({ ...stretch, durationMs })
  }
  return parts
}

async function jumpsBySamples(recording: Recording, count: number): Promise<Jump[]> {
  const apart = Math.max(leastApart, Math.ceil(recording.size / count))
  const sampled: Stamp[] = []
  for (let at = 0; at < recording.size;) {
    const stamp = await stampAt(recording, at, sampled[0]?.stream)
    if (stamp && stamp.at > (sampled.at(-1)?.at ?? -1)) sampled.push(stamp)
    // Scrambled, or something else under that name.
    if (sampled.length === 0) return []
    // There is none up to the one that was found.
    at = Math.max(at + Math.round(apart * unevenly(sampled.length)), stamp?.at ?? at + mostWindows * windowBytes)
  }
  const steps = sampled.slice(1).map((stamp, at) => msBetween(sampled[at] ?? stamp, stamp))
  const forward = steps.filter((ms) => ms > 0).toSorted((a, b) => a - b)
  const usualMs = forward[Math.floor(forward.length / 2)] ?? 0
  const jumps: Jump[] = []
  for (const [at, hi] of sampled.slice(1).entries()) {
    const lo = sampled[at]
    if (lo) await findJumps(recording, { lo, hi, usualMs, jumps })
  }
  return jumps
}

/** Pieces of one length would look like one clock at even places. By the golden ratio, which falls together with no length. */
function unevenly(index: number): number {
  return 0.6 + 0.8 * ((index * 0.618_034) % 1)
}

type Stretch = { lo: Stamp; hi: Stamp; usualMs: number; jumps: Jump[] }

/** Adds the jumps between two times, in their order. */
async function findJumps(recording: Recording, { lo, hi, ...all }: Stretch): Promise<void> {
  if (!isJump(all.usualMs, lo, hi) || all.jumps.length >= maxParts - 1) return
  let [before, behind] = [lo, hi]
  while (behind.at - before.at > windowBytes) {
    const middle = await stampAt(recording, Math.floor((before.at + behind.at) / 2), lo.stream)
    if (!middle || middle.at >= behind.at) break
    const [first, second] = [msBetween(before, middle), msBetween(middle, behind)]
    const isFirst = first < -usualBackMs || (second >= -usualBackMs && first > second)
    if (isFirst) behind = middle
    else before = middle
  }
  const jump = jumpIn(await stampsIn(recording, Math.max(0, before.at - windowBytes), behind.at + windowBytes), before, behind)
  if (!jump) return
  await findJumps(recording, { ...all, lo, hi: jump.last })
  all.jumps.push(jump)
  await findJumps(recording, { ...all, lo: jump.next, hi })
}

function isJump(usualMs: number, lo: Stamp, hi: Stamp): boolean {
  const ms = msBetween(lo, hi)
  return ms < -usualBackMs || ms > mostSlower * usualMs + spareMs
}

/** Without single ones that are far from those beside them. */
function steady(stamps: readonly Stamp[]): Stamp[] {
  const areNear = (one: Stamp, other: Stamp | undefined) => other !== undefined && Math.abs(msBetween(one, other)) < nearMs
  return stamps.filter((stamp, at) => areNear(stamp, stamps[at - 1]) || areNear(stamp, stamps[at + 1]))
}

function isStep(last: Stamp, next: Stamp): boolean {
  const ms = msBetween(last, next)
  return ms < -usualBackMs || ms > longestStepMs
}

type Jump = { last: Stamp; next: Stamp; cut: number }

/** The step from one packet to the next that is no step of a running clock. A damaged packet may have any time: so both before and behind two packets agree. */
function jumpIn({ stamps, heads }: Stamps, before: Stamp, behind: Stamp): Jump | undefined {
  const own = steady(stamps.filter(({ stream }) => stream === before.stream || stream === behind.stream))
  const index = own.findIndex((next, at) => {
    const [earlier, last, later] = [own[at - 2], own[at - 1], own[at + 1]]
    if (!earlier || !last || !later || last.at < before.at || next.at > behind.at) return false
    return isStep(last, next) && isStep(earlier, next) && isStep(last, later)
  })
  const [last, next] = [own[index - 1], own[index]]
  if (!last || !next) return undefined
  const between = stamps.filter(({ at }) => at > last.at && at <= next.at)
  const first = between.find((stamp) => Math.abs(msBetween(stamp, next)) < nearMs) ?? next
  const latest = between.findLast(({ at }) => at < first.at) ?? last
  return { last, next, cut: heads.find((at) => at > latest.at && at < first.at) ?? first.at }
}

type Ends = { from: number; to: number; first: Stamp; last: Stamp }

/** From the earliest time at its beginning to the latest at its end. */
async function lengthOf(recording: Recording, { from, to, first, last }: Ends): Promise<number> {
  const begin = await stampsIn(recording, from, Math.min(to, first.at + aroundBytes))
  const end = await stampsIn(recording, Math.max(from, last.at - aroundBytes), Math.min(to, last.at + aroundBytes))
  return Math.round(msShown(extreme(begin.stamps, first, -1), extreme(end.stamps, last, 1)) + pictureMs)
}

async function lastStamp(recording: Recording): Promise<Stamp | undefined> {
  for (let to = recording.size; to > Math.max(0, recording.size - mostWindows * windowBytes); to -= windowBytes) {
    const { stamps } = await stampsIn(recording, Math.max(0, to - windowBytes - overlapBytes), to)
    const last = steady(stamps).at(-1) ?? stamps.at(-1)
    if (last) return last
  }
  return undefined
}

/** The packet of one moment that is shown first (-1) or last (1). */
function extreme(stamps: readonly Stamp[], around: Stamp, way: 1 | -1): Stamp {
  const ahead = ({ shown }: Stamp) => msBetween(around, { ticks: shown })
  const near = stamps.filter((stamp) => Math.abs(ahead(stamp)) < nearMs)
  const one = near[0] ?? { ...around, shown: around.ticks }
  return near.reduce((best, stamp) => (ahead(stamp) * way > ahead(best) * way ? stamp : best), one)
}

/** The first time from a byte on, of that stream if it has one there. */
async function stampAt(recording: Recording, from: number, stream: number | undefined): Promise<Stamp | undefined> {
  let other: Stamp | undefined
  for (let windows = 0; windows < mostWindows; windows += 1) {
    const at = from + windows * windowBytes
    if (at >= recording.size) break
    const { stamps } = await stampsIn(recording, at, at + windowBytes + overlapBytes)
    const own = stamps.filter((stamp) => (stream === undefined ? stamp.isVideo : stamp.stream === stream))
    const first = steady(own)[0] ?? own[0]
    if (first) return first
    other ??= stamps.find(({ isVideo }) => isVideo) ?? stamps[0]
  }
  return other
}

async function stampsIn(recording: Recording, from: number, to: number): Promise<Stamps> {
  const { file, size, reader } = recording
  recording.reads += 1
  if (recording.reads > mostReads) return { stamps: [], heads: [] }
  const buffer = Buffer.alloc(Math.max(0, Math.min(to, size) - from))
  const { bytesRead } = await file.read(buffer, 0, buffer.length, from)
  return reader(buffer.subarray(0, bytesRead), from)
}
