/** Makes a sample of a kind of film, and measures how fast it is converted by what converts a film that plays. */
import { execFile, type ChildProcess } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConvertedKind } from '@homeport/contract/playback/conversion-test.ts'
import { toolEnv } from '../../shared/ffmpeg.ts'
import type { Converter } from '../source/ffmpeg-plan.ts'
import { readStreams } from '../delivery/streams.ts'
import { convert } from '../source/transcode-process.ts'
import { filmKinds } from './film-kinds.ts'

/** A slow box encodes a third of a second; the sample repeats it. */
const frames = 8
const rounds = 15
const framesPerSecond = 24
const sampleMs = (frames * rounds * 1000) / framesPerSecond
const makeWithinMs = 8_000
/** A sample that takes longer is too slow by far. */
const convertWithinMs = 8_000

export type TrialTools = { converter: Converter; ffprobe: string; folder: string; signal: AbortSignal }

/** Seconds of film in one second; null if no sample could be made, or it was ended. */
export async function tryKind(kind: ConvertedKind, tools: TrialTools): Promise<number | null> {
  const path = join(tools.folder, `${kind}.mkv`)
  try {
    if (!(await makeSample(kind, path, tools))) return null
    const streams = await readStreams(tools.ffprobe, path)
    if (!streams?.picture || tools.signal.aborted) return null
    const conversion = {
      path,
      streams,
      delivery: 'transcode',
      audio: streams.audio[0],
      fromMs: 0,
      isSurround: false,
      limitKbit: 0,
      recoveryMs: 0,
    } as const
    const beganAt = performance.now()
    const isWhole = await ended(convert(conversion, tools.converter), tools.signal)
    if (tools.signal.aborted) return null
    const ms = performance.now() - beganAt
    // One that fails at once has no speed.
    return isWhole || ms >= convertWithinMs ? Math.round((sampleMs / ms) * 10) / 10 : null
  } finally {
    await rm(path, { force: true })
  }
}

/** Moving shapes, with the grain of a film. */
async function makeSample(kind: ConvertedKind, path: string, tools: TrialTools): Promise<boolean> {
  const { width, height, pixelFormat, encoders } = filmKinds[kind]
  const seconds = frames / framesPerSecond
  const shapes = `testsrc2=size=${width}x${height}:rate=${framesPerSecond}:duration=${seconds},noise=alls=6:allf=t`
  const sound = `sine=frequency=220:sample_rate=48000:duration=${seconds}`
  const part = `${path}.part.mkv`
  try {
    for (const encoder of encoders) {
      const input = ['-f', 'lavfi', '-i', shapes, '-f', 'lavfi', '-i', sound]
      const output = ['-c:v', ...encoder, '-pix_fmt', pixelFormat, '-c:a', 'ac3', '-frames:v', String(frames), part]
      if (!(await run([...input, ...output], tools))) continue
      return await run(['-stream_loop', String(rounds - 1), '-i', part, '-c', 'copy', path], tools)
    }
    return false
  } finally {
    await rm(part, { force: true })
  }
}

function run(args: readonly string[], { converter, signal }: TrialTools): Promise<boolean> {
  return new Promise((resolve) => {
    const how = { env: { ...toolEnv, SVT_LOG: '0' }, timeout: makeWithinMs, killSignal: 'SIGKILL', signal } as const
    execFile(converter.ffmpeg, ['-v', 'error', '-nostdin', '-y', ...args], how, (error) => resolve(!error))
  })
}

/** False if it failed, or did not end in time. */
function ended(child: ChildProcess, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const kill = () => child.kill('SIGKILL')
    const timer = setTimeout(kill, convertWithinMs)
    signal.addEventListener('abort', kill)
    const end = (isWhole: boolean) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', kill)
      resolve(isWhole)
    }
    child.stdout?.resume()
    child.once('error', () => end(false))
    child.once('close', (code) => end(code === 0))
  })
}
