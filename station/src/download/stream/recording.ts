/** One run of ffmpeg that copies a stream to a file, until the stream ends, breaks off or is stopped. */
import { spawn } from 'node:child_process'
import { toolEnv } from '../../shared/ffmpeg.ts'

export type RecordingDeps = {
  ffmpeg: string
  args: readonly string[]
  input: string
  output: string
  silenceMs: number
  signal: AbortSignal
  onBytes: (bytes: number) => void
  onKind: (kind: { isLive: boolean }) => void
}

/** lengthMs: that the stream has, 0 of a live one; passedMs: that was copied. isFull: the disk is. isBroken: it ended with an error. isUnknown: this ffmpeg lacks the protocol. */
export type Recorded = {
  bytes: number
  passedMs: number
  lengthMs: number
  isFull: boolean
  isBroken: boolean
  isUnknown: boolean
}

const endsWithinMs = 5_000
const maxTail = 4_000

export async function record(deps: RecordingDeps): Promise<Recorded> {
  const { ffmpeg, args, input, output, silenceMs, signal, onBytes, onKind } = deps
  const result: Recorded = { bytes: 0, passedMs: 0, lengthMs: 0, isFull: false, isBroken: false, isUnknown: false }
  if (signal.aborted) return result
  const before = [
    '-nostdin',
    '-hide_banner',
    '-nostats',
    '-y',
    '-loglevel',
    'info',
    ...args,
    '-rw_timeout',
    String(silenceMs * 1000),
  ]
  const after = ['-c', 'copy', '-f', 'matroska', '-flush_packets', '1', '-progress', 'pipe:1', output]
  const child = spawn(ffmpeg, [...before, '-i', input, ...after], { env: toolEnv, stdio: ['ignore', 'pipe', 'pipe'] })
  let tail = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const bytes = lastNumber(text, /^total_size=(\d+)$/gm)
    const passedUs = lastNumber(text, /^out_time_us=(\d+)$/gm)
    if (passedUs !== undefined) result.passedMs = passedUs / 1000
    if (bytes === undefined) return
    result.bytes = bytes
    onBytes(bytes)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    const duration = /Duration: (N\/A|[\d:.]+)/.exec(tail + text)?.[1]
    if (duration !== undefined && !/Duration: (N\/A|[\d:.]+)/.test(tail)) {
      result.lengthMs = lengthOf(duration)
      onKind({ isLive: result.lengthMs === 0 })
    }
    tail = (tail + text).slice(-maxTail)
  })
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    // It then writes the end of the file.
    child.kill('SIGINT')
    timer = setTimeout(() => child.kill('SIGKILL'), endsWithinMs)
  }
  signal.addEventListener('abort', stop)
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', (exit) => resolve(exit))
  })
  signal.removeEventListener('abort', stop)
  clearTimeout(timer)
  result.isFull = /No space left on device|Disk quota exceeded|File too large/.test(tail)
  result.isUnknown = /Protocol not found/.test(tail)
  result.isBroken = code !== 0 || /Input\/output error|Connection reset|timed out|Broken pipe/i.test(tail)
  return result
}

function lastNumber(text: string, pattern: RegExp): number | undefined {
  const last = [...text.matchAll(pattern)].at(-1)?.[1]
  return last === undefined ? undefined : Number(last)
}

/** 'N/A' and 0: without an end. */
function lengthOf(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number)
  return Number.isFinite(hours) ? ((hours * 60 + minutes) * 60 + seconds) * 1000 : 0
}
