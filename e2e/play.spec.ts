/**
 * Play on a TV that is not admitted: the requested film starts with the TV's code alone, also after a reload of the phone and of the TV.
 * In English on a phone and in Chinese on a desktop; and the whole main flow from nothing.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { register } from '@homeport/contract/account.ts'
import { askAs } from './parts/app.ts'
import { coveredByMiniPlayer } from './parts/covered.ts'
import { countTaps, fiveMinutes } from './parts/five-minutes.ts'
import { canMakeFilms, makeFilm } from './parts/film.ts'
import { isSeen } from './parts/seen.ts'
import { settleOn } from './parts/session.ts'
import { storyPassword, words as storyWords } from './parts/story.ts'
import { digitsOn, openTv, keepTvName, tvWords, type TvPage } from './parts/tv.ts'
import { goElsewhere, stillPage } from './parts/walker.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openFileServer, openWorld, type World } from './world.ts'
import { inLanguages } from './parts/languages.ts'

const words = {
  en: {
    ...storyWords.en,
    owner: 'harbour-light',
    friend: 'pier-anna',
    long: 'The Extraordinarily Long Voyage of the Harbour Lighthouse Keepers and Their Dogs',
    wrong: 'Wrong code',
    playing: /^Playing on Chrome/,
    openRemote: 'Open remote',
    resume: /^Resume from/,
    stop: 'Stop',
    nothing: 'Nothing is playing',
    starts: /^Waiting for/,
    tvOff: 'TV is off',
    boxOff: 'Box is offline',
    noTv: /No TV connected/,
    playOn: 'Play on',
    playHere: /^Play on Chrome/,
  },
  zh: {
    ...storyWords.zh,
    owner: '慢火车',
    friend: '码头安娜',
    long: '灯塔看守人和他的狗在漫长冬夜里乘着一艘名叫远方的小船穿过北方群岛去寻找失踪多年的老船长以及那张谁也没有见过却人人都在谈论的古老海图和一封没有寄出的信的那些年旧事',
    wrong: '数字不正确',
    playing: /^正在「Chrome.*」播放/,
    openRemote: '打开遥控器',
    resume: /^从 .* 继续/,
    stop: '停止',
    nothing: '没有正在播放的影片',
    starts: /开机后自动播放/,
    tvOff: '电视已关机',
    boxOff: '盒子已离线',
    noTv: /未连接电视/,
    playOn: '播放到',
    playHere: /^在「Chrome.*」播放$/,
  },
} as const

const title = 'Metropolis'
/** Pages with a bar, a form or a map at their bottom. */
const miniPlayerRoutes = [
  '/pages/index/index',
  '/pages/main/device/index',
  '/pages/main/user/index',
  '/pages/device/download/list',
  '/pages/device/setting/household',
  '/pages/device/setting/downloadconfig',
  '/pages/forum/editor',
  '/pages/forum/search/index',
  '/pages/user/help/index',
  '/pages/user/mine/setup/userinfo',
  '/pages/user/mine/setup/cancellation',
  '/pages/user/setup/safe/bind_phone',
  '/pages/user/userinfo/addresses',
  '/pages/user/about/index',
  '/pages/main/product/index',
  '/choose-location?lat=31.23&lon=121.47',
  '/open-location?lat=31.23&lon=121.47&name=Pier',
]
const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg', !lanAddress && 'an address on a network'].filter(Boolean)

