/** Films whose picture and sound do not begin and end together, as HLS: every segment of the playlist is answered, and what plays is where the playlist says. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../../../testing/counted-films/counted-films.ts'
import { clear, testFolder } from '../../testing/downloads.ts'
import { chromiumCan, ffmpeg, ffprobe, film } from '../../testing/tv.ts'
import { chooseSource } from '../source/choose-source.ts'
import { createConverterFinder } from '../source/find-converter.ts'
import { readStreams } from '../delivery/streams.ts'
import { createHlsStream } from './hls-stream.ts'

const missing = ffmpeg === '' || ffprobe === ''
const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '20']
const picture = (seconds: number) => ['-f', 'lavfi', '-i', `testsrc=s=160x90:r=10:d=${seconds}`]
const tone = (seconds: number) => ['-f', 'lavfi', '-i', `sine=d=${seconds}`]
const later = (seconds: number) => ['-itsoffset', String(seconds)]
const gap = (filter: string, kind: string) => [kind, `${filter}='not(between(t,5,15))'`]

/** The sound is AC-3, which is converted; the picture is copied. */
const films: Record<string, string[]> = {
  'picture 2 s after the sound': [...later(2), ...picture(16), ...tone(20)],
  'picture 13 s after the sound': [...later(13), ...picture(9), ...tone(24)],
  'sound 9 s after the picture': [...picture(20), ...later(9), ...tone(9)],
  'picture that ends 12 s before the sound': [...picture(8), ...tone(20)],
  'sound that ends 12 s before the picture': [...picture(20), ...tone(8)],
  'a gap of 10 s in the picture': [...picture(24), ...tone(24), ...gap('select', '-vf')],
  'a gap of 10 s in the sound': [...picture(24), ...tone(24), ...gap('aselect', '-af')],
  'a gap of 10 s in both': [...picture(24), ...tone(24), ...gap('select', '-vf'), ...gap('aselect', '-af')],
  'no sound': [...picture(12)],
  'times from 5 s on': [...later(5), ...picture(12), ...later(5), ...tone(12)],
}

