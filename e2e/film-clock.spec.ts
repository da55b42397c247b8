/** The picture that a TV shows against the point that the box tells, in a real browser: films that begin oddly, have gaps or need a conversion; started anywhere, sought while they stand still, taken up after a reload of the TV, and with another sound. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Act, In, Shape } from '@homeport/contract/kit/operation.ts'
import { filmQuery } from '@homeport/contract/movie/movie.ts'
import { play, PlayerInfo, playerBitrate, playerPause, playerSeek, playerStatus } from '@homeport/contract/playback/playback.ts'
import { playerSetTracks, playerTracks } from '@homeport/contract/playback/tracks.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { framesPerSecond, makeMaster, numberOfLevels, run, squareCentres } from '../testing/counted-films/counted-films.ts'
import { until } from '../testing/until.ts'
import { askAs } from './parts/app.ts'
import { filmMaker } from './parts/film.ts'
import { settleOn } from './parts/session.ts'
import { openTv, playOnNewTv, type TvPage } from './parts/tv.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'

const seconds = 40
/** Seven pictures; of a film that has five a second for a while, one and a half. */
const nearMs = 300
/** Resume and switching of tracks come as near as this to the point. */
const backMs = 1_000
const limitKbit = 700

const copied = ['-c', 'copy']
const sounds = ['-map', '0:v', '-map', '0:a', '-map', '0:a']
const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-ac', '2', '-c:a', 'aac']
/** Filled up to a rate that the pictures do not need. */
const aboveLimit = ['-x264-params', 'nal-hrd=cbr', '-b:v', '1500k', '-minrate', '1500k', '-maxrate', '1500k', '-bufsize', '1500k']
type Odd = { title: string; suffix: string; args: string[]; delivery: string; firstMs?: number }
/** args: WHOLE is a film without oddities, MASTER the pictures and sounds that it was made of. firstMs: the film time of the picture with the number 0. */
const films: Odd[] = [
  { title: 'Harbour', suffix: 'mkv', args: ['-i', 'WHOLE', ...sounds, ...copied], delivery: 'direct' },
  { title: 'Quay', suffix: 'mp4', args: ['-ss', '3.05', '-i', 'WHOLE', ...copied], delivery: 'direct', firstMs: -3_050 },
  {
    title: 'Lantern',
    suffix: 'ts',
    args: ['-i', 'WHOLE', ...copied, '-output_ts_offset', '95430', '-muxdelay', '0', '-muxpreload', '0'],
    delivery: 'remux',
  },
  {
    title: 'Pilot',
    suffix: 'mkv',
    args: ['-itsoffset', '2', '-i', 'WHOLE', '-i', 'WHOLE', '-map', '0:v', '-map', '1:a', ...copied],
    delivery: 'direct',
    firstMs: 2_000,
  },
  {
    title: 'Pieces',
    suffix: 'mp4',
    args: ['-i', 'WHOLE', ...copied, '-movflags', 'frag_keyframe+empty_moov+default_base_moof'],
    delivery: 'direct',
  },
  {
    title: 'Varied',
    suffix: 'mkv',
    args: ['-i', 'MASTER', '-vf', "select='if(between(t,8,20),not(mod(n,5)),1)'", '-fps_mode', 'vfr', ...coded, '-g', '48'],
    delivery: 'direct',
  },
  {
    title: 'Disc',
    suffix: 'vob',
    args: ['-i', 'MASTER', '-c:v', 'mpeg2video', '-q:v', '3', '-bf', '2', '-g', '48', '-ac', '2', '-c:a', 'ac3'],
    delivery: 'transcode',
  },
]

/** How bright each square of the picture is that the TV shows. */
const levelsOnTv = `(() => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 384, height: 216 })
  const drawing = canvas.getContext('2d')
  drawing.drawImage(document.querySelector('video'), 0, 0, 384, 216)
  return ${JSON.stringify(squareCentres)}.map(([x, y]) => drawing.getImageData(x, y, 1, 1).data[1])
})()`

