/** Away from home: a film plays and a file is saved through the cloud, by a phone that cannot reach the box. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { register } from '@homeport/contract/account.ts'
import { bindDevice } from '@homeport/contract/device.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../testing/until.ts'
import { askAs, type App } from './parts/app.ts'
import { canMakeFilms, makeFilm } from './parts/film.ts'
import { storyLanguages } from './parts/languages.ts'
import { look } from './parts/look.ts'
import { keepSession } from './parts/session.ts'
import { storyPassword } from './parts/story.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'

const title = 'Metropolis'
const largeBytes = 40 * 1024 * 1024
const own = {
  en: {
    locale: 'en-US' as const,
    username: 'olga-travels',
    here: /^This (device|phone).*Through the cloud/,
    watchHere: 'Watch here',
    throughCloud: 'Through the cloud',
    progress: 'Progress',
    forward: 'Forward 30 seconds',
    pause: 'Pause',
    resume: 'Play',
    tracks: /^Subtitles/,
    lost: 'The box can’t be reached',
    actionsOf: (name: string) => `Actions for ${name}`,
    keep: /^Save to/,
  },
  zh: {
    locale: 'zh-CN' as const,
    username: '奥加在外',
    here: /^(本机|这部手机).*经由云端播放/,
    watchHere: '在这里观看',
    throughCloud: '经由云端',
    progress: '进度',
    forward: '前进 30 秒',
    pause: '暂停',
    resume: '播放',
    tracks: /^字幕/,
    lost: '连不上盒子',
    actionsOf: (name: string) => `「${name}」的操作`,
    keep: /^保存到/,
  },
}
const looks = { en: { width: 390, height: 844 }, zh: { width: 1280, height: 800, dark: true } }
const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg'].filter(Boolean)

describe.skipIf(missing.length > 0).each(storyLanguages('en'))(
  `away from home${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''} (%s)`,
  (lang) => {
    const w = own[lang]
    let world: World
    let phone: Phone
    let caller: App
    /** Requests to the box's own port. */
    const direct: string[] = []

    beforeAll(async () => {
      const proxies = ['127.0.0.1', '::1', lanAddress ?? '127.0.0.1'].join(',')
      world = await openWorld({ env: { HOMEPORT_RELAY: '20/40', HOMEPORT_TRUSTED_PROXIES: proxies } })
      await makeFilm(path.join(world.downloads, `${title} (1927).mp4`), { seconds: 60 })
      await writeFile(path.join(world.downloads, `${title} (1927).en.srt`), '1\n00:00:00,000 --> 00:01:00,000\nThe city\n')
      await writeFile(path.join(world.downloads, 'large.bin'), Buffer.alloc(largeBytes, 'homeport'))
      caller = { address: world.addresses[0] ?? '', lang }
      const signedIn = await askAs(caller, register, { username: w.username, password: storyPassword, agreed: 1 })
      caller = { ...caller, token: signedIn.token }
      const device = await askAs(caller, bindDevice, { devsn: '', code: (await world.pair()).code })
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
      await keepSession(page, caller.address, { lang, signedIn, device })
    })
    afterAll(async () => {
      await phone.close()
      await world.stop()
    })

    const point = async () =>
      Number(await phone.page.evaluate('document.querySelector("video")?.currentTime ?? 0').catch(() => 0))
    const onFilm = () => phone.page.getByRole('heading', { name: title }).waitFor()

    async function openFilm() {
      const { page } = phone
      await page.goto(`${caller.address}/#/pages/main/movie/list`)
      await page.getByRole('link', { name: title }).first().click()
      await onFilm()
    }
    async function watchHere() {
      const { page } = phone
      await page
        .getByRole('button', { name: `: ${title}` })
        .first()
        .click()
      const sheet = page.getByRole('dialog')
      await sheet.getByRole('radio', { name: w.here }).click()
      await look(phone, `relay-where-${lang}`)
      await sheet.getByRole('button', { name: w.watchHere }).click()
      await page.getByRole('slider', { name: w.progress }).waitFor()
    }

    test('Watch here plays through the cloud, says so, seeks, and Back leads to the film', async () => {
      const { page } = phone
      await openFilm()
      const film = page.url()
      await watchHere()
      await until('the film plays', async () => (await point()) > 0.3)
      expect(page.url()).toMatch(/\/away\/[A-Z2-7]{16}\/$/)
      await page.getByText(w.throughCloud, { exact: true }).waitFor()
      await page.mouse.move(200, 200)
      await look(phone, `relay-playing-${lang}`)
      await page.getByRole('button', { name: w.forward }).click()
      await until('it goes on half a minute later', async () => (await point()) > 30)
      await page.getByRole('button', { name: w.pause, exact: true }).click()
      await page.getByRole('button', { name: w.resume, exact: true }).waitFor()
      await look(phone, `relay-paused-${lang}`)
      await page.getByRole('button', { name: w.tracks }).click()
      await page.getByRole('dialog').waitFor()
      expect(await phone.axe()).toEqual([])
      await page.keyboard.press('Escape')
      await page.goBack()
      await onFilm()
      expect(page.url()).toBe(film)
    })

    test('a file of over 32 MB comes whole', async () => {
      const { page } = phone
      await page.goto(`${caller.address}/#/pages/device/files/list`)
      await page.getByRole('button', { name: /^downloads / }).click()
      await page.getByRole('button', { name: w.actionsOf('large.bin') }).click()
      const saving = page.waitForEvent('download')
      await page.getByRole('dialog').getByRole('button', { name: w.keep }).click()
      const saved = await saving
      const hash = createHash('sha256')
      for await (const bytes of createReadStream(await saved.path())) hash.update(bytes)
      expect(hash.digest('hex')).toBe(createHash('sha256').update(Buffer.alloc(largeBytes, 'homeport')).digest('hex'))
      await look(phone, `relay-file-${lang}`)
      expect(page.context().pages()).toHaveLength(1)
    })

    test('a box that was killed is reached again by the same page, and the film goes on', async () => {
      const { page } = phone
      expect(phone.errors).toEqual([])
      await openFilm()
      await watchHere()
      await until('the film plays', async () => (await point()) > 0.3)
      await world.killStation()
      await page.reload()
      await page.getByText(w.lost).waitFor()
      await look(phone, `relay-lost-${lang}`)
      await world.startStation()
      await until('the film plays on', async () => (await point()) > 0.3)
      expect(direct).toEqual([])
    })
  },
)
