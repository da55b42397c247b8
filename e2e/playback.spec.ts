/** Kinds of films in one Chromium: pictures that count themselves are read from the screen and each channel is heard, also after a seek, as a file, as one answer and as HLS. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { register } from '@homeport/contract/account.ts'
import { bindDevice, type Device } from '@homeport/contract/device.ts'
import type { Act, In, Shape } from '@homeport/contract/kit/operation.ts'
import { movieList } from '@homeport/contract/movie/movie.ts'
import { exitPlayer, play, playerPause, playerSeek, playerStatus, PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encode, framesPerSecond, makeMaster, tones } from '../testing/counted-films/counted-films.ts'
import { askAs, type App } from './parts/app.ts'
import { canMakeFilms, filmMaker, hevc } from './parts/film.ts'
import { openTv, type TvPage } from './parts/tv.ts'
import { until } from '../testing/until.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'

const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg', !lanAddress && 'an address on a network'].filter(Boolean)

const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '36', '-pix_fmt', 'yuv420p']
/** A copied picture begins at its one keyframe, wherever it is asked for. */
const oneKeyframe = ['-g', '999']
const stereo = ['-ac', '2']
const pq = ['-color_trc', 'smpte2084', '-color_primaries', 'bt2020', '-colorspace', 'bt2020nc', '-pix_fmt', 'yuv420p10le']
const films: Record<string, { file: string; args: string[] }> = {
  Alder: { file: 'Alder (2001).mp4', args: [...h264, '-c:a', 'aac', ...stereo] },
  Birch: { file: 'Birch (2002).mkv', args: [...h264, ...oneKeyframe, '-c:a', 'ac3', '-af', 'channelmap=0|1|2|3|4|5:5.1'] },
  Cedar: { file: 'Cedar (2003).ts', args: [...h264, '-c:a', 'aac', ...stereo] },
  Elder: { file: 'Elder (2004).mkv', args: ['-c:v', ...hevc, '-g', '36', ...pq, '-c:a', 'eac3', ...stereo] },
  Hazel: { file: 'Hazel (2005).rm', args: ['-c:v', 'rv20', '-q:v', '3', '-c:a', 'ac3', ...stereo] },
  Larch: { file: 'Larch (2006).webm', args: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-c:a', 'libopus', ...stereo] },
}
const seekMs = 5_000
/** The level in dB from which a sound is heard: well above what leaks from the other channel. */
const audible = -65

describe.skipIf(missing.length > 0)(
  `kinds of films${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`,
  () => {
    let world: World
    let app: App
    let device: Device
    let tv: TvPage
    const ids = new Map<string, string>()

    beforeAll(async () => {
      world = await openWorld()
      await mkdir(world.downloads, { recursive: true })
      const ffmpeg = filmMaker ?? ''
      const master = makeMaster(ffmpeg, world.folder)
      for (const { file, args } of Object.values(films)) encode(ffmpeg, { master, path: path.join(world.downloads, file), args })
      const keyAddress = () => [...world.station.said().matchAll(/http:\/\/127\.0\.0\.1:\d+\/#key=[\w-]+/g)].at(-1)?.[0]
      await until('the box says its addresses', () => keyAddress() !== undefined)
      tv = await openTv(keyAddress() ?? '')
      await tv.page.getByRole('heading', { name: 'Pair your box' }).waitFor()
      const code = await tv.page.getByRole('img').getAttribute('aria-label')
      app = { address: world.addresses[0] ?? '', lang: 'en' }
      app.token = (await askAs(app, register, { username: 'harbour-light', password: 'a quiet harbour 7', agreed: 1 })).token
      device = await askAs(app, bindDevice, { devsn: '', code: (code ?? '').replaceAll(' ', '') })
      await until('the library has its films', async () => {
        const { data } = await act(movieList, { limit: 9 })
        for (const film of movieList.output.parse(data).data) ids.set(film.title, film.id)
        return ids.size === Object.keys(films).length
      })
      await tv.page.getByRole('heading', { level: 1 }).waitFor()
      await tv.page.evaluate(openEars, tones)
    })
    afterAll(async () => {
      await tv.close()
      await world.stop()
    })

    const act = <I extends Shape>(promise: Act<I>, data: In<I>) => askAs.act(app, promise, { devsn: device.devsn, data })
    const info = async <I extends Shape>(promise: Act<I>, data: In<I>) => {
      const answer = await act(promise, data)
      expect([promise.name, answer.code]).toEqual([promise.name, 200])
      return PlayerInfo.parse(answer.data)
    }

    /** The paused picture is the one of the position that everybody is told. */
    async function expectPicture(nearMs: number): Promise<void> {
      await until('the picture of this point is shown', async () => {
        const { current_point } = await info(playerStatus, {})
        const shown = (await tv.page.evaluate(readCounter)) / framesPerSecond
        return Math.abs(shown * 1000 - current_point) <= 500 && Math.abs(current_point - nearMs) <= 1_000
      })
    }

    async function expectPlays(title: string, delivery: string): Promise<void> {
      const started = await info(play, { movie_id: ids.get(title) ?? '' })
      expect(started).toMatchObject({ status: 3, delivery })
      await until('both channels are heard', async () => {
        const { left, right } = await tv.page.evaluate(hear)
        return (left[0] ?? -200) > audible && (right[1] ?? -200) > audible
      })
      await info(playerPause, {})
      const { current_point } = await info(playerStatus, {})
      await expectPicture(current_point)
      await info(playerSeek, { point: seekMs })
      await expectPicture(seekMs)
      await info(exitPlayer, {})
    }

    test.each([
      ['Alder', 'direct'],
      ['Birch', 'sound'],
      ['Cedar', 'remux'],
      ['Elder', 'transcode'],
      ['Hazel', 'transcode'],
      ['Larch', 'direct'],
    ])('%s: %s', expectPlays)

    test('the voices of the centre and the surround channels are in both loudspeakers', async () => {
      await info(play, { movie_id: ids.get('Birch') ?? '' })
      await until('all of them are heard', async () => {
        const { left, right } = await tv.page.evaluate(hear)
        return [left[2], left[4], right[2], right[5]].every((level) => (level ?? -200) > audible)
      })
      await info(exitPlayer, {})
    })

    test('a browser in which one endless answer does not start gets HLS, seekable as a file is', async () => {
      await tv.page.route(/\/media\/[\w-]+$/, (route) => route.abort())
      for (const [title, delivery] of [
        ['Birch', 'sound'],
        ['Elder', 'transcode'],
        ['Cedar', 'remux'],
      ] as const)
        await expectPlays(title, delivery)
      expect(await tv.page.evaluate(() => document.querySelector('video')?.currentSrc.slice(0, 5))).toBe('blob:')
      await tv.page.unroute(/\/media\/[\w-]+$/)
      expect(tv.errors.filter((line) => !line.includes('/media/'))).toEqual([])
    })
  },
)

/** Runs in the page: the number of the picture that is on the screen, -1 for a black one. */
function readCounter(): number {
  const video = document.querySelector('video')
  const canvas = document.createElement('canvas')
  canvas.width = 384
  canvas.height = 216
  const context = canvas.getContext('2d')
  if (!video || !context) return -1
  context.drawImage(video, 0, 0, 384, 216)
  const level = (square: number) => context.getImageData(square * 32 + 16, 16, 1, 1).data[1] ?? 0
  if (level(0) - level(1) < 60) return -1
  let number = 0
  for (let bit = 0; bit < 10; bit += 1) if (level(bit + 2) > (level(0) + level(1)) / 2) number += 2 ** bit
  return number
}

/** Runs in the page: an analyser for each of the two loudspeakers. */
function openEars(hz: readonly number[]): void {
  const video = document.querySelector('video')
  if (!video) return
  const context = new AudioContext()
  const source = context.createMediaElementSource(video)
  const split = context.createChannelSplitter(2)
  source.connect(split)
  const sides = [0, 1].map((side) => {
    const analyser = context.createAnalyser()
    analyser.fftSize = 8192
    split.connect(analyser, side)
    return analyser
  })
  const levels = (side: number) => {
    const analyser = sides[side]
    if (!analyser) return []
    const bins = new Float32Array(analyser.frequencyBinCount)
    analyser.getFloatFrequencyData(bins)
    return hz.map((one) => bins[Math.round((one * analyser.fftSize) / context.sampleRate)] ?? -200)
  }
  Object.assign(window, { hearBoth: () => ({ left: levels(0), right: levels(1) }), resumeEars: () => context.resume() })
}

type Heard = { left: number[]; right: number[] }

async function hear(): Promise<Heard> {
  const ears: { hearBoth?: () => Heard; resumeEars?: () => Promise<void> } = Object(window)
  await ears.resumeEars?.()
  return ears.hearBoth?.() ?? { left: [], right: [] }
}
