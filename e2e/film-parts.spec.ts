/** A film in two files (CD1, CD2) is one film on the TV and on the phone: length, seeks over the border, the next part by itself, resuming. */
import path from 'node:path'
import { movieList } from '@homeport/contract/movie/movie.ts'
import {
  exitPlayer,
  play,
  playerPause,
  playerResume,
  playerSeek,
  playerStatus,
  PlayerInfo,
} from '@homeport/contract/playback/playback.ts'
import { screenAdmit, Screen } from '@homeport/contract/playback/screen.ts'
import { bindDevice, type Device } from '@homeport/contract/device.ts'
import { register } from '@homeport/contract/account.ts'
import type { Act, In, Shape } from '@homeport/contract/kit/operation.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs, type App } from './parts/app.ts'
import { canMakeFilms, makeFilm } from './parts/film.ts'
import { digitsOn, filmMoves, openTv, type TvPage } from './parts/tv.ts'
import { until } from '../testing/until.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'

const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg', !lanAddress && 'an address on a network'].filter(Boolean)
const partMs = 20_000
/** A file by ffmpeg differs from the requested length by a frame or two. */
const slackMs = 500

describe.skipIf(missing.length > 0)(
  `a film in parts${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`,
  () => {
    let world: World
    let app: App
    let device: Device
    let tv: TvPage
    let screen_id: string
    const films = new Map<string, string>()

    const act = <I extends Shape>(promise: Act<I>, data: In<I>) => askAs.act(app, promise, { devsn: device.devsn, data })
    const info = async <I extends Shape>(promise: Act<I>, data: In<I>) => {
      const reply = await act(promise, data)
      expect(reply.code).toBe(200)
      return PlayerInfo.parse(reply.data)
    }
    const status = () => info(playerStatus, {})
    const moves = () => filmMoves(tv, { by: 0.3 })

    beforeAll(async () => {
      world = await openWorld()
      await makeFilm(path.join(world.downloads, 'Gladiator.2000.CD1.mp4'), { seconds: partMs / 1000 })
      await makeFilm(path.join(world.downloads, 'Gladiator.2000.CD2.mp4'), { seconds: partMs / 1000 })
      // In folders of their own, and not playable by a browser as they are.
      for (const part of ['CD1', 'CD2'])
        await makeFilm(path.join(world.downloads, 'Titanic 1997', part, 'titanic.mkv'), { seconds: partMs / 1000, audio: 'ac3' })
      tv = await openTv(`http://${lanAddress}:${world.screenPort}/`)
      app = { address: world.addresses[0] ?? '', lang: 'en' }
      app.token = (await askAs(app, register, { username: 'harbour-light', password: 'a quiet harbour 7', agreed: 1 })).token
      device = await askAs(app, bindDevice, await world.pair())
      const admitted = await act(screenAdmit, { digits: await digitsOn(tv, 'en') })
      screen_id = Screen.parse(admitted.data).screen_id
      await until('both films are listed with their length', async () => {
        const { data } = movieList.output.parse((await act(movieList, { limit: 9 })).data)
        for (const film of data) films.set(film.title, film.id)
        return data.length === 2 && data.every(({ duration_ms }) => (duration_ms ?? 0) > 2 * partMs - slackMs)
      })
      await until('the TV shows the library', async () => (await tv.page.locator('.tv-row-card').count()) === 2)
    })
    afterAll(async () => {
      await tv?.close()
      await world.stop()
    })

    test.each([
      ['Gladiator', 'as it is'],
      ['Titanic', 'with its sound converted'],
    ])('%s plays %s over the border of its parts, as one film', async (title) => {
      const movie_id = films.get(title) ?? ''
      const started = await info(play, { movie_id, target: screen_id, point: partMs - 4_000 })
      expect(started).toMatchObject({ status: 3, movie_id, title })
      expect(Math.abs(started.duration - 2 * partMs)).toBeLessThan(slackMs)
      const firstPath = started.path
      await moves()
      await until('the second part plays', async () => (await status()).path !== firstPath)
      await moves()
      await until('the TV tells of it', async () => (await status()).status === 3)
      const second = await status()
      expect(second).toMatchObject({ status: 3, movie_id, title, duration: started.duration })
      expect(second.current_point).toBeGreaterThan(partMs - slackMs)
      // The times of the whole film: its two parts last twenty seconds each.
      expect(await tv.words()).toMatch(/0:2\d\n−0:(?:1\d|20)/)

      await info(playerPause, {})
      const back = await info(playerSeek, { point: 3_000 })
      expect(back).toMatchObject({ status: 4, path: firstPath })
      expect(back.current_point).toBeLessThan(4_000)
      await info(playerResume, {})
      await moves()
      await info(playerSeek, { point: partMs + 8_000 })
      await moves()
      const { current_point } = await status()
      expect(current_point).toBeGreaterThan(partMs + 5_000)
      await info(exitPlayer, {})
    })

    test('the TV goes on where one stopped, in the second part; its own keys seek over the border, and only its end ends the film', async () => {
      const page = tv.page
      await page.getByRole('heading', { name: 'Continue watching' }).waitFor()
      // The row has Gladiator from before; the film that was left last comes to its front.
      await until(
        'Titanic stands first',
        async () => (await page.locator('.tv-row-card').first().getAttribute('aria-label')) === 'Titanic',
      )
      await tv.press('Home')
      await tv.press('Enter')
      await moves()
      const { current_point, title } = await status()
      expect(title).toBe('Titanic')
      expect(current_point).toBeGreaterThan(partMs + 5_000)
      await tv.press('ArrowLeft')
      await tv.press('ArrowLeft')
      await until('it is in the first part', async () => (await status()).current_point < partMs)
      await moves()
      await tv.press('ArrowRight')
      await until('it is in the second part', async () => (await status()).current_point > partMs)
      await until('the film has ended', async () => (await status()).status === -1)
      await until('the library is back', async () => (await page.locator('.tv-row-card').count()) > 0)
      expect(tv.errors).toEqual([])
    })
  },
)
