/**
 * The TV: a browser on the box and one in the local network are admitted, show the library and play as requested by the phone and the remote.
 * No autoplay flag: sound is enabled by a key press on the TV, as on a real set.
 */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { register } from '@homeport/contract/account.ts'
import { bindDevice, type Device } from '@homeport/contract/device.ts'
import { movieList } from '@homeport/contract/movie/movie.ts'
import {
  exitPlayer,
  keyRepeatMs,
  play,
  playerPause,
  playerResume,
  playerSeek,
  playerStatus,
  PlayerInfo,
  remoteKey,
  type RemoteKey,
} from '@homeport/contract/playback/playback.ts'
import { playerSetTracks, playerTracks } from '@homeport/contract/playback/tracks.ts'
import { screenAdmit, screenForget, screenList, Screen } from '@homeport/contract/playback/screen.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Act, In, Shape } from '@homeport/contract/kit/operation.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeText } from '../testing/encode-text.ts'
import { askAs, type App } from './parts/app.ts'
import { canMakeFilms, hevc, makeFilm } from './parts/film.ts'
import { probe } from './parts/probe.ts'
import { filmMoves, openTv, type TvPage } from './parts/tv.ts'
import { until } from '../testing/until.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'

const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg', !lanAddress && 'an address on a network'].filter(Boolean)

