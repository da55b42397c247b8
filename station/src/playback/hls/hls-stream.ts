/** A film as HLS: its segments are made when they are requested, a few ahead, and kept in memory only; a seek starts ffmpeg there. */
import type { Conversion, Converter } from '../source/ffmpeg-plan.ts'
import { createIdleWatch } from './idle-watch.ts'
import { playlistOf, segmentAt, type Segments } from '../source/hls-playlist.ts'
import { startSegmentRun, type SegmentRun } from './segment-run.ts'

/** ffmpeg runs so many segments ahead of the player, or so many bytes. */
const mostAhead = 6
const mostAheadBytes = 48 * 1024 * 1024
/** A player may request the last ones again. */
const keptBehind = 2
const mostFailures = 3
/** A disk that gives nothing is waited for so many times as long as a player. */
const patience = 2

/** takeSlot: false if too many films are being converted. */
export type HlsDeps = {
  conversion: Conversion
  converter: Converter
  segments: Segments
  idleMs: number
  takeSlot: () => boolean
  onIdle: () => void
}
export type HlsStream = ReturnType<typeof createHlsStream>
/** busy: no place for another conversion. missing: it cannot be made, or the file ends before it. */
export type HlsAnswer = Buffer | 'busy' | 'missing'

export function createHlsStream({ conversion, converter, segments, idleMs, takeSlot, onIdle }: HlsDeps) {
  const made = new Map<number, Buffer>()
  let head: Buffer | undefined
  let run: SegmentRun | undefined
  let requested = segmentAt(segments, conversion.fromMs)
  let failures = 0
  let isOver = false
  /** Where the file ended, once it was reached. */
  let lastMade = Infinity
  let waiting: (() => void)[] = []
  const watch = createIdleWatch(idleMs, () => {
    end()
    onIdle()
  })

  function wake(): void {
    const all = waiting
    waiting = []
    for (const check of all) check()
  }

  function end(): void {
    run?.stop()
    run = undefined
  }

  function tidy(): void {
    for (const index of made.keys()) if (index < requested - keptBehind || index > requested + 2 * mostAhead) made.delete(index)
    const ahead = [...made].filter(([index]) => index > requested)
    const bytes = ahead.reduce((sum, [, { length }]) => sum + length, 0)
    // After a seek back there may be enough ahead, but not what is asked for.
    if (made.has(requested) && (ahead.length >= mostAhead || bytes >= mostAheadBytes)) run?.pause()
    else run?.resume()
  }

  function start(first: number): boolean {
    end()
    if (isOver || !takeSlot()) return false
    const current = startSegmentRun({
      conversion,
      converter,
      segments,
      first,
      silentMs: idleMs * patience,
      onHead(bytes) {
        head ??= bytes
        wake()
      },
      onSegment(index, bytes) {
        failures = 0
        made.set(index, bytes)
        tidy()
        wake()
      },
      onEnd(isWhole) {
        if (run !== current) return
        run = undefined
        if (isWhole) lastMade = current.at() - 1
        else failures += 1
        wake()
      },
    })
    run = current
    return true
  }

  /** isHere: what was requested exists. indexOf: the segment that ffmpeg must write for it; a request that a seek has left behind starts nothing. */
  async function produced(isHere: () => boolean, indexOf: () => number): Promise<'busy' | 'missing' | undefined> {
    while (!isHere()) {
      const index = indexOf()
      if (isOver || failures >= mostFailures || index > lastMade) {
        failures = 0
        return 'missing'
      }
      const isComing = run && index >= run.at() && index <= run.at() + mostAhead
      if (!isComing && index !== requested) return 'missing'
      if (!isComing && !start(index)) return 'busy'
      tidy()
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    return undefined
  }

  return {
    playlist: (): string => playlistOf(segments),
    async init(): Promise<HlsAnswer> {
      const isHere = () => head !== undefined
      return (await watch.during(() => produced(isHere, () => requested))) ?? head ?? 'missing'
    },
    async segment(index: number): Promise<HlsAnswer> {
      if (index >= segments.borders.length) return 'missing'
      requested = index
      tidy()
      const isHere = () => made.has(index)
      return (await watch.during(() => produced(isHere, () => index))) ?? made.get(index) ?? 'missing'
    },
    stop(): void {
      isOver = true
      watch.stop()
      end()
      made.clear()
      wake()
    },
  }
}
