/** Stories of tv-dlna.test.ts on a real renderer, GStreamer’s gmediarender: in npm run soak, where the program is there. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { Screens, type Screen } from '@homeport/contract/playback/screen.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../testing/until.ts'
import { expectCode } from '../testing/codes.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { ffmpeg, ffprobe, film, filmLibrary, makeFilm, openTestTv, type TestTv } from '../testing/tv.ts'
import { lanInterfaces } from './console-banner.ts'

const program = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'gmediarender'))
  .find((path) => existsSync(path))
const [card] = lanInterfaces()
const why = [
  process.env.SOAK !== '1' && 'lasts too long, in npm run soak',
  program === undefined && 'no gmediarender',
  // It refuses to serve the loopback interface.
  !card && 'no network card besides loopback',
  (ffmpeg === '' || ffprobe === '') && 'no ffmpeg or no ffprobe',
].find((reason) => reason !== false)

const filmMs = 40_000
const name = `Homeport test ${process.pid}`

describe.skipIf(why !== undefined)(`films on gmediarender${why === undefined ? '' : ` (skipped: ${why})`}`, () => {
  let films: string
  let folder: string
  let box: TestTv
  let renderer: ChildProcess | undefined

  beforeAll(async () => {
    films = testFolder()
    const h264 = ['libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
    makeFilm(join(films, 'plain.mp4'), { seconds: filmMs / 1000, video: h264, audio: ['aac'] })
    makeFilm(join(films, 'mpeg4.avi'), { seconds: filmMs / 1000, video: ['mpeg4'], audio: ['mp3'] })
  })
  afterAll(() => clear(films))
  beforeEach(async () => {
    folder = testFolder()
    await turnOn()
    box = await openTestTv({
      folder,
      // Only this machine hears the search.
      env: { HOMEPORT_DLNA: `${card?.address}:1900` },
      pace: { searchEveryMs: 1_000, jitterMs: 0, searchAgainMs: 500, returnEveryMs: 500 },
      films: filmLibrary([films], existing()),
    })
  })
  afterEach(async () => {
    await box.stop()
    renderer?.kill('SIGKILL')
    clear(folder)
    expect(box.faults).toEqual([])
  })

  const existing = () => [
    film(join(films, 'plain.mp4'), { id: 'plain', movie_id: 'm-plain', duration_ms: filmMs }),
    film(join(films, 'mpeg4.avi'), {
      id: 'mpeg4',
      movie_id: 'm-mpeg4',
      duration_ms: filmMs,
      container: 'avi',
      video: 'mpeg4',
      audio: 'mp3',
    }),
  ]
  async function turnOn(): Promise<void> {
    const sinks = ['--gstout-audiosink=fakesink', '--gstout-videosink=fakesink']
    const own = ['-f', name, '-u', '5f1e2f38-0f6d-4d8e-9c55-686f6d65706f', '-I', card?.name ?? '', '--logfile=stdout']
    const started = spawn(program ?? '', [...sinks, ...own], { stdio: ['ignore', 'pipe', 'ignore'] })
    renderer = started
    await new Promise<void>((resolve, reject) => {
      started.once('error', reject)
      createInterface(started.stdout).on('line', (line) => line.includes('Ready for rendering') && resolve())
    })
  }
  const listed = async (): Promise<Screen | undefined> =>
    Screens.parse((await box.act('screen_list', {})).data).data.find((one) => one.name === name)
  async function target(): Promise<string> {
    await until('it is in the list', async () => (await listed())?.is_online === true)
    return (await listed())?.screen_id ?? ''
  }
  const info = async () => PlayerInfo.parse((await box.act('player_status', {})).data)

  it('plays, pauses, goes on, seeks, is turned down, and stops', async () => {
    const screen_id = await target()
    const playing = PlayerInfo.parse((await box.act('play', { target: screen_id, movie_id: 'm-plain' })).data)
    expect(playing).toMatchObject({ status: 3, screen_name: name, delivery: 'direct' })
    await until('it is a second further', async () => (await info()).current_point > 1_000)
    expect(PlayerInfo.parse((await box.act('player_pause', {})).data).status).toBe(4)
    expect(PlayerInfo.parse((await box.act('player_resume', {})).data).status).toBe(3)
    expect(PlayerInfo.parse((await box.act('player_seek', { point: 20_000 })).data).current_point).toBeGreaterThanOrEqual(20_000)
    await until('it goes on from there', async () => (await info()).current_point > 21_000)
    expect(PlayerInfo.parse((await box.act('player_volume', { value: 40 })).data).volume).toBe(40)
    expectCode(await box.act('exit_player', {}), 'ok')
    expect((await info()).status).toBe(-1)
  })

  it('begins where a person stopped, and ends with the film', async () => {
    const screen_id = await target()
    expectCode(await box.act('play', { target: screen_id, movie_id: 'm-plain', point: filmMs - 6_000 }), 'ok')
    await until('it is there', async () => (await info()).current_point >= filmMs - 6_000)
    await until('it is closed', async () => (await info()).status === -1, 30_000)
  })

  it('plays a converted film from the point on, and seeks in it', async () => {
    const screen_id = await target()
    const playing = PlayerInfo.parse((await box.act('play', { target: screen_id, movie_id: 'm-mpeg4', point: 10_000 })).data)
    expect(playing.delivery).toBe('transcode')
    await until('it goes on', async () => (await info()).current_point > 11_000, 30_000)
    expectCode(await box.act('player_seek', { point: 30_000 }), 'ok')
    await until('it goes on from there', async () => (await info()).current_point > 31_000, 30_000)
  })

  it('its death is noticed, and it plays again once it is back', async () => {
    const screen_id = await target()
    expectCode(await box.act('play', { target: screen_id, movie_id: 'm-plain' }), 'ok')
    await until('it plays', async () => (await info()).current_point > 2_000)
    renderer?.kill('SIGKILL')
    await until('it is offline', async () => (await listed())?.is_online === false, 30_000)
    await turnOn()
    expect(await target()).toBe(screen_id)
    expectCode(await box.act('play', { target: screen_id, movie_id: 'm-plain', is_replacing: true }), 'ok')
  })
})
