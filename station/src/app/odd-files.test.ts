/** Files that are not as files should be: covers among the pictures, no length in the head, times that begin late. Read by the real ffprobe, for the list and for the player. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePicture } from '../movie/picture/picture.ts'
import { probe, probeQuickly } from '../movie/probe/probe.ts'
import { deliveryOf } from '../playback/delivery/delivery.ts'
import { readStreams } from '../playback/delivery/streams.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { chromiumCan, ffmpeg, ffprobe } from '../testing/tv.ts'
import { run } from '../../../testing/counted-films/counted-films.ts'

const missing = ffmpeg === '' || ffprobe === ''
const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
const tool = { path: ffprobe, version: '' }
const still = (color: string) => ['-f', 'lavfi', '-i', `color=${color}:s=120x180:d=0.04`]
const picture = (seconds: number) => ['-f', 'lavfi', '-i', `testsrc=s=160x90:r=10:d=${seconds}`]
const tone = (seconds: number) => ['-f', 'lavfi', '-i', `sine=d=${seconds}`]

describe.skipIf(missing)('the picture of a file', () => {
  let folder: string
  const at = (name: string) => join(folder, name)
  beforeAll(() => (folder = testFolder()))
  afterAll(() => clear(folder))

  const marked = ['-metadata:s:v:0', 'filename=cover.jpg', '-metadata:s:v:0', 'mimetype=image/jpeg']
  const maps = ['-map', '0:v', '-map', '1:v']
  const covers: Record<string, string[]> = {
    'marked.mkv': [...still('red'), ...picture(6), ...maps, ...x264, ...marked],
    'unmarked.mkv': [...still('red'), ...picture(6), ...maps, ...x264],
    'jpeg.mkv': [...still('red'), ...picture(6), ...maps, ...x264, '-c:v:0', 'mjpeg', '-pix_fmt:v:0', 'yuvj420p'],
    'png.mkv': [...still('red'), ...picture(6), ...maps, ...x264, '-c:v:0', 'png', '-pix_fmt:v:0', 'rgb24'],
    'attached.mkv': [
      ...still('red'),
      ...picture(6),
      ...maps,
      ...x264,
      '-c:v:0',
      'mjpeg',
      '-pix_fmt:v:0',
      'yuvj420p',
      '-disposition:v:0',
      'attached_pic',
    ],
    'one.mp4': [...still('red'), ...picture(6), ...maps, ...x264],
    'jpeg.mp4': [...still('red'), ...picture(6), ...maps, ...x264, '-c:v:0', 'mjpeg', '-pix_fmt:v:0', 'yuvj420p'],
    'several.mkv': [...still('red'), ...still('blue'), ...picture(6), ...maps, '-map', '2:v', ...x264],
    'long-cover.mkv': [
      '-f',
      'lavfi',
      '-i',
      'color=red:s=120x180:r=10:d=9',
      ...picture(6),
      ...maps,
      ...x264,
      '-metadata:s:v:0',
      'filename=cover.png',
    ],
    'shorter-first.mkv': ['-f', 'lavfi', '-i', 'color=red:s=120x180:r=10:d=2', ...picture(6), ...maps, ...x264],
    'last.mkv': [...picture(6), ...still('red'), ...maps, ...x264],
  }

  it.each(Object.keys(covers))(
    'is the longest one that moves, never a cover: in the list, the player and the poster (%s)',
    async (name) => {
      run(ffmpeg, [...(covers[name] ?? []), at(name)])
      const facts = { width: 160, height: 90, video: 'h264' }
      expect(await probe(tool, at(name))).toMatchObject({ kind: 'film', facts })
      expect(await probeQuickly(tool, at(name))).toMatchObject({ kind: 'film', facts })
      const streams = await readStreams(ffprobe, at(name))
      if (!streams) throw new Error('not read')
      expect(streams.picture).toMatchObject({ width: 160, height: 90 })
      // A browser shows the first picture of the file.
      const how = { streams, path: at(name), audio: undefined, can: chromiumCan, limitKbit: 0, isForced: false, isHls: false }
      const isFirst = name === 'last.mkv'
      expect(deliveryOf(how)).toBe(isFirst ? 'direct' : 'remux')
      const poster = await makePicture(
        { path: ffmpeg, version: '' },
        {
          path: at(name),
          durationMs: 6_000,
          art: undefined,
          shape: 'wide',
          isSeen: true,
          stream: streams.picture?.index,
        },
      )
      if (!(poster instanceof Buffer)) throw new Error('no poster')
      // The cover is one colour; the test pattern has many.
      const pixels = run(ffmpeg, ['-f', 'mjpeg', '-i', 'pipe:0', '-pix_fmt', 'gray', '-f', 'rawvideo', 'pipe:1'], poster)
      expect(new Set(pixels).size).toBeGreaterThan(60)
    },
  )

  it('of a file with covers only is none', async () => {
    run(ffmpeg, [...still('red'), ...tone(2), '-map', '0:v', '-map', '1:a', '-c:v', 'png', '-c:a', 'aac', at('cover-only.mkv')])
    expect(await probe(tool, at('cover-only.mkv'))).toMatchObject({ kind: 'other' })
  })
})

describe.skipIf(missing)('the length of a file', () => {
  let folder: string
  const at = (name: string) => join(folder, name)
  beforeAll(() => {
    folder = testFolder()
    run(ffmpeg, [...picture(12), ...tone(12), ...x264, '-g', '20', '-c:a', 'aac', at('whole.mkv')])
  })
  afterAll(() => clear(folder))

  const sounds: Record<string, string[]> = {
    'longer-sound.mp4': [...picture(3), ...tone(20)],
    'shorter-sound.mp4': [...picture(20), ...tone(3)],
    'late-picture.mp4': ['-itsoffset', '5', ...picture(6), ...tone(20)],
    'late-sound.mov': [...picture(6), '-itsoffset', '5', ...tone(20)],
  }

  it.each(Object.keys(sounds))(
    'is in the list as the player has it, where picture and sound are not one length (%s)',
    async (name) => {
      run(ffmpeg, [...(sounds[name] ?? []), ...x264, '-c:a', 'aac', at(name)])
      const whole = await probe(tool, at(name))
      const quick = await probeQuickly(tool, at(name))
      if (whole.kind !== 'film' || quick.kind !== 'film') throw new Error('no film')
      expect(quick.facts.duration_ms).toBe(whole.facts.duration_ms)
      expect(quick.facts.duration_ms).toBeGreaterThan(19_000)
    },
  )

  const vp8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '200k', '-c:a', 'libopus']
  const fragmented = ['-movflags', 'empty_moov+frag_keyframe+default_base_moof', '-f', 'mp4']
  /** Written into a pipe: nothing can be put into the head afterwards. */
  const piped: Record<string, string[]> = {
    'pipe.mkv': [...x264, '-c:a', 'aac', '-f', 'matroska'],
    'recorded.webm': [...vp8, '-f', 'webm'],
    'live.webm': [...vp8, '-live', '1', '-f', 'webm'],
    'fragmented.mp4': [...x264, '-c:a', 'aac', ...fragmented],
    'pipe.asf': ['-c:v', 'wmv2', '-c:a', 'wmav2', '-f', 'asf'],
    'pipe.flv': [...x264, '-c:a', 'aac', '-f', 'flv'],
    'pipe.avi': ['-c:v', 'mpeg4', '-c:a', 'libmp3lame', '-f', 'avi'],
    'h264.avi': [...x264, '-bf', '0', '-c:a', 'libmp3lame', '-f', 'avi'],
    'pipe.ts': [...x264, '-c:a', 'aac', '-f', 'mpegts'],
  }

  it.each(Object.keys(piped))('is told by the last packets where the head has none (%s)', async (name) => {
    const made = spawnSync(ffmpeg, ['-v', 'error', ...picture(12), ...tone(12), ...(piped[name] ?? []), 'pipe:1'])
    writeFileSync(at(name), made.stdout)
    await expectLength(at(name), 12_000)
  })

  it('is less the time at which the file begins', async () => {
    run(ffmpeg, ['-itsoffset', '5', '-i', at('whole.mkv'), '-c', 'copy', '-copyts', at('late.mkv')])
    await expectLength(at('late.mkv'), 12_000)
    run(ffmpeg, ['-itsoffset', '10', '-i', at('whole.mkv'), '-c', 'copy', '-copyts', '-muxdelay', '0', at('late.ts')])
    await expectLength(at('late.ts'), 12_000)
  })

  it('of a recording that was cut off is what is there', async () => {
    const made = spawnSync(ffmpeg, ['-v', 'error', ...picture(12), ...x264, '-g', '20', '-f', 'matroska', 'pipe:1'])
    writeFileSync(at('cut.mkv'), made.stdout.subarray(0, made.stdout.length / 2))
    const streams = await readStreams(ffprobe, at('cut.mkv'))
    expect(streams?.durationMs).toBeGreaterThan(3_000)
    expect(streams?.durationMs).toBeLessThan(11_000)
    run(ffmpeg, ['-i', at('whole.mkv'), '-c', 'copy', at('whole.ts')])
    const whole = readFileSync(at('whole.ts'))
    writeFileSync(at('cut.ts'), whole.subarray(0, Math.floor(whole.length / 2) + 77))
    const cut = await probe(tool, at('cut.ts'))
    expect(cut.kind === 'film' && (cut.facts.duration_ms ?? 0) > 3_000 && (cut.facts.duration_ms ?? 0) < 11_000).toBe(true)
  })

  async function expectLength(path: string, ms: number): Promise<void> {
    for (const read of [await probe(tool, path), await probeQuickly(tool, path)]) {
      if (read.kind !== 'film') throw new Error('no film')
      expect(Math.abs((read.facts.duration_ms ?? 0) - ms)).toBeLessThan(250)
    }
    const streams = await readStreams(ffprobe, path)
    expect(Math.abs((streams?.durationMs ?? 0) - ms)).toBeLessThan(250)
  }
})

describe.skipIf(missing)('the subtitles of a file', () => {
  let folder: string
  const at = (name: string) => join(folder, name)
  beforeAll(() => (folder = testFolder()))
  afterAll(() => clear(folder))

  it('say which are for those who hear badly, where the file marks them so', async () => {
    writeFileSync(at('cue.srt'), '1\n00:00:01,000 --> 00:00:02,000\nHi\n\n')
    const subtitles = [0, 1, 2, 3].flatMap(() => ['-i', at('cue.srt')])
    const maps = [0, 1, 2, 3, 4].flatMap((input) => ['-map', String(input)])
    const marks = [1, 2, 3].flatMap((index) => [`-disposition:s:${index}`, 'hearing_impaired'])
    const titles = ['-metadata:s:s:2', 'title=English', '-metadata:s:s:3', 'title=English [CC]']
    run(ffmpeg, [...picture(3), ...subtitles, ...maps, ...x264, '-c:s', 'srt', ...marks, ...titles, at('marked.mkv')])
    const streams = await readStreams(ffprobe, at('marked.mkv'))
    expect(streams?.subtitles.map(({ title }) => title)).toEqual(['', 'SDH', 'English SDH', 'English [CC]'])
  })
})
