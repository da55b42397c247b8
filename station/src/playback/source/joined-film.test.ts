/**
 * Recordings and discs whose clock starts over or jumps: the length is that of all pieces, and a film is at its point in each of them. Kodi takes the last time less the
 * first one, mpv and VLC guess by the bit rate; none of them is right for such a file.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { framesPerSecond, makeMaster, pictureAtTime, run } from '../../../../testing/counted-films/counted-films.ts'
import { probe } from '../../movie/probe/probe.ts'
import { recordingParts } from '../../shared/joined-recording.ts'
import { clear, testFolder } from '../../testing/downloads.ts'
import { chromiumCan, ffmpeg, ffprobe, film } from '../../testing/tv.ts'
import { createHlsStream } from '../hls/hls-stream.ts'
import { readStreams } from '../delivery/streams.ts'
import { convert } from './transcode-process.ts'
import { chooseSource } from './choose-source.ts'
import { createConverterFinder } from './find-converter.ts'
import { segmentAt } from './hls-playlist.ts'

const missing = ffmpeg === '' || ffprobe === ''
const seconds = 24
/** The sound of each piece may be some pictures longer than its picture. */
const nearMs = 300

/** Seconds of the film at which a piece begins, and its clock there. */
type Piece = [from: number, clock: number]
const files: Record<string, Piece[]> = {
  "it's joined.ts": [
    [0, 0],
    [9, 0],
    [17, 0],
  ],
  'jumped.ts': [
    [0, 5_000],
    [13, 0],
  ],
  'ahead.ts': [
    [0, 0],
    [11, 40_000],
  ],
  'around.ts': [
    [0, 95_438],
    [10, 95_438],
  ],
  'disc.m2ts': [
    [0, 600],
    [8, 300],
  ],
  'two.mpg': [
    [0, 0],
    [12, 0],
  ],
  'cells.vob': [
    [0, 0],
    [9, 0],
    [17, 0],
  ],
}
const suffixOf = (name: string) => name.slice(name.lastIndexOf('.') + 1)
const codedFor: Record<string, string[]> = {
  ts: ['-c:v', 'libx264', '-preset', 'veryfast', '-f', 'mpegts'],
  m2ts: ['-c:v', 'libx264', '-preset', 'veryfast', '-f', 'mpegts', '-mpegts_m2ts_mode', '1'],
  mpg: ['-c:v', 'mpeg1video', '-q:v', '3', '-f', 'mpeg'],
  vob: ['-c:v', 'mpeg2video', '-q:v', '3', '-f', 'vob'],
}

