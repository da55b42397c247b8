/**
 * Recordings and discs whose clock starts over or jumps: files that were put one behind the other, DVDs of several cells. Each stretch in which the clock runs through is
 * a part of its own, and the length is that of all parts. mpv and VLC guess it by the bit rate; Kodi takes the last time less the first one, which may be anything.
 */
import { open, type FileHandle } from 'node:fs/promises'
import { isGrowing, toolInput, toolInputArgs } from './growing-file.ts'
import { clockReaderOf, msBetween, msShown, type ClockReader, type Stamp, type Stamps } from './stream-clock.ts'

/** from, to: bytes of the file. */
export type RecordingPart = { from: number; to: number; durationMs: number }

const samples = 32
const leastApart = 32 * 1024
/** A window in which the clock is read; one large picture may fill several. */
const windowBytes = 256 * 1024
const mostWindows = 8
/** Packets lie not quite in the order of their times. */
const usualBackMs = 1_500
/** ffmpeg takes a longer step for a jump too. */
const longestStepMs = 10_000
/** Between two samples a quiet scene, which has few bytes, lasts longer than elsewhere. */
const [mostSlower, spareMs] = [10, 30_000]
/** Times of one moment are so near each other. */
const nearMs = 5_000
const pictureMs = 40
const maxParts = 200

type Recording = { file: FileHandle; size: number; reader: ClockReader; usualMs: number }

