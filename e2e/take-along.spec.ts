/** Films that a phone takes along, by the https port of a home: prepared by the box, kept in the browser, played without a network, and the place comes back. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { register } from '@homeport/contract/account.ts'
import { bindDevice } from '@homeport/contract/device.ts'
import { filmDetail, listFilms } from '@homeport/contract/movie/movie.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { until } from '../testing/until.ts'
import { askAs, type App } from './parts/app.ts'
import { canMakeFilms, hevc, makeFilm } from './parts/film.ts'
import { homeCa, homeHost, servedKey } from './parts/home-https.ts'
import { storyLanguages } from './parts/languages.ts'
import { look } from './parts/look.ts'
import { keepSession } from './parts/session.ts'
import { storyPassword } from './parts/story.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, openWorld, type World } from './world.ts'

const title = 'Metropolis'
const other = 'Sunrise'
const series = 'Nine Harbours'
const own = {
  en: {
    locale: 'en-US' as const,
    username: 'olga-travels',
    takeKey: (name: string) => `Take along: ${name}`,
    take: /^Take along ·/,
    sizes: 'Size',
    small: /^Small/,
    original: /^Original/,
    season: 'Season 1',
    ready: 'Ready to watch',
    playHere: (name: string) => new RegExp(`^Play here ${name}`),
    more: (name: string) => `More for ${name}`,
    remove: 'Remove from here',
    back: 'Back',
    here: /^Resume here from/,
    onTheWay: 'On the way',
    none: 'Nothing taken along yet',
    removeWatched: 'Remove once watched',
    signOut: 'Sign out',
  },
  zh: {
    locale: 'zh-CN' as const,
    username: '奥加旅行',
    takeKey: (name: string) => `缓存「${name}」`,
    take: /^缓存 ·/,
    sizes: '清晰度',
    small: /^流畅/,
    original: /^原画/,
    season: '第 1 季',
    ready: '已缓存',
    playHere: (name: string) => new RegExp(`^在本机播放 ${name}`),
    more: (name: string) => `《${name}》的更多操作`,
    remove: '从本机删除',
    back: '返回',
    here: /^在本机从/,
    onTheWay: '进行中',
    none: '还没有缓存影片',
    removeWatched: '看完自动删除',
    signOut: '退出登录',
  },
}
const looks = { en: { width: 390, height: 844 }, zh: { width: 1280, height: 800, dark: true } }
const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg'].filter(Boolean)

describe.skipIf(missing.length > 0).each(storyLanguages('en'))(
  `films that are taken along${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''} (%s)`,
  (lang) => {
    const w = own[lang]
    let world: World
    let phone: Phone
    let tlsPort = 0
    let caller: App
    let devid = ''
    const secure = () => `https://${homeHost}:${tlsPort}`
    const list = () => `${secure()}/#/pages/device/movie/kept`
    const offline = (isOffline: boolean) => phone.page.context().setOffline(isOffline)

    beforeAll(async () => {
      tlsPort = await freePort()
      world = await openWorld({ env: { HOMEPORT_TLS: 'home', HOMEPORT_TLS_PORT: String(tlsPort) } })
      // Over 8 MB: it comes in two pieces.
      await makeFilm(path.join(world.downloads, `${title} (1927).mp4`), { seconds: 120, size: '1280x720' })
      await writeFile(
        path.join(world.downloads, `${title} (1927).en.default.srt`),
        '1\n00:00:01,000 --> 00:01:59,000\nThe city\n',
      )
      await makeFilm(path.join(world.downloads, `${other} (1927).mkv`), {
        seconds: 30,
        size: '1280x720',
        video: hevc,
        audio: 'ac3',
      })
      for (const number of [1, 2, 3])
        await makeFilm(path.join(world.downloads, series, `${series} S01E0${number}.mp4`), { seconds: 20 + number })
      const address = world.addresses[0] ?? ''
      const ca = await homeCa(address)
      caller = { address, lang }
      const signedIn = await askAs(caller, register, { username: w.username, password: storyPassword, agreed: 1 })
      caller = { ...caller, token: signedIn.token }
      const device = await askAs(caller, bindDevice, { devsn: '', code: (await world.pair()).code })
      devid = device.devid
      phone = await openPhone({
        locale: w.locale,
        host: homeHost,
        hasWorker: true,
        loadsAhead: true,
        trusts: await servedKey(tlsPort, ca),
        ...looks[lang],
      })
      await keepSession(phone.page, secure(), { lang, signedIn, device })
      await until('the films are known', async () => (await films()).length === 3)
    })
    afterAll(async () => {
      await phone.close()
      await world.stop()
    })

    const films = async () => (await askAs(caller, listFilms, { devid })).data
    const detailOf = async (name: string) => {
      const film = (await films()).find((one) => one.title === name)
      if (!film) throw new Error(`no film ${name}`)
      return askAs(caller, filmDetail, { devid, id: film.id })
    }
    async function openFilm(name: string) {
      const { id } = await detailOf(name)
      await phone.page.goto(`${secure()}/#/pages/device/movie/detail?id=${id}`)
      await phone.page.getByRole('heading', { name, exact: true }).waitFor()
    }
    const seconds = async () => Number(await phone.page.evaluate('document.querySelector("video")?.currentTime ?? 0'))
    const ready = () => phone.page.getByRole('heading', { name: w.ready })
    /** The bytes of all that this browser keeps of films. */
    const bytesHere = () =>
      phone.page.evaluate(
        () =>
          new Promise<number>((resolve, reject) => {
            const opening = indexedDB.open('homeport')
            opening.addEventListener('error', () => reject(new Error('not opened')))
            opening.addEventListener('success', () => {
              const all = opening.result.transaction('answers').objectStore('answers').getAll()
              all.addEventListener('success', () => {
                const blobs = all.result.filter((one) => one instanceof Blob && one.size > 100_000)
                opening.result.close()
                resolve(blobs.reduce((sum, one) => sum + one.size, 0))
              })
            })
          }),
      )

    test('a film in the size that one chooses: the box prepares it, the phone keeps it', async () => {
      const { page } = phone
      await openFilm(other)
      await page.getByRole('button', { name: w.takeKey(other) }).click()
      const sheet = page.getByRole('dialog')
      await sheet.getByRole('radio', { name: w.small }).click()
      await look(phone, `take-sheet-${lang}`)
      expect(await phone.axe()).toEqual([])
      await sheet.getByRole('button', { name: w.take }).click()
      await sheet.waitFor({ state: 'detached' })
      await openFilm(title)
      await page.getByRole('button', { name: w.takeKey(title) }).click()
      await sheet.getByRole('radio', { name: w.original }).click()
      await sheet.getByRole('button', { name: w.take }).click()
      await sheet.waitFor({ state: 'detached' })
      await page.goto(list())
      await page.getByRole('heading', { name: w.onTheWay }).or(ready()).first().waitFor()
      await look(phone, `take-coming-${lang}`)
      await page.getByRole('button', { name: w.playHere(other) }).waitFor()
      await page.getByRole('button', { name: w.playHere(title) }).waitFor()
      await look(phone, `take-list-${lang}`)
      expect(await phone.axe()).toEqual([])
      const { files } = await detailOf(title)
      expect(await bytesHere()).toBeGreaterThan(files[0]?.file_size ?? Infinity)
      await openFilm(title)
      await look(phone, `take-film-${lang}`)
    })

    test('without a network the app starts cold, plays it with seeking, and goes on where one stopped', async () => {
      const { page } = phone
      await page.goto(list())
      await ready().waitFor()
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      await offline(true)
      await page.reload()
      await page.getByRole('button', { name: w.playHere(title) }).click()
      await until('it plays', async () => (await seconds()) > 0.3)
      await until('its subtitle is shown', async () =>
        page.evaluate(() =>
          [...(document.querySelector('video')?.textTracks ?? [])].some(({ activeCues }) => activeCues?.length === 1),
        ),
      )
      await page.evaluate(() => {
        const video = document.querySelector('video')
        if (video) video.currentTime = 60
      })
      await until('it plays on from there', async () => (await seconds()) > 60.5)
      await look(phone, `take-playing-${lang}`)
      expect(await phone.axe()).toEqual([])
      await page.getByRole('button', { name: w.back, exact: true }).click()
      await ready().waitFor()
      await look(phone, `take-list-offline-${lang}`)
      await page.reload()
      await page.getByRole('button', { name: w.playHere(title) }).click()
      await until('it goes on', async () => (await seconds()) > 60)
      await page.getByRole('button', { name: w.back, exact: true }).click()
      await page.getByRole('button', { name: w.more(title) }).click()
      await page.getByRole('dialog').getByRole('link').click()
      await page.getByRole('button', { name: w.here }).waitFor()
      await look(phone, `take-film-offline-${lang}`)
    })

    test('the place comes back with the network, and one of later wins', async () => {
      const { page } = phone
      await offline(false)
      await until('the cloud has the place', async () => ((await detailOf(title)).position_ms ?? 0) >= 60_000)
      await page.goto(list())
      await ready().waitFor()
    })

    test('once watched it is gone, and marked as watched', async () => {
      const { page } = phone
      await offline(true)
      await page.getByRole('button', { name: w.playHere(other) }).click()
      await until('it plays', async () => (await seconds()) > 0.3)
      await page.evaluate(() => {
        const video = document.querySelector('video')
        if (video) video.currentTime = video.duration - 1
      })
      // It ends, and the list is there again.
      await ready().waitFor()
      await page.getByRole('button', { name: w.playHere(other) }).waitFor({ state: 'detached' })
      await offline(false)
      await until('it is watched', async () => (await detailOf(other)).is_watched)
    })

    test('a whole season comes, and one that is removed is gone', async () => {
      const { page } = phone
      await openFilm(series)
      await page.getByRole('button', { name: w.takeKey(series) }).click()
      const sheet = page.getByRole('dialog')
      await sheet.getByRole('tab', { name: w.season, exact: true }).click()
      await sheet.getByRole('button', { name: w.take }).waitFor()
      await look(phone, `take-season-${lang}`)
      await sheet.getByRole('button', { name: w.take }).click()
      await page.goto(list())
      for (const number of [1, 2, 3])
        await page
          .getByRole('button', { name: w.playHere(`${series}.*${number}`) })
          .first()
          .waitFor()
      await look(phone, `take-season-list-${lang}`)
      await page.getByRole('button', { name: w.more(title) }).click()
      await page.getByRole('dialog').getByRole('button', { name: w.remove }).waitFor()
      await look(phone, `take-more-${lang}`)
      expect(await phone.axe()).toEqual([])
      await page.getByRole('dialog').getByRole('button', { name: w.remove }).click()
      await page.getByRole('button', { name: w.playHere(title) }).waitFor({ state: 'detached' })
    })

    test('P13: the end of the session takes all of it', async () => {
      const { page } = phone
      expect(await bytesHere()).toBeGreaterThan(1_000_000)
      await page.goto(`${secure()}/#/pages/user/setup/index`)
      await page.getByRole('button', { name: w.signOut }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: w.signOut }).click()
      await until('nothing is here', async () => (await bytesHere()) === 0)
      expect(phone.errors.filter((error) => !error.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
    })
  },
)