describe.skipIf(missing)('a film as HLS', () => {
  let folder: string
  const converter = createConverterFinder(async () => ffmpeg, 2)
  beforeAll(() => (folder = testFolder()))
  afterAll(() => clear(folder))

  async function open(path: string, isForced: boolean, { program = ffmpeg, idleMs = 30_000 } = {}) {
    const streams = await readStreams(ffprobe, path)
    if (!streams) throw new Error('not read')
    const tools = { converter, ffprobe: async () => ffprobe }
    const how = {
      audioIndex: undefined,
      can: chromiumCan.filter((can) => can !== 'mkv' && can !== 'mp4'),
      limitKbit: 0,
      recoveryMs: 0,
      isForced,
      playsAll: false,
    }
    const request = { ...how, file: film(path, { duration_ms: null }), streams, isHls: true, pointMs: 0 }
    const { source, delivery } = await chooseSource(tools, request)
    if (source.stream !== 'hls') throw new Error(`it is delivered as ${source.stream}`)
    const converted = { ...source, converter: { ...source.converter, ffmpeg: program } }
    const hls = createHlsStream({ ...converted, idleMs, takeSlot: () => true, onIdle: () => {} })
    return { hls, delivery, borders: source.segments.borders, durationMs: source.segments.durationMs }
  }

  async function part(answer: Promise<unknown>): Promise<Buffer> {
    const bytes = await answer
    if (!(bytes instanceof Buffer)) throw new Error(`it is ${String(bytes)}`)
    return bytes
  }

  /** Seconds, of the packets of one kind. */
  function timesIn(parts: Buffer[], kind: 'v' | 'a'): number[] {
    const path = join(folder, 'played.mp4')
    writeFileSync(path, Buffer.concat(parts))
    const what = ['-select_streams', kind, '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', path]
    return execFileSync(ffprobe, ['-v', 'error', ...what], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line !== '')
      .map(Number.parseFloat)
  }

  const ways = Object.keys(films).flatMap((name) => [
    { name, isForced: false },
    { name, isForced: true },
  ])
  it.each(ways)(
    'answers every segment, played through and asked backwards: $name (converted: $isForced)',
    async ({ name, isForced }) => {
      const path = join(folder, 'film.mkv')
      run(ffmpeg, [...(films[name] ?? []), ...x264, '-c:a', 'ac3', '-fps_mode', 'passthrough', path])
      const { hls, borders, durationMs } = await open(path, isForced)
      const head = await part(hls.init())
      const played: Buffer[] = [head]
      for (const [index] of borders.entries()) played.push(await part(hls.segment(index)))
      for (const [index] of [...borders.entries()].toReversed()) await part(hls.segment(index))
      hls.stop()
      const start = Math.max(0, (await readStreams(ffprobe, path))?.startMs ?? 0) / 1000
      const [shown, inFile] = [timesIn(played, 'v'), timesOf(path, 'v')]
      if (isForced) expectFilled(shown, durationMs)
      else {
        expect(Math.abs((shown[0] ?? 0) - ((inFile[0] ?? 0) - start))).toBeLessThan(0.3)
        expect(Math.abs((shown.at(-1) ?? 0) - ((inFile.at(-1) ?? 0) - start))).toBeLessThan(0.3)
      }
      if (name !== 'no sound') expectFilled(timesIn(played, 'a'), durationMs)
    },
  )

  // MP3 of MPEG-2.5, which ffmpeg writes into no mp4, is converted.
  it.each([8_000, 11_025, 12_000, 16_000, 22_050, 24_000])('with MP3 of %i Hz plays', async (hertz) => {
    const path = join(folder, 'old.mkv')
    run(ffmpeg, [...picture(6), ...tone(6), ...x264, '-c:a', 'libmp3lame', '-ar', String(hertz), path])
    const { hls, borders, delivery } = await open(path, false)
    expect(delivery).toBe(hertz < 16_000 ? 'sound' : 'remux')
    const played = [await part(hls.init())]
    for (const [index] of borders.entries()) played.push(await part(hls.segment(index)))
    hls.stop()
    expect(timesIn(played, 'a').at(-1)).toBeGreaterThan(5)
    expect(timesIn(played, 'v').at(-1)).toBeGreaterThan(5)
  })

  it('of which ffmpeg brings nothing, or nothing but a beginning, is refused in the end', async () => {
    const path = join(folder, 'silent.mkv')
    run(ffmpeg, [...picture(12), ...x264, path])
    const silent = join(folder, 'silent-ffmpeg')
    writeFileSync(silent, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 })
    const failing = join(folder, 'failing-ffmpeg')
    writeFileSync(failing, '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    for (const program of [silent, failing]) {
      const { hls } = await open(path, false, { program, idleMs: 50 })
      expect(await hls.segment(0)).toBe('missing')
      expect(await hls.init()).toBe('missing')
      hls.stop()
    }
  })

  it('of a clip that was cut between keyframes is converted, so that what was cut away is not counted', async () => {
    const [whole, clip] = [join(folder, 'whole.mp4'), join(folder, 'clip.mp4')]
    run(ffmpeg, [...picture(16), ...tone(16), ...x264, '-c:a', 'ac3', whole])
    run(ffmpeg, ['-ss', '3.05', '-i', whole, '-c', 'copy', clip])
    const { hls, borders, delivery } = await open(clip, false)
    expect(delivery).toBe('transcode')
    const head = await part(hls.init())
    for (const [index, from] of borders.entries())
      expect(Math.abs((timesIn([head, await part(hls.segment(index))], 'v')[0] ?? -1) - from / 1000)).toBeLessThan(0.3)
    hls.stop()
  })

  /** Strict players play a segment only where it has picture and sound: what is converted stands still, or is silent, in a gap. */
  function expectFilled(times: number[], durationMs: number): void {
    const all = [0, ...times, durationMs / 1000].toSorted((one, other) => one - other)
    const gaps = all.slice(1).map((time, at) => time - (all[at] ?? 0))
    expect(Math.max(...gaps)).toBeLessThan(0.4)
    expect(all.at(-1)).toBeLessThan(durationMs / 1000 + 0.4)
  }

  function timesOf(path: string, kind: 'v' | 'a'): number[] {
    const what = ['-select_streams', kind, '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', path]
    const out = execFileSync(ffprobe, ['-v', 'error', ...what], { encoding: 'utf8' })
    return out
      .split('\n')
      .filter((line) => line !== '')
      .map(Number.parseFloat)
  }
})
