/**
 * A film and a remote over bad lines (promises 23, 24, 26 to 29): between phone and cloud, cloud and box, box and TV; slow, losing packets, silent, cut; the converter
 * killed. The TV is a real browser behind a proxy that misbehaves.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { register } from '@homeport/contract/account.ts'
import { bindDevice, type Device } from '@homeport/contract/device.ts'
import { movieList } from '@homeport/contract/movie/movie.ts'
import {
  exitPlayer,
  keyLifeMs,
  keyRepeatMs,
  play,
  playerPause,
  playerResume,
  playerSeek,
  playerStatus,
  playerVolume,
  PlayerInfo,
  remoteKey,
} from '@homeport/contract/playback/playback.ts'
import { screenAdmit, Screen } from '@homeport/contract/playback/screen.ts'
import type { Act, In, Shape } from '@homeport/contract/kit/operation.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { askAs, type App } from './parts/app.ts'
import { openBadLine, type BadLine } from './parts/bad-line.ts'
import { canMakeFilms, hevc, makeFilm } from './parts/film.ts'
import { digitsOn, filmMoves, openTv, type TvPage } from './parts/tv.ts'
import { until } from '../testing/until.ts'
import { hasBrowser, openWorld, type World } from './world.ts'

const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg'].filter(Boolean)
/** Five minutes of them in `npm run soak`. */
const isSoak = process.env.SOAK === '1'
const keysInARow = isSoak ? 3_000 : 100
/** They wait for time limits: half a minute each. */
const inSoak = isSoak ? '' : ' (skipped: lasts too long, in npm run soak)'
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe.skipIf(missing.length > 0)(`bad lines${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`, () => {
  let world: World
  let app: App
  let device: Device
  let tv: TvPage
  /** Between the phone and the cloud, and between the TV and the box. */
  let phoneLine: BadLine
  let tvLine: BadLine
  let target = ''
  const films = new Map<string, string>()

  beforeAll(async () => {
    world = await openWorld()
    await makeFilm(path.join(world.downloads, 'Metropolis (1927).mp4'), { seconds: 120 })
    // More than a browser reads ahead.
    await makeFilm(path.join(world.downloads, 'The General (1926).mkv'), { seconds: 200, video: hevc })
    const cloudPort = Number(new URL(world.addresses[0] ?? '').port)
    phoneLine = await openBadLine(cloudPort)
    tvLine = await openBadLine(world.screenPort)
    app = { address: world.addresses[0] ?? '', lang: 'en' }
    app.token = (await askAs(app, register, { username: 'harbour-light', password: 'a quiet harbour 7', agreed: 1 })).token
    device = await askAs(app, bindDevice, { devsn: '', code: (await world.pair()).code })
    tv = await openTv(`http://127.0.0.1:${tvLine.port}/`)
    target = Screen.parse((await act(screenAdmit, { digits: await digitsOn(tv, 'en') })).data).screen_id
    await until('the library has its films', async () => {
      const { data } = await act(movieList, { limit: 9 })
      for (const film of movieList.output.parse(data).data) films.set(film.title, film.id)
      return films.size === 2
    })
    await tv.page.locator('.tv-row-card').first().waitFor()
  })
  afterEach(() => {
    phoneLine.become({})
    tvLine.become({})
  })
  afterAll(async () => {
    await tv?.close()
    await phoneLine?.stop()
    await tvLine?.stop()
    await world.stop()
  })

  const act = <I extends Shape>(promise: Act<I>, data: In<I>) => askAs.act(app, promise, { devsn: device.devsn, data })
  const info = async <I extends Shape>(promise: Act<I>, data: In<I>) => {
    const answer = await act(promise, data)
    expect(answer.code).toBe(200)
    return PlayerInfo.parse(answer.data)
  }
  const start = (title: string) => info(play, { movie_id: films.get(title) ?? '', target })
  const moves = (from?: number) => filmMoves(tv, from === undefined ? {} : { from })

  let sent = 0
  /** Keys as frames, as the app sends them. */
  async function openPad() {
    const socket = new WebSocket(`ws://127.0.0.1:${phoneLine.port}/en/ws`)
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
    const send = (name: string, data: object) =>
      socket.send(
        JSON.stringify({
          act: name,
          sent_ms: Math.round(performance.now()),
          id: `${name}-${(sent += 1)}`,
          time: 0,
          data: { app: 'test', devsn: device.devsn, appuid: '', data },
        }),
      )
    send('login', { token: app.token })
    await new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }))
    /** ms until each key was answered. */
    const waits: number[] = []
    const sentAt = new Map<string, number>()
    socket.addEventListener('message', ({ data }) => {
      const at = sentAt.get(String(JSON.parse(String(data)).id))
      if (at !== undefined) waits.push(performance.now() - at)
    })
    return {
      waits,
      /** A key that came too late has an answer too. */
      isAnswered: () => waits.length === sentAt.size,
      key(key: string, phase: string) {
        sentAt.set(`${remoteKey.name}-${sent + 1}`, performance.now())
        send(remoteKey.name, { key, phase })
      },
      close: () => socket.close(),
    }
  }
  /** A jump to this second, which comes to the TV after all keys before it, is done, and the film goes on from there. */
  async function comesThrough(second: number): Promise<void> {
    await info(playerSeek, { point: second * 1_000 })
    await moves(second)
  }
  const volume = async () => (await info(playerStatus, {})).volume

  test(
    `ten keys a second, ${keysInARow} of them: none is lost, and none comes after the last`,
    { timeout: 900_000 },
    async () => {
      // Each change of the volume has an event of its own; two that come within one frame are drawn once.
      await tv.page.evaluate(() => {
        const count = () => (document.body.dataset['changes'] = String(Number(document.body.dataset['changes'] ?? 0) + 1))
        document.querySelector('video')?.addEventListener('volumechange', count)
      })
      const changes = () => tv.page.evaluate(() => Number(document.body.dataset['changes'] ?? 0))
      const pad = await openPad()
      for (let turn = 0; turn < keysInARow; turn += 1) {
        pad.key(turn % 2 === 0 ? 'volume_down' : 'volume_up', 'press')
        await pause(keyRepeatMs)
      }
      await until('all are answered', pad.isAnswered)
      // The volume comes after the keys on the same line: once it is there, all keys have come.
      await info(playerVolume, { value: 33 })
      const volumeThere = () => tv.page.evaluate(() => document.querySelector('video')?.volume)
      await until('the TV has the volume that was set last', async () => (await volumeThere()) === 0.33)
      // A key that is older than its life does nothing, as on a machine that stood still for a moment.
      const isInTime = pad.waits.every((ms) => ms < keyLifeMs / 2)
      if (isInTime) expect(await changes()).toBe(keysInARow + 1)
      else expect(await changes()).toBeLessThanOrEqual(keysInARow + 1)
      pad.close()
    },
  )

  test('P26: a key held over a slow line that loses packets: what comes late does nothing, and nothing comes after its release', async () => {
    await start('Metropolis')
    await moves()
    phoneLine.become({ delayMs: 60, loseEvery: 5 })
    const pad = await openPad()
    const before = await volume()
    pad.key('volume_down', 'down')
    for (let turn = 0; turn < 15; turn += 1) {
      await pause(keyRepeatMs)
      pad.key('volume_down', 'repeat')
    }
    pad.key('volume_down', 'up')
    await until('all are answered', pad.isAnswered)
    await comesThrough(30)
    const released = await volume()
    expect(released).toBeLessThan(before)
    await comesThrough(60)
    expect(await volume()).toBe(released)
    pad.close()
    await info(exitPlayer, {})
  })

  test('P26: keys that the line held up for a second do nothing when it moves again', async () => {
    await start('Metropolis')
    await moves()
    const pad = await openPad()
    const loud = await volume()
    pad.key(loud > 50 ? 'volume_down' : 'volume_up', 'press')
    await until('a key goes through', async () => (await volume()) !== loud)
    const before = await volume()
    phoneLine.become({ delayMs: 1_200 })
    for (let turn = 0; turn < 5; turn += 1) {
      pad.key('volume_up', 'press')
      pad.key('volume_down', 'press')
      pad.key('volume_down', 'press')
      await pause(keyRepeatMs)
    }
    await until('all are answered', pad.isAnswered)
    await comesThrough(60)
    expect(await volume()).toBe(before)
    pad.close()
    await info(exitPlayer, {})
  })

  test('a film goes on when all connections of the TV are cut, again and again, and obeys the phone afterwards', async () => {
    await start('Metropolis')
    await moves()
    for (let turn = 0; turn < 3; turn += 1) {
      tvLine.reset()
      await until('the TV is back', async () => (await info(playerStatus, {})).status === 3)
      await moves()
    }
    await info(playerSeek, { point: 80_000 })
    await moves(78)
    expect(await info(playerPause, {})).toMatchObject({ status: 4 })
    expect((await tv.film()).isPaused).toBe(true)
    expect(await info(playerResume, {})).toMatchObject({ status: 3 })
    await moves()
    await info(exitPlayer, {})
  })

  test.skipIf(!isSoak)(
    `P23: a TV behind a pulled cable waits, the phone hears so, and the film goes on where it was when the cable is back${inSoak}`,
    async () => {
      await start('Metropolis')
      await moves()
      await info(playerSeek, { point: 30_000 })
      await moves(29)
      tvLine.become({ isSilent: true })
      await until('the phone hears that the TV is away', async () => (await info(playerStatus, {})).is_pending === true)
      const { current_point } = await info(playerStatus, {})
      expect(current_point).toBeGreaterThan(29_000)
      tvLine.become({})
      await until('it plays again', async () => (await info(playerStatus, {})).status === 3)
      await moves()
      expect((await info(playerStatus, {})).current_point).toBeGreaterThanOrEqual(current_point - 5_000)
      await info(exitPlayer, {})
    },
  )

  test.skipIf(!isSoak)(
    `P24: the line between box and cloud is cut in the middle of commands: each is done once or told to have failed${inSoak}`,
    async () => {
      await start('Metropolis')
      await moves()
      for (let turn = 0; turn < 2; turn += 1) {
        const commanded = act(playerSeek, { point: 20_000 + turn * 40_000 }).catch(() => ({ code: 5_004 }))
        await pause(turn * 15)
        world.network.cut()
        await pause(200)
        world.network.mend()
        const { code } = await commanded
        expect([200, 4008, 5004]).toContain(code)
        await until('the box is online again', async () => {
          const answer = await act(playerStatus, {}).catch(() => ({ code: 0 }))
          return answer.code === 200
        })
        await moves()
      }
      expect((await info(playerStatus, {})).status).toBe(3)
      await info(exitPlayer, {})
    },
  )

  test('a converter that is killed is started again where the film is', async () => {
    await start('The General')
    await moves()
    const { point } = await tv.film()
    const killed = await killConverters(world.station.child.pid ?? 0)
    expect(killed).toBeGreaterThan(0)
    await until('it plays on', async () => {
      const status = await info(playerStatus, {})
      const film = await tv.film()
      return status.status === 3 && film.hasPicture && !film.isPaused
    })
    await moves()
    expect((await info(playerStatus, {})).current_point).toBeGreaterThan(point * 1000 - 5_000)
    await info(exitPlayer, {})
  })

  test('nothing of this was written to the TV’s console', () => {
    const shown = tv.errors.filter((line) => !/net::ERR_|WebSocket connection|Failed to load resource/.test(line))
    expect(shown).toEqual([])
  })
})

/** kill -9 of the box's ffmpeg processes; how many there were. */
async function killConverters(stationPid: number): Promise<number> {
  let killed = 0
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const [, command = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(stat) ?? []
    if (!command.startsWith('ffmpeg') || Number(rest.split(' ')[1]) !== stationPid) continue
    process.kill(Number(name), 'SIGKILL')
    killed += 1
  }
  return killed
}