describe.skipIf(missing.length > 0)(`play${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`, () => {
  const looks = [
    ['en', { width: 390, height: 844 }],
    ['zh', { width: 1280, height: 800, dark: true }],
  ] as const
  describe.each(inLanguages('en', looks))('on a TV that nobody admitted (%s)', (lang, look) => {
    const w = words[lang]
    let world: World
    let phone: Phone
    let tv: TvPage
    let film = ''

    beforeAll(async () => {
      world = await openWorld()
      await makeFilm(path.join(world.downloads, `${title} (1927).mp4`), { seconds: 120 })
      await makeFilm(path.join(world.downloads, `${w.long} (1925).mp4`), { seconds: 2 })
      phone = await openPhone({ locale: w.locale, ...look })
      const address = world.addresses[0] ?? ''
      await settleOn(phone, { address, lang, username: w.owner, code: (await world.pair()).code })
      await phone.page.goto(`${address}/#/pages/main/movie/list`)
      await phone.page.getByRole('link', { name: title }).first().click()
      await phone.page.getByRole('heading', { name: title }).waitFor()
      film = phone.page.url()
      tv = await openTv(`http://${lanAddress}:${world.screenPort}/`, w.locale)
    })
    afterAll(async () => {
      await phone.close()
      await tv.close()
      await world.stop()
    })

    const moves = (by = 0.3) =>
      until('the film moves on the TV', async () => {
        const { point, hasPicture } = await tv.film()
        return hasPicture && point > by
      })

    test('Play is above the fold whatever the title: 80 characters of it on a phone, and on the smallest', async () => {
      const { page } = phone
      const size = { width: look.width, height: look.height }
      for (const small of [
        { width: 390, height: 844 },
        { width: 320, height: 640 },
      ]) {
        await page.setViewportSize(small)
        await page.goto(`${world.addresses[0]}/#/pages/main/movie/list`)
        await page
          .getByRole('link', { name: w.long.slice(0, 20) })
          .first()
          .click()
        await page.getByRole('heading', { name: w.long }).waitFor()
        const button = page.getByRole('button', { name: tvWords[lang].play })
        await button.waitFor()
        expect(await isSeen(button)).toBe(true)
        expect(await page.evaluate(() => [scrollY, document.documentElement.scrollWidth])).toEqual([0, small.width])
      }
      await page.setViewportSize(size)
      await page.goto(film)
      await page.getByRole('heading', { name: title }).waitFor()
    })

    test('the code field is focused and sends itself; a wrong code empties it; a reload of the phone keeps what was asked', async () => {
      const { page } = phone
      const digits = await digitsOn(tv, lang)
      await page.getByRole('button', { name: tvWords[lang].play }).click()
      const field = page.getByLabel(tvWords[lang].digits)
      await field.waitFor()
      await until('the field has the focus', () => field.evaluate((one) => one === document.activeElement))
      expect(await phone.axe()).toEqual([])
      await page.keyboard.type(digits === '0000' ? '0001' : '0000')
      await page.getByRole('alert').getByText(w.wrong).waitFor()
      expect(await field.inputValue()).toBe('')
      await until('the field has the focus again', () => field.evaluate((one) => one === document.activeElement))

      await page.reload()
      await field.waitFor()
      await page.keyboard.type(digits)
      // No further tap: the sheet closes, the remote opens, the film starts.
      await page.locator('.remote-remote').waitFor()
      expect(await field.count()).toBe(0)
      await moves()
      expect(await phone.axe()).toEqual([])
      await keepTvName(page, lang)
    })

    test('a reload of the TV in the middle goes on where it was, and waits for no key', async () => {
      await moves(2)
      const { point } = await tv.film()
      await tv.page.reload()
      await until('it goes on', async () => (await tv.film()).point > point)
      expect((await tv.film()).isPaused).toBe(false)
    })

    test('the film’s page says where it plays, also after a reload, and leads to the remote; every other page has the mini player', async () => {
      const { page } = phone
      await page.goto(film)
      await page.reload()
      await page.getByText(w.playing).waitFor()
      expect(await page.getByRole('button', { name: w.resume }).count()).toBe(0)
      expect(await phone.axe()).toEqual([])
      for (const route of ['/pages/device/setting/setting', '/pages/device/download/list', '/pages/forum/type/index']) {
        await page.goto(`${world.addresses[0]}/#${route}`)
        await page.locator('.mini-player-miniPlayer').waitFor()
      }
    })

    test('the mini player covers no control of any page', async () => {
      const { page } = phone
      const covered: string[] = []
      const address = world.addresses[0] ?? ''
      const { user } = await askAs({ address, lang }, register, { username: w.friend, password: storyPassword, agreed: 1 })
      for (const route of [...miniPlayerRoutes, `/pages/user/mine/message/index?with=${user.user_id}`]) {
        await goElsewhere(phone, route)
        await stillPage(page)
        // A page that still moves is looked at again; what stays covered is in the failure.
        let stillCovered: string[] = []
        await until('nothing covered', async () => (stillCovered = await coveredByMiniPlayer(page)).length === 0).catch(
          () => null,
        )
        covered.push(...stillCovered)
      }
      expect(covered.join('; ')).toBe('')
    })

    test('S164: on a wide screen it stands at one height, whether a page ends in a button or not', async () => {
      const { page } = phone
      const size = page.viewportSize() ?? { width: 390, height: 844 }
      await page.setViewportSize({ width: 1280, height: 800 })
      const bottoms: number[] = []
      for (const [route, end] of [
        ['/pages/device/setting/setting', '.list-row'],
        ['/pages/device/setting/household', '.bars-bottomBar'],
      ] as const) {
        await goElsewhere(phone, route)
        await page.locator(end).first().waitFor()
        await stillPage(page)
        const bar = page.locator('.mini-player-miniPlayer')
        bottoms.push(await bar.evaluate((one) => innerHeight - one.getBoundingClientRect().bottom))
      }
      expect(bottoms).toEqual([24, 24])
      expect(await coveredByMiniPlayer(page)).toEqual([])
      await page.setViewportSize(size)
    })

    test('the film’s page leads to the remote, which stops the film', async () => {
      const { page } = phone
      await page.goto(film)
      await page.getByRole('button', { name: w.openRemote }).first().click()
      await page.locator('.remote-remote').waitFor()
      await page.getByRole('button', { name: w.stop, exact: true }).click()
      await page.getByText(w.nothing).waitFor()
      await page.keyboard.press('Escape')
      await page.locator('.remote-remote').waitFor({ state: 'detached' })
    })

    test('with one TV on Play asks nothing; with that TV off the film waits for it, through a kill of the box, and begins when its page is opened', async () => {
      const { page } = phone
      await tv.page.goto('about:blank')
      // Until the page says so, Play goes to the TV that the box still holds for on.
      await page.getByRole('button', { name: w.noTv }).waitFor()
      await page.getByRole('button', { name: w.resume }).click()
      const sheet = page.getByRole('dialog', { name: w.playOn })
      await sheet.getByRole('button', { name: w.playHere }).click()
      await page.locator('.remote-remote').getByText(w.starts).waitFor()
      expect(await phone.axe()).toEqual([])
      // Until then a reload takes up the play, with the remote.
      await until('the box has answered the play', async () => {
        const stored = await page.evaluate((name) => localStorage.getItem(name), `homeport.${lang}.playIntent`)
        return stored === null || stored === 'null'
      })

      const line = page.locator('.connection-line-top')
      await world.killStation()
      await line.getByText(w.boxOff).waitFor()
      await world.startStation()
      await line.getByText(w.tvOff).waitFor()
      // A phone that opens the app now gets the state too.
      await page.goto(film)
      await page.reload()
      await page.locator('main').getByText(w.starts).waitFor()
      await line.getByText(w.tvOff).waitFor()
      expect(await phone.axe()).toEqual([])
      await tv.page.goto(`http://${lanAddress}:${world.screenPort}/`)
      await moves()
      await line.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: w.openRemote }).first().click()
      await page.getByRole('button', { name: w.stop, exact: true }).click()
      await page.getByText(w.nothing).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: w.resume }).click()
      await moves()
      expect(await page.getByRole('dialog', { name: w.playOn }).count()).toBe(0)
      expect(phone.errors).toEqual([])
      expect(tv.errors).toEqual([])
    })
  })

  test('from nothing to a film on a new TV: registered, bound, downloaded, played, without one tap too many', async () => {
    const world = await openWorld()
    await makeFilm(path.join(world.folder, 'made', 'Sunrise.1927.mp4'), { seconds: 30 })
    const server = await openFileServer({
      '/Sunrise.1927.mp4': await readFile(path.join(world.folder, 'made', 'Sunrise.1927.mp4')),
    })
    const phone = await openPhone({ locale: 'en-US' })
    const taps = await countTaps(phone.page)
    try {
      const tv = await fiveMinutes(phone, {
        lang: 'en',
        address: world.addresses[0] ?? '',
        screen: `http://${lanAddress}:${world.screenPort}/`,
        username: 'new-sailor',
        link: `${server.address}/Sunrise.1927.mp4`,
        title: 'Sunrise',
        pair: () => world.pair(),
      })
      await tv.close()
      // Agree, create, downloads, add, start, the film, play: the code sends itself. Once it plays, one more for the TV's name.
      const pressed = await taps()
      expect(pressed.length, pressed.join(' | ')).toBe(8)
      expect(phone.errors).toEqual([])
    } finally {
      await phone.close()
      await server.stop()
      await world.stop()
    }
  })
})
