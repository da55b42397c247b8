/** One run of ffmpeg from a segment on: hands over each segment once it is whole, and stops reading while the player has enough. */
import { spawn } from 'node:child_process'
import type { Conversion, Converter } from '../source/ffmpeg-plan.ts'
import { conversionArgs, countedFromMs } from '../source/ffmpeg-args.ts'
import { createFragmentReader, emptySegment, type Fragment } from './fragments.ts'
import { convertedSegmentMs, segmentAt, type Segments } from '../source/hls-playlist.ts'

/** A fragment is dated by when it is decoded, which is up to some pictures before it is shown. */
const earlyMs = 400
/** A new fragment at each keyframe, and where none comes for so long: sound goes on where the picture begins late, ends early or has a gap. */
const fragmentUs = String(convertedSegmentMs * 1000)
const flags = 'frag_keyframe+delay_moov+default_base_moof+frag_discont'
const muxer = ['-movflags', flags, '-use_editlist', '0', '-frag_duration', fragmentUs]
const output = ['-avoid_negative_ts', 'make_non_negative', '-f', 'mp4', 'pipe:1']

export type SegmentRun = ReturnType<typeof startSegmentRun>
type RunDeps = {
  conversion: Conversion
  converter: Converter
  segments: Segments
  first: number
  /** An ffmpeg that writes nothing for so long, although it may, has failed. */
  silentMs: number
  onHead: (head: Buffer) => void
  onSegment: (index: number, bytes: Buffer) => void
  /** isWhole: it reached the end of the file. */
  onEnd: (isWhole: boolean) => void
}

export function startSegmentRun({ conversion, converter, segments, first, silentMs, onHead, onSegment, onEnd }: RunDeps) {
  const fromMs = segments.borders[first] ?? 0
  const keyframeMs = segments.keyframes?.findLast((ms) => ms <= Math.max(0, fromMs - conversion.recoveryMs))
  const begin = { ...conversion, fromMs, ...(keyframeMs !== undefined && { keyframeMs }) }
  const args = conversionArgs(begin, converter, {
    keyframeEverySeconds: convertedSegmentMs / 1000,
    // A player of muxed segments plays only where it has picture and sound.
    filledMs: segments.durationMs,
  })
  const offset = ['-output_ts_offset', (countedFromMs(begin) / 1000).toFixed(3)]
  const child = spawn(converter.ffmpeg, [...args, ...offset, ...muxer, ...output], { stdio: ['ignore', 'pipe', 'ignore'] })
  let index = first
  let current: Buffer[] = []
  let isFirst = true
  let isStopped = false
  let silence = setTimeout(giveUp, silentMs)

  function giveUp(): void {
    child.kill('SIGKILL')
    finish(false)
  }

  function waitForMore(): void {
    clearTimeout(silence)
    if (!isStopped) silence = setTimeout(giveUp, silentMs)
  }

  /** Every segment up to the next one is handed over: a player asks for all of them. */
  function moveTo(next: number): void {
    for (; index < next; index += 1) {
      onSegment(index, current.length > 0 ? Buffer.concat(current) : emptySegment)
      current = []
    }
  }

  function segmentOf({ timeMs, earliestMs, hasPicture, isEntry }: Fragment): number {
    if (!isEntry) return index
    // ffmpeg holds back the sound until it has the first picture, and writes both into its first fragment.
    const ms = isFirst ? Math.min(earliestMs, timeMs) : timeMs
    return Math.max(index, segmentAt(segments, ms + (hasPicture ? earlyMs : 0)))
  }

  const reader = createFragmentReader({
    onHead,
    onFragment(fragment) {
      moveTo(segmentOf(fragment))
      isFirst = false
      current.push(fragment.bytes)
    },
  })
  child.stdout.on('data', (chunk: Buffer) => {
    if (isStopped) return
    waitForMore()
    reader.add(chunk)
  })
  child.once('error', () => finish(false))
  child.once('close', (code) => finish(code === 0))

  function finish(isWhole: boolean): void {
    if (isStopped) return
    isStopped = true
    clearTimeout(silence)
    if (isWhole && current.length > 0) moveTo(index + 1)
    onEnd(isWhole)
  }

  return {
    /** The segment that is being written, or would be next. */
    at: () => index,
    pause(): void {
      clearTimeout(silence)
      child.stdout.pause()
    },
    resume(): void {
      if (!child.stdout.isPaused()) return
      waitForMore()
      child.stdout.resume()
    },
    stop(): void {
      isStopped = true
      clearTimeout(silence)
      child.kill('SIGKILL')
    },
  }
}
