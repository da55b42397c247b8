/** The box of a home through the https port: a film plays in the app's own window, a large file comes whole, and what is not of this address is refused. */
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import { buffer } from 'node:stream/consumers'
import { fileDownload, fileList } from '@homeport/contract/files.ts'
import type { Act, In, Out, Shape } from '@homeport/contract/kit/operation.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { until } from '../testing/until.ts'
import { askAs, type App } from './parts/app.ts'
import { canMakeFilms } from './parts/film.ts'
import { storyLanguages } from './parts/languages.ts'
import { look } from './parts/look.ts'
import { homeCa, homeHost, servedKey } from './parts/home-https.ts'
import { keepSession } from './parts/session.ts'
import { hereWords, largeBytes, onHereFilm, openHereFilm, saveLargeFile, settleWithFilm, watchHere } from './parts/watch-here.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, openWorld, type World } from './world.ts'

const host = homeHost
const own = {
  en: {
    locale: 'en-US' as const,
    username: 'olga-watches',
    here: /^This (device|phone)/,
    away: 'The box can’t be reached',
  },
  zh: {
    locale: 'zh-CN' as const,
    username: '奥加看片',
    here: /^(本机|这部手机)/,
    away: '连不上盒子',
  },
}
const looks = { en: { width: 390, height: 844 }, zh: { width: 1280, height: 800, dark: true } }
const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg'].filter(Boolean)

describe.skipIf(missing.length > 0).each(storyLanguages('en'))(
  `the box of a home by https${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''} (%s)`,
  (lang) => {
    const w = { ...hereWords[lang], ...own[lang] }
    let world: World
    let phone: Phone
    let ca = ''
    let tlsPort = 0
    let caller: App
    let devsn = ''
    const secure = () => `https://${host}:${tlsPort}`

    beforeAll(async () => {
      tlsPort = await freePort()
      world = await openWorld({ env: { HOMEPORT_TLS: 'home', HOMEPORT_TLS_PORT: String(tlsPort) } })
      const household = await settleWithFilm(world, { lang, username: w.username })
      caller = household.caller
      devsn = household.device.devsn
      ca = await homeCa(caller.address)
      phone = await openPhone({ locale: w.locale, host, hasWorker: true, trusts: await servedKey(tlsPort, ca), ...looks[lang] })
      await keepSession(phone.page, secure(), { lang, ...household })
    })
    afterAll(async () => {
      await phone.close()
      await world.stop()
    })

    const watch = () => watchHere(phone.page, { lang, here: w.here })

    test('Watch here plays in the window of the app, and Back leads to the film', async () => {
      const { page } = phone
      await page.goto(`${secure()}/#/pages/main/movie/list`)
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      await openHereFilm(page, secure())
      const film = page.url()
      await watch()
      expect(page.url()).toBe(`${secure()}/box/`)
      expect(await page.evaluate(() => isSecureContext)).toBe(true)
      await page.mouse.move(200, 200)
      await look(phone, `https-here-playing-${lang}`)
      await page.getByRole('button', { name: w.pause, exact: true }).click()
      await page.getByRole('button', { name: w.resume, exact: true }).waitFor()
      await look(phone, `https-here-paused-${lang}`)
      await page.getByRole('button', { name: w.tracks }).click()
      await page.getByRole('dialog').waitFor()
      await look(phone, `https-here-tracks-${lang}`)
      expect(await phone.axe()).toEqual([])
      await page.keyboard.press('Escape')
      await page.goBack()
      await onHereFilm(page)
      expect(page.url()).toBe(film)
    })

    test('a file of over 32 MB comes whole, without a page of its own', async () => {
      const { page } = phone
      const saved = await saveLargeFile(page, { address: secure(), lang })
      expect(saved.url()).toContain(`${secure()}/box/file/`)
      expect(page.context().pages()).toHaveLength(1)
    })

    test('P29: another Host and a page of another address are refused; a range is answered, by a client that trusts the home CA alone', async () => {
      const ask = (to: string, headers: Record<string, string> = {}): Promise<IncomingMessage> =>
        new Promise((resolve, reject) => {
          const sent = { host: `${host}:${tlsPort}`, ...headers }
          https
            .get({ port: tlsPort, host: '127.0.0.1', servername: host, ca, path: to, headers: sent, agent: false }, resolve)
            .on('error', reject)
        })
      const statusOf = async (to: string, headers?: Record<string, string>) => {
        const answer = await ask(to, headers)
        await buffer(answer)
        return answer.statusCode
      }
      expect(await statusOf('/box/')).toBe(200)
      expect(await statusOf('/box/', { host: 'evil.example' })).toBe(403)
      expect(await statusOf('/box/', { origin: 'https://evil.example' })).toBe(403)
      expect(await statusOf('/box/media/x')).toBe(401)
      const [folder] = (await actOf(fileList, { path: '' })).entries
      const { url, https_port } = await actOf(fileDownload, { paths: [`${folder?.path ?? ''}/large.bin`] })
      expect(https_port).toBe(tlsPort)
      const part = await ask(`/box${new URL(url).pathname}`, { range: 'bytes=8-15' })
      expect([part.statusCode, part.headers['content-range'], (await buffer(part)).toString()]).toEqual([
        206,
        `bytes 8-15/${largeBytes}`,
        'homeport',
      ])
    })

    test('a box that is away says so where its page would be; when it is back the film goes on', async () => {
      const { page } = phone
      expect(phone.errors).toEqual([])
      await openHereFilm(page, secure())
      await watch()
      await world.killStation()
      await page.reload()
      await page.getByText(w.away).waitFor()
      await look(phone, `https-here-away-${lang}`)
      expect(await phone.axe()).toEqual([])
      await world.startStation()
      await until('the box answers', async () => (await page.reload())?.status() === 200)
      await page.getByRole('slider', { name: w.progress }).waitFor()
      await page.goBack()
      await onHereFilm(page)
    })

    /** The box's answer to an act of its owner. */
    async function actOf<I extends Shape, O extends Shape>(promise: Act<I, O>, data: In<I>): Promise<Out<O>> {
      return promise.output.parse((await askAs.act(caller, promise, { devsn, data })).data)
    }
  },
)