const missing = [!hasBrowser && 'Chromium', !filmMaker && 'ffmpeg', !lanAddress && 'an address on a network'].filter(Boolean)
describe.skipIf(missing.length > 0)(`the clock${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`, () => {
  let world: World
  let phone: Phone
  let tv: TvPage
  let act: <I extends Shape>(command: Act<I>, data: In<I>) => Promise<{ code: number; data?: unknown }>

  async function makeFilms(): Promise<void> {
    const work = path.join(world.folder, 'work')
    await mkdir(work, { recursive: true })
    await mkdir(world.downloads, { recursive: true })
    const ffmpeg = filmMaker ?? ''
    const master = makeMaster(ffmpeg, work, seconds)
    const whole = path.join(work, 'whole.mkv')
    run(ffmpeg, ['-i', master, ...coded, ...aboveLimit, '-g', '96', '-keyint_min', '96', '-sc_threshold', '0', '-bf', '2', whole])
    for (const { title, suffix, args } of films) {
      const inputs = args.map((one) => one.replace('MASTER', master).replace('WHOLE', whole))
      run(ffmpeg, [...inputs, path.join(world.downloads, `${title} (1951).${suffix}`)])
    }
  }

  beforeAll(async () => {
    world = await openWorld()
    await makeFilms()
    phone = await openPhone({ locale: 'en-US', width: 390, height: 844 })
    const address = world.addresses[0] ?? ''
    const { devsn, code } = await world.pair()
    const { token } = await settleOn(phone, { address, lang: 'en', username: 'harbour-light', code })
    act = (command, data) => askAs.act({ address, lang: 'en', token }, command, { devsn, data })
    await phone.page.goto(`${address}/#/pages/main/movie/list`)
    await phone.page.getByRole('link', { name: 'Harbour' }).first().click()
    await phone.page.getByRole('heading', { name: 'Harbour' }).waitFor()
    tv = await openTv(`http://${lanAddress}:${world.screenPort}/`)
    await playOnNewTv(phone, tv, { lang: 'en' })
    await moves()
  })
  afterAll(async () => {
    await phone.close()
    await tv.close()
    await world.stop()
  })

  async function moves(): Promise<void> {
    let from: number | undefined
    await until('the film moves on the TV', async () => {
      const { point, hasPicture, isPaused } = await tv.film()
      from ??= point
      return hasPicture && !isPaused && Math.abs(point - from) > 0.3
    })
  }
  const status = async () => PlayerInfo.parse((await act(playerStatus, {})).data)
  /** The time in the film of the picture that the TV shows, in ms. */
  async function shownMs(firstMs: number): Promise<number> {
    const line = await tv.page.context().newCDPSession(tv.page)
    const { result } = await line.send('Runtime.evaluate', { expression: levelsOnTv, returnByValue: true })
    await line.detach()
    const number = numberOfLevels(result.value)
    return number === undefined ? Number.NaN : (number * 1000) / framesPerSecond + firstMs
  }
  /** The film stands still, and its picture is that of the point that phones are told. Answers that point. */
  async function stillOn({ firstMs = 0 }: Odd): Promise<number> {
    await act(playerPause, {})
    let seen = ''
    await until('the picture is that of the point', async () => {
      const [{ current_point: told }, shown] = [await status(), await shownMs(firstMs)]
      seen = `told ${told}, shown ${Math.round(shown)}`
      return (await tv.film()).isPaused && Math.abs(shown - told) <= nearMs
    }).catch((cause: unknown) => {
      throw new Error(seen, { cause })
    })
    return (await status()).current_point
  }
  async function start(film: Odd, point: number): Promise<void> {
    let movie_id = ''
    await until('the film is in the library', async () => {
      const { data } = filmQuery.output.parse((await act(filmQuery, { page: 1, limit: 50 })).data)
      movie_id = data.find(({ title }) => title === film.title)?.id ?? ''
      return movie_id !== ''
    })
    expect((await act(play, { movie_id, point })).code).toBe(200)
    await moves()
    // The film before may have asked for a part more when its ticket was over.
    tv.errors.splice(0, Infinity, ...tv.errors.filter((line) => !line.includes('/media/')))
  }

  test.each(films.map((film) => [`${film.title}.${film.suffix}`, film] as const))(
    'of %s is the point of its picture, from wherever it is started, sought and taken up',
    async (_, film) => {
      await start(film, 14_700)
      expect((await status()).delivery).toBe(film.delivery)
      expect(await stillOn(film)).toBeGreaterThanOrEqual(14_700 - backMs)
      for (const asked of [31_300, 3_400, 21_450]) {
        await act(playerSeek, { point: asked })
        await until('it is sought', async () => Math.abs((await status()).current_point - asked) <= backMs)
        expect(Math.abs((await stillOn(film)) - asked)).toBeLessThanOrEqual(backMs)
      }
      await tv.page.reload()
      await until('the film is back', async () => (await tv.film()).hasPicture)
      expect(await stillOn(film)).toBeGreaterThanOrEqual(21_450 - backMs)
      expect(tv.errors).toEqual([])
    },
  )

  test('stays at its point when the sound is changed, and when the picture is converted for a limit', async () => {
    const film = films[0] ?? expect.fail('no films')
    await start(film, 18_000)
    const before = await stillOn(film)
    const { audio, audio_id } = playerTracks.output.parse((await act(playerTracks, {})).data)
    const other = audio.find(({ id }) => id !== audio_id) ?? expect.fail('one sound only')
    await act(playerSetTracks, { audio_id: other.id })
    await until(
      'it has the other sound',
      async () => playerTracks.output.parse((await act(playerTracks, {})).data).audio_id === other.id,
    )
    expect(Math.abs((await stillOn(film)) - before)).toBeLessThanOrEqual(backMs)
    await act(playerBitrate, { kbit: limitKbit })
    await until('it is converted', async () => (await status()).delivery === 'transcode')
    expect(Math.abs((await stillOn(film)) - before)).toBeLessThanOrEqual(backMs)
  })
})