describe.skipIf(missing.length > 0)(`the TV${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`, () => {
  let world: World
  let app: App
  let device: Device
  /** One on the box itself, admitted by the key; one in the local network, admitted by digits. */
  let own: TvPage
  let house: TvPage
  const films = new Map<string, string>()
  const screens = { own: '', house: '' }
  let ownerId: string

  beforeAll(async () => {
    world = await openWorld({ isProbed: true })
    await makeFilm(path.join(world.downloads, 'Metropolis (1927).mp4'), { seconds: 90 })
    await makeFilm(path.join(world.downloads, 'The General (1926).mkv'), {
      seconds: 60,
      size: '320x180',
      video: hevc,
      audio: 'ac3',
    })
    await makeFilm(path.join(world.downloads, 'Sunrise (1927).mkv'), { seconds: 60, audio: 'ac3' })
    const line = '1\r\n00:00:00,000 --> 00:00:59,000\r\n轨道上有人\r\n'
    await writeFile(path.join(world.downloads, 'The General (1926).zh.srt'), encodeText(line, 'gb18030'))
    await until('the box says its addresses', () => keyAddress() !== undefined)
  })
  afterAll(async () => {
    await own?.close()
    await house?.close()
    await world.stop()
  })

  const keyAddress = () => [...world.station.said().matchAll(/http:\/\/127\.0\.0\.1:\d+\/#key=[\w-]+/g)].at(-1)?.[0]
  const houseAddress = () => `http://${lanAddress}:${world.screenPort}/`
  const act = <I extends Shape>(promise: Act<I>, data: In<I>) => askAs.act(app, promise, { devsn: device.devsn, data })
  const info = async <I extends Shape>(promise: Act<I>, data: In<I>) => {
    const answer = await act(promise, data)
    expect(answer.code).toBe(200)
    return PlayerInfo.parse(answer.data)
  }
  /** A key that was held up for longer than it lives does nothing (P26): it is pressed again. */
  const pad = async (...keys: RemoteKey[]) => {
    for (const key of keys) {
      await until(`${key} is in time`, async () => {
        const { code } = await act(remoteKey, { key })
        expect([Code.ok, Code.noResponse]).toContain(code)
        return code === Code.ok
      })
      // The rate limit is ten a second, the speed of a thumb.
      await new Promise((resolve) => setTimeout(resolve, keyRepeatMs))
    }
  }
  const moves = (tv: TvPage, by = 0.5) => filmMoves(tv, { by })

  test('before an owner the box’s own screen shows the code, one in the house says what to run', async () => {
    own = await openTv(keyAddress() ?? '')
    await own.page.getByRole('heading', { name: 'Pair your box' }).waitFor()
    expect(own.page.url()).not.toContain('key')
    expect(await own.axe()).toEqual([])
    house = await openTv(houseAddress(), 'zh-CN')
    await house.page.getByRole('heading', { name: '盒子还没有绑定' }).waitFor()
    await house.page.getByText('npm run pair').waitFor()
    expect(await house.axe()).toEqual([])
    expect(await house.page.getByRole('img').count()).toBe(0)

    const code = ((await own.page.getByRole('img').getAttribute('aria-label')) ?? '').replaceAll(' ', '')
    app = { address: world.addresses[0] ?? '', lang: 'en' }
    const owner = await askAs(app, register, { username: 'harbour-light', password: 'a quiet harbour 7', agreed: 1 })
    app.token = owner.token
    ownerId = owner.user.user_id
    device = await askAs(app, bindDevice, { devsn: '', code })
  })

  test('with an owner the one is in, the other by the four digits that it shows; each shows the library at once', async () => {
    await own.page.getByRole('heading', { level: 1 }).waitFor()
    await house.page.getByRole('heading', { name: '连接这台电视' }).waitFor()
    expect(await house.axe()).toEqual([])
    const digits = ((await house.page.getByRole('img').getAttribute('aria-label')) ?? '').replaceAll(' ', '')
    expect(digits).toMatch(/^\d{4}$/)
    const wrong = digits === '0000' ? '0001' : '0000'
    await expect(act(screenAdmit, { digits: wrong })).rejects.toThrow('4001')
    const admitted = await act(screenAdmit, { digits })
    screens.house = Screen.parse(admitted.data).screen_id
    const listed = screenList.output.parse((await act(screenList, {})).data)
    screens.own = listed.data.find(({ screen_id }) => screen_id !== screens.house)?.screen_id ?? ''
    expect(listed).toMatchObject({ waiting: [], address: houseAddress().slice(0, -1) })
    expect(listed.data).toHaveLength(2)

    await until('the library has its films', async () => {
      const { data } = await act(movieList, { limit: 9 })
      for (const film of movieList.output.parse(data).data) films.set(film.title, film.id)
      return films.size === 3
    })
    await own.page.getByRole('heading', { name: 'Library' }).waitFor()
    await until('three films stand there', async () => (await own.page.locator('.tv-row-card').count()) === 3)
    expect(await own.axe()).toEqual([])
    expect(await cutTails(own)).toEqual([])
  })

  test.each([
    ['Metropolis', 'as it is'],
    ['Sunrise', 'with its sound made over'],
    ['The General', 'made over'],
  ])('%s plays on the TV %s: pause, seek, stop', async (title) => {
    const movie_id = films.get(title) ?? ''
    const started = await info(play, { movie_id, target: screens.own })
    expect(started).toMatchObject({ status: 3, movie_id, title, screen_id: screens.own, sound: 'on' })
    await moves(own)
    expect(await own.film()).toMatchObject({ isMuted: false })
    expect(await own.axe()).toEqual([])

    expect(await info(playerPause, {})).toMatchObject({ status: 4 })
    await until('the TV’s film is paused', async () => (await own.film()).isPaused)
    const { current_point } = await info(playerStatus, {})

    expect((await info(playerSeek, { point: 41_000 })).current_point).toBeGreaterThan(current_point)
    // A copied video starts at a keyframe, two seconds apart in these films.
    const keyframe = 38_500
    await until('it stands there', async () => {
      const { status, current_point: at } = await info(playerStatus, {})
      return status === 4 && at > keyframe && at <= 41_500
    })
    expect(await info(playerResume, {})).toMatchObject({ status: 3 })
    await moves(own)
    expect((await info(playerStatus, {})).current_point).toBeGreaterThan(keyframe)
    await own.page.getByRole('heading', { name: title }).waitFor()
    expect(await cutTails(own)).toEqual([])

    expect(await info(exitPlayer, {})).toMatchObject({ status: -1 })
    await own.page.locator('.tv-row-card').first().waitFor()
  })

  test('the remote’s arrows and OK go through the library, start a film, seek and stop it', async () => {
    await pad('home')
    await own.page.getByRole('heading', { name: 'Continue watching' }).waitFor()
    await pad('down', 'right')
    await own.page.getByRole('heading', { name: 'Library' }).waitFor()
    const focused = () => own.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
    await until('a film of the library has the focus', async () => films.has(await focused()))
    await pad('ok')
    await own.page
      .getByRole('button', { name: /Resume from|Play/ })
      .first()
      .waitFor()
    const title = await own.page.getByRole('heading', { level: 1 }).innerText()
    expect([...films.keys()]).toContain(title)
    expect(await own.axe()).toEqual([])
    await pad('right', 'ok')
    await moves(own)
    await until('the TV tells of its film', async () => (await info(playerStatus, {})).status === 3)
    expect(await info(playerStatus, {})).toMatchObject({ title, user_id: ownerId })
    await pad('ok')
    await until('it is paused', async () => (await info(playerStatus, {})).status === 4)
    const { current_point } = await info(playerStatus, {})
    await pad('right', 'ok')
    await until('it is 30 s on', async () => (await info(playerStatus, {})).current_point > current_point + 25_000)
    // Shown for a moment, and not at all for a key that came to the TV too late.
    const volumeBar = own.page.getByRole('progressbar', { name: 'Volume' }).waitFor()
    const isShown = volumeBar.then(() => true)
    const isPressed = () => pad('volume_down').then(() => false)
    while (!(await Promise.race([isShown, isPressed()])));
    await pad('back')
    await until('it is closed', async () => (await info(playerStatus, {})).status === -1)
  })

  test('without a key pressed on the TV a film plays muted, both say so, and a key brings the sound', async () => {
    const movie_id = films.get('Metropolis') ?? ''
    await house.page.reload()
    await until('the screen is back', async () => /影库|继续观看/.test(await house.words()))
    expect(await info(play, { movie_id, target: screens.house })).toMatchObject({
      status: 3,
      sound: 'blocked',
      screen_id: screens.house,
    })
    await moves(house)
    expect((await house.film()).isMuted).toBe(true)
    await until('the TV says so', async () => (await house.words()).includes('即可出声'))
    await house.press('Enter')
    await until('the phone hears that there is sound', async () => (await info(playerStatus, {})).sound === 'on')
    expect(await house.film()).toMatchObject({ isMuted: false, isPaused: false })
    await until('the TV says it no more', async () => !(await house.words()).includes('即可出声'))
    expect(await house.axe()).toEqual([])
    await info(exitPlayer, {})
    expect(own.errors).toEqual([])
    expect(house.errors).toEqual([])
  })

  test('HEVC with AC3 is converted, and its GBK subtitle is read beside it', async () => {
    const movie_id = films.get('The General') ?? ''
    expect(await info(play, { movie_id, target: screens.own })).toMatchObject({ status: 3, delivery: 'transcode' })
    await moves(own)
    const { data } = await act(playerTracks, {})
    const [subtitle] = playerTracks.output.parse(data).subtitles
    expect(subtitle).toMatchObject({ language: 'zh-Hans' })
    expect((await act(playerSetTracks, { subtitle_id: subtitle?.id ?? '' })).code).toBe(200)
    await until('the line stands on the TV', async () => (await own.words()).includes('轨道上有人'))
    await info(exitPlayer, {})
  })

  test('the box’s clock is set an hour forward and back while a film plays: nothing breaks off, and the pad’s keys are in time', async () => {
    await info(play, { movie_id: films.get('Metropolis') ?? '', target: screens.own })
    await moves(own)
    const { load } = await own.page.evaluate(() => ({ load: document.querySelector('video')?.currentSrc }))
    for (const jump of ['hourForward', 'hourBack', 'hourBack', 'hourForward']) {
      await probe(world.station.child, jump)
      await until('the TV tells of its film', async () => (await info(playerStatus, {})).status === 3)
      const { current_point } = await info(playerStatus, {})
      expect(Math.abs(current_point / 1000 - (await own.film()).point)).toBeLessThan(16)
      await pad('ok')
      await until('the pad pauses it', async () => (await own.film()).isPaused)
      await pad('ok')
      await moves(own)
    }
    expect(await own.page.evaluate(() => document.querySelector('video')?.currentSrc)).toBe(load)
    await info(exitPlayer, {})
  })

  test('a film goes on by itself after the box was killed and came back', async () => {
    await info(play, { movie_id: films.get('The General') ?? '', target: screens.own })
    await moves(own, 2)
    await world.killStation()
    await world.startStation()
    await until('the box is back', async () => (await act(playerStatus, {})).code === 200)
    await until('the TV tells of its film', async () => (await info(playerStatus, {})).status === 3).catch(
      async (error: unknown) => {
        throw new Error(`${String(error)}; the TV shows: ${await own.words()}`, { cause: error })
      },
    )
    await moves(own)
    expect(await info(playerStatus, {})).toMatchObject({ title: 'The General', screen_id: screens.own })
    await info(exitPlayer, {})
  })

  test('a screen that the owner removes is out at once', async () => {
    await act(screenForget, { screen_id: screens.house })
    await house.page.getByRole('heading', { name: '这台电视已被移除' }).waitFor()
    await house.press('Enter')
    await house.page.getByRole('heading', { name: '连接这台电视' }).waitFor()
  })
})

/** S1: titles whose last line cuts the descenders of its letters, with the missing px. */
function cutTails({ page }: TvPage): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('h1, .tv-stage-name')].flatMap((title) => {
      const style = getComputedStyle(title)
      const pen = document.createElement('canvas').getContext('2d')
      if (!pen || style.overflow !== 'hidden') return []
      pen.font = style.font
      const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down, actualBoundingBoxDescent: tail } = pen.measureText('gjpqy')
      const line = Number.parseFloat(style.lineHeight)
      const [above, below] = [style.paddingTop, style.paddingBottom].map(Number.parseFloat)
      const lines = Math.round((title.clientHeight - (above ?? 0) - (below ?? 0)) / line)
      const bottom = (above ?? 0) + (lines - 1) * line + (line - up - down) / 2 + up + tail
      return bottom <= title.clientHeight ? [] : [`${title.textContent}: ${(bottom - title.clientHeight).toFixed(1)}`]
    }),
  )
}
