/** The clock on the picture against the point that a screen is told, as the file itself, as one answer and as HLS: films with few keyframes or none, and files that begin oddly. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Ability } from '@homeport/contract/playback/screen-protocol.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { framesPerSecond, makeMaster, pictureAtTime, run } from '../../../../testing/counted-films/counted-films.ts'
import { clear, testFolder } from '../../testing/downloads.ts'
import { chromiumCan, ffmpeg, ffprobe, film } from '../../testing/tv.ts'
import { convert } from './transcode-process.ts'
import { createHlsStream } from '../hls/hls-stream.ts'
import { segmentAt } from './hls-playlist.ts'
import { readStreams } from '../delivery/streams.ts'
import { chooseSource, type SourceRequest } from './choose-source.ts'
import { createConverterFinder } from './find-converter.ts'

const missing = ffmpeg === '' || ffprobe === ''
const seconds = 24
/** Well behind a keyframe. */
const latePointMs = 14_700
/** Between keyframes, and 2.5 s later so still. */
const betweenMs = 12_300
const keyframeEvery = ['-g', '192', '-keyint_min', '192', '-sc_threshold', '0']
/** Two pictures. */
const nearMs = 90

const copied = ['-c', 'copy']
const from = (time: string) => [...copied, '-output_ts_offset', time, '-muxdelay', '0', '-muxpreload', '0']
const coded = (options: string) => ['-c:v', 'libx264', '-preset', 'veryfast', '-x264-params', options, '-c:a', 'copy']
const withoutWhole = ['refresh.mkv', 'refresh.ts', 'slow-refresh.mkv', 'open.ts', 'open-265.mkv', 'refresh-265.ts']
const coded265 = (options: string) => [
  '-c:v',
  'libx265',
  '-preset',
  'ultrafast',
  '-x265-params',
  `${options}:log-level=none`,
  '-c:a',
  'copy',
]
type Odd = { args: (whole: string) => string[]; firstMs?: number }
/** firstMs: the film time of the picture with the number 0. */
const files: Record<string, Odd> = {
  'plain.mkv': { args: (whole) => ['-i', whole, ...copied] },
  'plain.mp4': { args: (whole) => ['-i', whole, ...copied] },
  'cut.mp4': { args: (whole) => ['-ss', '3.05', '-i', whole, ...copied], firstMs: -3_050 },
  'recording.ts': { args: (whole) => ['-i', whole, ...from('95000')] },
  'wraps.ts': { args: (whole) => ['-i', whole, ...from('95430')] },
  'late-picture.mkv': {
    args: (whole) => ['-itsoffset', '2', '-i', whole, '-i', whole, '-map', '0:v', '-map', '1:a', ...copied],
    firstMs: 2_000,
  },
  'later.mkv': { args: (whole) => ['-itsoffset', '5', '-i', whole, ...copied, '-copyts'] },
  'later.mp4': { args: (whole) => ['-itsoffset', '5', '-i', whole, ...copied, '-copyts'] },
  // AVI has no times of its own: each packet counts one picture further.
  'counted.avi': {
    args: (whole) => ['-i', whole, '-c:v', 'libx264', '-preset', 'veryfast', '-bf', '0', ...keyframeEvery, '-c:a', 'libmp3lame'],
  },
  // No whole picture but the first one: each wave of intra blocks takes 36 pictures, 1.5 s.
  'refresh.mkv': { args: (whole) => ['-i', whole, ...coded('intra-refresh=1:keyint=36:bframes=2')] },
  'refresh.ts': { args: (whole) => ['-i', whole, ...coded('intra-refresh=1:keyint=36:bframes=0')] },
  'slow-refresh.mkv': { args: (whole) => ['-i', whole, ...coded('intra-refresh=1:keyint=96')] },
  // Whole pictures that later ones, shown before them, do not need: none but the first one is an IDR.
  'open.ts': { args: (whole) => ['-i', whole, ...coded('open-gop=1:keyint=96:min-keyint=96:scenecut=0:bframes=3')] },
  'open-265.mkv': { args: (whole) => ['-i', whole, ...coded265('keyint=96:min-keyint=96:scenecut=0')] },
  'refresh-265.ts': { args: (whole) => ['-i', whole, ...coded265('intra-refresh=1:keyint=48')] },
  'disc.vob': {
    args: (whole) => ['-i', whole, '-c:v', 'mpeg2video', '-q:v', '3', '-bf', '2', ...keyframeEvery, '-c:a', 'copy'],
  },
}

