/** Away from home: a film plays and a file is saved through the cloud, by a phone that cannot reach the box. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../testing/until.ts'
import type { App } from './parts/app.ts'
import { canMakeFilms } from './parts/film.ts'
import { storyLanguages } from './parts/languages.ts'
import { look } from './parts/look.ts'
import { keepSession } from './parts/session.ts'
import { herePoint, hereWords, onHereFilm, openHereFilm, saveLargeFile, settleWithFilm, watchHere } from './parts/watch-here.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'

const own = {
  en: {
    locale: 'en-US' as const,
    username: 'olga-travels',
    here: /^This (device|phone).*Through the cloud/,
    throughCloud: 'Through the cloud',
    forward: 'Forward 30 seconds',
    lost: 'The box can’t be reached',
  },
  zh: {
    locale: 'zh-CN' as const,
    username: '奥加在外',
    here: /^(本机|这部手机).*经由云端播放/,
    throughCloud: '经由云端',
    forward: '前进 30 秒',
    lost: '连不上盒子',
  },
}
const looks = { en: { width: 390, height: 844 }, zh: { width: 1280, height: 800, dark: true } }
const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg'].filter(Boolean)

describe.skipIf(missing.length > 0).each(storyLanguages('en'))(
  `away from home${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''} (%s)`,
  (lang) => {
    const w = { ...hereWords[lang], ...own[lang] }
    let world: World
    let phone: Phone
    let caller: App
    /** Requests to the box's own port. */
    const direct: string[] = []

    beforeAll(async () => {
      const proxies = ['127.0.0.1', '::1', lanAddress ?? '127.0.0.1'].join(',')
      world = await openWorld({ env: { HOMEPORT_RELAY: '20/40', HOMEPORT_TRUSTED_PROXIES: proxies } })
      const household = await settleWithFilm(world, { lang, username: w.username })
      caller = household.caller
      phone = await openPhone({ locale: w.locale, ...looks[lang] })
      const { page } = phone
      // As a proxy before the cloud says of a phone in another network.
      await page.setExtraHTTPHeaders({ 'X-Forwarded-For': '203.0.113.9' })
      await page.route(
        ({ port }) => port === String(world.screenPort),
        (route) => {
          direct.push(route.request().url())
          return route.abort()
        },
      )
      await keepSession(page, caller.address, { lang, ...household })
    })
    afterAll(async () => {
      await phone.close()
      await world.stop()
    })

    const lookAtSheet = () => look(phone, `relay-where-${lang}`)
    const watch = () => watchHere(phone.page, { lang, here: w.here, onSheet: lookAtSheet })

    test('Watch here plays through the cloud, says so, seeks, and Back leads to the film', async () => {
      const { page } = phone
      await openHereFilm(page, caller.address)
      const film = page.url()
      await watch()
      expect(page.url()).toMatch(/\/away\/[A-Z2-7]{16}\/$/)
      await page.getByText(w.throughCloud, { exact: true }).waitFor()
      await page.mouse.move(200, 200)
      await look(phone, `relay-playing-${lang}`)
      await page.getByRole('button', { name: w.forward }).click()
      await until('it goes on half a minute later', async () => (await herePoint(page)) > 30)
      await page.getByRole('button', { name: w.pause, exact: true }).click()
      await page.getByRole('button', { name: w.resume, exact: true }).waitFor()
      await look(phone, `relay-paused-${lang}`)
      await page.getByRole('button', { name: w.tracks }).click()
      await page.getByRole('dialog').waitFor()
      expect(await phone.axe()).toEqual([])
      await page.keyboard.press('Escape')
      await page.goBack()
      await onHereFilm(page)
      expect(page.url()).toBe(film)
    })

    test('a file of over 32 MB comes whole', async () => {
      const { page } = phone
      await saveLargeFile(page, caller)
      await look(phone, `relay-file-${lang}`)
      expect(page.context().pages()).toHaveLength(1)
    })

    test('a box that was killed is reached again by the same page, and the film goes on', async () => {
      const { page } = phone
      expect(phone.errors).toEqual([])
      await openHereFilm(page, caller.address)
      await watch()
      await world.killStation()
      await page.reload()
      await page.getByText(w.lost).waitFor()
      await look(phone, `relay-lost-${lang}`)
      await world.startStation()
      await until('the film plays on', async () => (await herePoint(page)) > 0.3)
      expect(direct).toEqual([])
    })
  },
)