/** container: ffprobe's name. [] where the clock runs through, as in nearly every file, and for a file that is still loading. */
export async function recordingParts(path: string, container: string): Promise<RecordingPart[]> {
  const reader = clockReaderOf(container)
  if (!reader || isGrowing(path) || path.includes('\n')) return []
  // Whoever plays it says what is wrong with its disk.
  const file = await open(path, 'r').catch(() => undefined)
  if (!file) return []
  try {
    const { size } = await file.stat()
    return await partsOf({ file, size, reader, usualMs: 0 })
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
  const { size } = recording
  const apart = Math.max(leastApart, Math.ceil(size / samples))
  const sampled: Stamp[] = []
  for (let at = 0; at < size; at += apart) {
    const stamp = await stampAt(recording, at, sampled[0]?.stream)
    if (stamp && stamp.at > (sampled.at(-1)?.at ?? -1)) sampled.push(stamp)
    // Scrambled, or something else under that name.
    if (sampled.length === 0) return []
  }
  const steps = sampled.slice(1).map((stamp, at) => msBetween(sampled[at] ?? stamp, stamp))
  const forward = steps.filter((ms) => ms > 0).toSorted((a, b) => a - b)
  const usualMs = forward[Math.floor(forward.length / 2)] ?? 0
  const cuts: number[] = []
  for (const [at, hi] of sampled.slice(1).entries()) {
    const lo = sampled[at]
    if (lo) await findCuts({ ...recording, usualMs }, { lo, hi, cuts })
  }
  if (cuts.length === 0) return []
  const borders = [0, ...cuts, size]
  const parts: RecordingPart[] = []
  for (const [at, to] of borders.slice(1).entries()) {
    const from = borders[at] ?? 0
    const durationMs = await lengthOf(recording, from, to)
    if (durationMs > 0) parts.push({ from, to, durationMs })
  }
  return parts
}

type Stretch = { lo: Stamp; hi: Stamp; cuts: number[] }

/** Adds the places of all jumps between two times, in their order. */
async function findCuts(recording: Recording, { lo, hi, cuts }: Stretch): Promise<void> {
  if (!isJump(recording, lo, hi) || cuts.length >= maxParts) return
  let [before, behind] = [lo, hi]
  while (behind.at - before.at > windowBytes) {
    const middle = await stampAt(recording, Math.floor((before.at + behind.at) / 2), lo.stream)
    if (!middle || middle.at >= behind.at) break
    const [first, second] = [msBetween(before, middle), msBetween(middle, behind)]
    const isFirst = first < -usualBackMs || (second >= -usualBackMs && first > second)
    if (isFirst) behind = middle
    else before = middle
  }
  const jump = jumpIn(await stampsIn(recording, before.at, behind.at + windowBytes), before, behind)
  if (!jump) return
  await findCuts(recording, { lo, hi: jump.last, cuts })
  cuts.push(jump.cut)
  await findCuts(recording, { lo: jump.next, hi, cuts })
}

function isJump({ usualMs }: Recording, lo: Stamp, hi: Stamp): boolean {
  const ms = msBetween(lo, hi)
  return ms < -usualBackMs || ms > mostSlower * usualMs + spareMs
}

type Jump = { last: Stamp; next: Stamp; cut: number }

/** The step from one packet to the next that is no step of a running clock. */
function jumpIn({ stamps, heads }: Stamps, before: Stamp, behind: Stamp): Jump | undefined {
  const own = stamps.filter(({ at, stream }) => at <= behind.at && (stream === before.stream || stream === behind.stream))
  const index = own.findIndex((stamp, at) => {
    const ms = msBetween(own[at - 1] ?? stamp, stamp)
    return ms < -usualBackMs || ms > longestStepMs
  })
  const [last, next] = [own[index - 1], own[index]]
  if (!last || !next) return undefined
  const between = stamps.filter(({ at }) => at > last.at && at <= next.at)
  const first = between.find((stamp) => Math.abs(msBetween(stamp, next)) < nearMs) ?? next
  const latest = between.findLast(({ at }) => at < first.at) ?? last
  return { last, next, cut: heads.find((at) => at > latest.at && at < first.at) ?? first.at }
}

/** From the earliest time at its beginning to the latest at its end. */
async function lengthOf(recording: Recording, from: number, to: number): Promise<number> {
  const first = await stampAt(recording, from, undefined)
  if (!first || first.at >= to) return 0
  const begin = await stampsIn(recording, from, Math.min(to, first.at + windowBytes))
  let last: Stamp | undefined
  let end: Stamp[] = []
  for (let windows = 1; windows <= mostWindows && !last; windows += 1) {
    end = (await stampsIn(recording, Math.max(from, to - windows * windowBytes), to)).stamps
    last = end.at(-1)
  }
  if (!last) return 0
  const earliest = extreme(begin.stamps, first, -1)
  const latest = extreme(end, last, 1)
  return Math.round(msShown(earliest, latest) + pictureMs)
}

/** What is shown first (-1) or last (1) of one moment. */
function extreme(stamps: readonly Stamp[], around: Stamp, way: 1 | -1): Stamp {
  const near = stamps.filter((stamp) => Math.abs(msBetween(around, stamp)) < nearMs)
  const ahead = ({ shown }: Stamp) => msBetween({ ticks: around.shown }, { ticks: shown }) * way
  return near.reduce((found, stamp) => (ahead(stamp) > ahead(found) ? stamp : found), around)
}

/** The first time from a byte on, of that stream if it has one there. */
async function stampAt(recording: Recording, from: number, stream: number | undefined): Promise<Stamp | undefined> {
  let other: Stamp | undefined
  for (let windows = 0; windows < mostWindows; windows += 1) {
    const at = from + windows * windowBytes
    if (at >= recording.size) break
    const { stamps } = await stampsIn(recording, at, at + windowBytes)
    const own = stamps.find((stamp) => (stream === undefined ? stamp.isVideo : stamp.stream === stream))
    if (own) return own
    other ??= stamps.find(({ isVideo }) => isVideo) ?? stamps[0]
  }
  return other
}

async function stampsIn({ file, size, reader }: Recording, from: number, to: number): Promise<Stamps> {
  const buffer = Buffer.alloc(Math.max(0, Math.min(to, size) - from))
  const { bytesRead } = await file.read(buffer, 0, buffer.length, from)
  return reader(buffer.subarray(0, bytesRead), from)
}
