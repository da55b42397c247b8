/** One run of ffmpeg from a segment on: hands over each segment once it is whole, and stops reading while the player has enough. */
import { spawn } from 'node:child_process'
import type { Conversion, Converter } from '../source/conversion.ts'
import { conversionArgs, countedFromMs } from '../source/ffmpeg-args.ts'
import { createFragmentReader } from './fragments.ts'
import { convertedSegmentMs, segmentAt, type Segments } from './playlist.ts'

/** A fragment is dated by when it is decoded, which is up to some pictures before it is shown. */
const earlyMs = 400
const muxer = ['-movflags', 'frag_keyframe+delay_moov+default_base_moof+frag_discont', '-use_editlist', '0']
const output = ['-avoid_negative_ts', 'make_non_negative', '-f', 'mp4', 'pipe:1']

export type SegmentRun = ReturnType<typeof startSegmentRun>
type RunParts = {
  conversion: Conversion
  converter: Converter
  segments: Segments
  first: number
  onHead: (head: Buffer) => void
  onSegment: (index: number, bytes: Buffer) => void
  /** isWhole: it reached the end of the file. */
  onEnd: (isWhole: boolean) => void
}

export function startSegmentRun({ conversion, converter, segments, first, onHead, onSegment, onEnd }: RunParts) {
  const fromMs = segments.borders[first] ?? 0
  const begin = { ...conversion, fromMs }
  const args = conversionArgs(begin, converter, { keyframeEverySeconds: convertedSegmentMs / 1000 })
  const offset = ['-output_ts_offset', (countedFromMs(begin) / 1000).toFixed(3)]
  const child = spawn(converter.ffmpeg, [...args, ...offset, ...muxer, ...output], { stdio: ['ignore', 'pipe', 'ignore'] })
  let index = first
  let current: Buffer[] = []
  let isStopped = false

  function flush(): void {
    if (current.length > 0) onSegment(index, Buffer.concat(current))
    current = []
  }

  const reader = createFragmentReader({
    onHead,
    onFragment({ timeMs, bytes }) {
      const next = Math.max(index, segmentAt(segments, timeMs + earlyMs))
      if (next !== index) flush()
      index = next
      current.push(bytes)
    },
  })
  child.stdout.on('data', (chunk: Buffer) => !isStopped && reader.add(chunk))
  child.once('error', () => finish(false))
  child.once('close', (code) => finish(code === 0))

  function finish(isWhole: boolean): void {
    if (isStopped) return
    isStopped = true
    if (isWhole) flush()
    onEnd(isWhole)
  }

  return {
    /** The segment that is being written. */
    at: () => index,
    pause: () => void child.stdout.pause(),
    resume: () => void child.stdout.resume(),
    stop(): void {
      isStopped = true
      child.kill('SIGKILL')
    },
  }
}