describe.skipIf(missing)(
  `a recording whose clock does not run through${missing ? ' (skipped: no ffmpeg or no ffprobe)' : ''}`,
  () => {
    let folder: string
    const at = (name: string) => join(folder, name)
    const converter = createConverterFinder(async () => ffmpeg, 2)
    beforeAll(() => {
      folder = testFolder()
      const master = makeMaster(ffmpeg, folder, seconds)
      for (const [name, pieces] of Object.entries(files)) {
        const bytes = pieces.map(([from, clock], index) => {
          const length = (pieces[index + 1]?.[0] ?? seconds) - from
          const cut = ['-ss', String(from), '-t', String(length), '-i', master, '-ac', '2', '-c:a', 'ac3', '-g', '48', '-bf', '2']
          const dated = ['-output_ts_offset', String(clock), '-muxdelay', '0', '-muxpreload', '0']
          run(ffmpeg, [...cut, ...(codedFor[suffixOf(name)] ?? []), ...dated, at('piece')])
          const bytes = readFileSync(at('piece'))
          if (name.endsWith('joined.ts')) writeFileSync(at(`piece-${from}.ts`), bytes)
          return bytes
        })
        writeFileSync(at(name), Buffer.concat(bytes))
      }
    })
    afterAll(() => clear(folder))

    async function open(name: string, isHls: boolean, pointMs: number) {
      const streams = await readStreams(ffprobe, at(name))
      if (!streams) throw new Error('not read')
      const facts = { file: film(at(name), { duration_ms: null }), audioIndex: undefined, limitKbit: 0, playsAll: false }
      const how = { can: chromiumCan, isForced: false, isHls, pointMs, streams }
      return chooseSource({ converter, ffprobe: async () => ffprobe }, { ...facts, ...how })
    }
    const filmTime = (made: string, ms: number) =>
      ((pictureAtTime(ffmpeg, at(made), ms / 1000) ?? Number.NaN) * 1000) / framesPerSecond

    it.each(Object.keys(files))('is as long as all its pieces, in the list and when it plays: %s', async (name) => {
      const { durationMs = 0, joined } = (await readStreams(ffprobe, at(name))) ?? {}
      expect(joined).toHaveLength(files[name]?.length ?? 0)
      expect(Math.abs((durationMs ?? 0) - seconds * 1000)).toBeLessThan(nearMs)
      expect(await probe({ path: ffprobe, version: '' }, at(name))).toMatchObject({ facts: { duration_ms: durationMs } })
    })

    it.each(Object.keys(files))('goes on at its point, and plays over each border to its end: %s', async (name) => {
      for (const pointMs of [4_300, 16_600]) {
        const { delivery, source, fromMs } = await open(name, false, pointMs)
        if (source.stream !== 'fmp4') throw new Error(`it is sent as ${source.stream}`)
        expect([delivery, fromMs]).toEqual(['transcode', pointMs])
        const { stdout } = convert(source.conversion, source.converter)
        if (!stdout) throw new Error('no output')
        writeFileSync(at('answer.mp4'), await buffer(stdout))
        for (let ms = pointMs; ms < seconds * 1000 - 500; ms += 4_000)
          expect(Math.abs(filmTime('answer.mp4', ms - fromMs) - ms), `${ms} from ${pointMs}`).toBeLessThan(nearMs)
      }
    })

    it.each(Object.keys(files))('has all segments as HLS: %s', async (name) => {
      const { source } = await open(name, true, 0)
      if (source.stream !== 'hls') throw new Error(`it is sent as ${source.stream}`)
      expect(source.segments.borders).toHaveLength(6)
      for (const ms of [12_300, 20_700]) {
        const stream = createHlsStream({ ...source, idleMs: 30_000, takeSlot: () => true, onIdle: () => {} })
        const parts = [await stream.init(), await stream.segment(segmentAt(source.segments, ms))]
        stream.stop()
        writeFileSync(at('segment.mp4'), Buffer.concat(parts.flatMap((part) => (part instanceof Buffer ? [part] : []))))
        expect(Math.abs(filmTime('segment.mp4', ms) - ms), `${ms}`).toBeLessThan(nearMs)
      }
    })

    it('is told in many short pieces, in pieces that were cut anywhere, and over a stretch without a clock', async () => {
      const piece = readFileSync(at('piece-17.ts'))
      const nothing = Buffer.alloc(188, 0xff)
      Buffer.from([0x47, 0x1f, 0xff, 0x10]).copy(nothing)
      const lengthsOf = async (...bytes: Buffer[]) => {
        writeFileSync(at('made.ts'), Buffer.concat(bytes))
        return (await recordingParts(at('made.ts'), 'mpegts')).map(({ durationMs }) => Math.round(durationMs / 1000))
      }
      expect(await lengthsOf(...Array.from({ length: 60 }, () => piece))).toEqual(Array.from({ length: 60 }, () => 7))
      const half = Math.floor(piece.length / 2) + 1
      expect(await lengthsOf(piece.subarray(0, half), piece.subarray(half - 90_000), piece)).toHaveLength(3)
      expect(await lengthsOf(piece, Buffer.concat(Array.from({ length: 20_000 }, () => nothing)), piece)).toEqual([7, 7])
    })

    it('is not told by single packets that came damaged', async () => {
      const piece = readFileSync(at('piece-17.ts'))
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.nat(piece.length - 5), { minLength: 1, maxLength: 60 }),
          fc.nat(),
          async (offsets, noise) => {
            const damaged = Buffer.from(piece)
            for (const [index, offset] of offsets.entries()) damaged.writeUInt32BE((noise * (index + 1)) % 2 ** 32, offset)
            writeFileSync(at('damaged.ts'), damaged)
            expect(await recordingParts(at('damaged.ts'), 'mpegts')).toEqual([])
            writeFileSync(at('damaged.ts'), Buffer.concat([damaged, damaged]))
            expect(await recordingParts(at('damaged.ts'), 'mpegts')).toHaveLength(2)
          },
        ),
        { numRuns: 60 },
      )
    })

    it('is one piece where the clock only begins again after 26 hours, or begins anywhere', async () => {
      const whole = [['-output_ts_offset', '95430'], ['-output_ts_offset', '7000'], []]
      for (const dated of whole) {
        const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-ac', '2', '-c:a', 'ac3']
        run(ffmpeg, ['-i', makeMaster(ffmpeg, folder, seconds), ...coded, ...dated, at('whole.ts')])
        expect(await recordingParts(at('whole.ts'), 'mpegts')).toEqual([])
      }
      writeFileSync(at('noise.ts'), Buffer.alloc(3_000_000, 'GNU'))
      expect(await recordingParts(at('noise.ts'), 'mpegts')).toEqual([])
      expect(await recordingParts(at('gone.ts'), 'mpegts')).toEqual([])
    })
  },
)