describe.skipIf(missing)('the clock on the picture is the point of the film', () => {
  let folder: string
  const at = (name: string) => join(folder, name)
  const converter = createConverterFinder(async () => ffmpeg, 2)
  beforeAll(() => {
    folder = testFolder()
    const coded = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '3', ...keyframeEvery, '-ac', '2', '-c:a', 'ac3']
    run(ffmpeg, ['-i', makeMaster(ffmpeg, folder, seconds), ...coded, at('whole.mkv')])
    for (const [name, { args }] of Object.entries(files)) run(ffmpeg, [...args(at('whole.mkv')), at(name)])
    const piped = spawnSync(ffmpeg, ['-v', 'error', '-i', at('whole.mkv'), ...copied, '-f', 'matroska', 'pipe:1'])
    writeFileSync(at('no-index.mkv'), piped.stdout)
  })
  afterAll(() => clear(folder))

  type How = Pick<SourceRequest, 'isHls' | 'isForced' | 'pointMs'>
  async function open(
    name: string,
    { can = chromiumCan.filter((one) => one !== 'mkv' && one !== 'mp4'), ...how }: How & { can?: Ability[] },
  ) {
    const streams = await readStreams(ffprobe, at(name))
    if (!streams) throw new Error('not read')
    const tools = { converter, ffprobe: async () => ffprobe }
    const facts = { file: film(at(name), { duration_ms: null }), audioIndex: undefined, can, limitKbit: 0, playsAll: false }
    return chooseSource(tools, { ...facts, ...how, streams })
  }

  /** The time in the film of the picture that a made file has at this time. */
  function filmTime(name: string, made: string, ms: number): number {
    const number = pictureAtTime(ffmpeg, at(made), ms / 1000)
    return number === undefined ? Number.NaN : (number * 1000) / framesPerSecond + (files[name]?.firstMs ?? 0)
  }

  const ways = [
    ...[...Object.keys(files), 'no-index.mkv'].map((name) => ({ name, pointMs: latePointMs, isForced: false })),
    ...['cut.mp4', 'wraps.ts', 'late-picture.mkv'].map((name) => ({ name, pointMs: 0, isForced: false })),
    ...['plain.mkv', 'cut.mp4', 'recording.ts'].map((name) => ({ name, pointMs: latePointMs, isForced: true })),
    // Without an index; no keyframe is in the segment, nor at its beginning.
    ...['recording.ts', 'wraps.ts', 'disc.vob', 'refresh.mkv', 'refresh.ts'].map((name) => ({
      name,
      pointMs: betweenMs,
      isForced: true,
    })),
  ]

  it.each(['plain.mkv', 'plain.mp4', 'late-picture.mkv', 'later.mkv', 'later.mp4'])('as the file itself: %s', async (name) => {
    const can: Ability[] = [...chromiumCan, 'ac3']
    const { delivery, fromMs } = await open(name, { isHls: false, isForced: false, pointMs: latePointMs, can })
    expect(delivery).toBe('direct')
    expect(Math.abs(filmTime(name, name, latePointMs - fromMs) - latePointMs)).toBeLessThan(nearMs)
  })

  it.each(ways)('in one answer: $name from $pointMs (converted: $isForced)', async ({ name, pointMs, isForced }) => {
    const { source, fromMs } = await open(name, { isHls: false, isForced, pointMs })
    if (source.stream !== 'fmp4') throw new Error(`it is sent as ${source.stream}`)
    const { stdout } = convert(source.conversion, source.converter)
    if (!stdout) throw new Error('no output')
    writeFileSync(at('answer.mp4'), await buffer(stdout))
    expect(fromMs).toBeLessThanOrEqual(pointMs)
    // From the last keyframe on; there is one every 8 s.
    expect(pointMs - fromMs).toBeLessThan(8_100)
    // The page plays on from the answer's beginning to the point, unseen.
    const ms = pointMs + 2_500
    expect(Math.abs(filmTime(name, 'answer.mp4', ms - fromMs) - ms)).toBeLessThan(nearMs)
  })

  it.each(['recording.ts', 'wraps.ts', 'plain.mkv', 'cut.mp4', ...withoutWhole])(
    'a converted picture is there at the point itself: %s',
    async (name) => {
      const { source, fromMs } = await open(name, { isHls: false, isForced: true, pointMs: latePointMs })
      if (source.stream !== 'fmp4') throw new Error(`it is sent as ${source.stream}`)
      const { stdout } = convert(source.conversion, source.converter)
      if (!stdout) throw new Error('no output')
      writeFileSync(at('answer.mp4'), await buffer(stdout))
      expect(fromMs).toBe(latePointMs)
      expect(Math.abs(filmTime(name, 'answer.mp4', 0) - latePointMs)).toBeLessThan(nearMs)
    },
  )

  it('a keyframe that is too far away to be played from is not copied from', async () => {
    const slow = ['-vf', 'setpts=4*PTS', '-an', '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '9999', '-sc_threshold', '0']
    run(ffmpeg, ['-i', at('whole.mkv'), ...slow, at('one-keyframe.mkv')])
    const how = { isHls: false, isForced: false }
    expect(await open('one-keyframe.mkv', { ...how, pointMs: 20_000 })).toMatchObject({ delivery: 'remux', fromMs: 0 })
    expect(await open('one-keyframe.mkv', { ...how, pointMs: 80_000 })).toMatchObject({ delivery: 'transcode', fromMs: 80_000 })
    // As HLS it would be one segment, whole in memory.
    const { delivery, source } = await open('one-keyframe.mkv', { ...how, isHls: true, pointMs: 0 })
    expect(delivery).toBe('transcode')
    expect(source.stream === 'hls' && source.segments.borders.length).toBe(24)
  })

  it.each(withoutWhole)('as HLS the picture is there from the point itself on: %s', async (name) => {
    const { source } = await open(name, { isHls: true, isForced: false, pointMs: latePointMs })
    if (source.stream !== 'hls') throw new Error(`it is sent as ${source.stream}`)
    const stream = createHlsStream({ ...source, idleMs: 30_000, takeSlot: () => true, onIdle: () => {} })
    const index = segmentAt(source.segments, latePointMs)
    const parts = [await stream.init(), await stream.segment(index)]
    stream.stop()
    writeFileSync(at('segment.mp4'), Buffer.concat(parts.flatMap((part) => (part instanceof Buffer ? [part] : []))))
    const ms = (source.segments.borders[index] ?? 0) + 200
    expect(Math.abs(filmTime(name, 'segment.mp4', ms) - ms)).toBeLessThan(nearMs)
  })

  it.each(ways)('as HLS: $name from $pointMs (converted: $isForced)', async ({ name, pointMs, isForced }) => {
    const { source } = await open(name, { isHls: true, isForced, pointMs })
    if (source.stream !== 'hls') throw new Error(`it is sent as ${source.stream}`)
    expect(source.segments.borders.length).toBeGreaterThan(2)
    const stream = createHlsStream({ ...source, idleMs: 30_000, takeSlot: () => true, onIdle: () => {} })
    const ms = pointMs + 2_500
    const parts = [await stream.init(), await stream.segment(segmentAt(source.segments, ms))]
    stream.stop()
    writeFileSync(at('segment.mp4'), Buffer.concat(parts.flatMap((part) => (part instanceof Buffer ? [part] : []))))
    expect(Math.abs(filmTime(name, 'segment.mp4', ms) - ms)).toBeLessThan(nearMs)
  })
})
