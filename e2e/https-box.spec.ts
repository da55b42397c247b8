/** The box of a home through the https port: a film plays in the app's own window, a large file comes whole, and what is not of this address is refused. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { register } from '@homeport/contract/account.ts'
import { bindDevice } from '@homeport/contract/device.ts'
import { fileDownload, fileList } from '@homeport/contract/files.ts'
import type { Act, In, Out, Shape } from '@homeport/contract/kit/operation.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { until } from '../testing/until.ts'
import { askAs, type App } from './parts/app.ts'
import { canMakeFilms, makeFilm } from './parts/film.ts'
import { storyLanguages } from './parts/languages.ts'
import { look } from './parts/look.ts'
import { homeCa, homeHost, servedKey } from './parts/home-https.ts'
import { keepSession } from './parts/session.ts'
import { storyPassword } from './parts/story.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, openWorld, type World } from './world.ts'

const host = homeHost
const title = 'Metropolis'
const largeBytes = 40 * 1024 * 1024
const own = {
  en: {
    locale: 'en-US' as const,
    username: 'olga-watches',
    here: /^This (device|phone)/,
    watchHere: 'Watch here',
    progress: 'Progress',
    pause: 'Pause',
    resume: 'Play',
    tracks: /^Subtitles/,
    away: 'The box can’t be reached',
    actionsOf: (name: string) => `Actions for ${name}`,
    keep: /^Save to/,
  },
  zh: {
    locale: 'zh-CN' as const,
    username: '奥加看片',
    here: /^(本机|这部手机)/,
    watchHere: '在这里观看',
    progress: '进度',
    pause: '暂停',
    resume: '播放',
    tracks: /^字幕/,
    away: '连不上盒子',
    actionsOf: (name: string) => `「${name}」的操作`,
    keep: /^保存到/,
  },
}
const looks = { en: { width: 390, height: 844 }, zh: { width: 1280, height: 800, dark: true } }
const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg'].filter(Boolean)

describe.skipIf(missing.length > 0).each(storyLanguages('en'))(
  `the box of a home by https${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''} (%s)`,
  (lang) => {
    const w = own[lang]
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
      await makeFilm(path.join(world.downloads, `${title} (1927).mp4`), { seconds: 60 })
      await writeFile(path.join(world.downloads, `${title} (1927).en.srt`), '1\n00:00:00,000 --> 00:01:00,000\nThe city\n')
      await writeFile(path.join(world.downloads, 'large.bin'), Buffer.alloc(largeBytes, 'homeport'))
      const address = world.addresses[0] ?? ''
      ca = await homeCa(address)
      caller = { address, lang }
      const signedIn = await askAs(caller, register, { username: w.username, password: storyPassword, agreed: 1 })
      caller = { ...caller, token: signedIn.token }
      const device = await askAs(caller, bindDevice, { devsn: '', code: (await world.pair()).code })
      devsn = device.devsn
      phone = await openPhone({ locale: w.locale, host, hasWorker: true, trusts: await servedKey(tlsPort, ca), ...looks[lang] })
      await keepSession(phone.page, secure(), { lang, signedIn, device })
    })
    afterAll(async () => {
      await phone.close()
      await world.stop()
    })

    const point = async () =>
      Number(await phone.page.evaluate('document.querySelector("video")?.currentTime ?? 0').catch(() => 0))
    async function watchHere() {
      const { page } = phone
      await page
        .getByRole('button', { name: `: ${title}` })
        .first()
        .click()
      const sheet = page.getByRole('dialog')
      await sheet.getByRole('radio', { name: w.here }).click()
      await sheet.getByRole('button', { name: w.watchHere }).click()
      await page.getByRole('slider', { name: w.progress }).waitFor()
    }
    const onFilm = () => phone.page.getByRole('heading', { name: title }).waitFor()

    test('Watch here plays in the window of the app, and Back leads to the film', async () => {
      const { page } = phone
      await page.goto(`${secure()}/#/pages/main/movie/list`)
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      await page.getByRole('link', { name: title }).first().click()
      await onFilm()
      const film = page.url()
      await watchHere()
      await until('the film plays', async () => (await point()) > 0.3)
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
      await onFilm()
      expect(page.url()).toBe(film)
    })

    test('a file of over 32 MB comes whole, without a page of its own', async () => {
      const { page } = phone
      await page.goto(`${secure()}/#/pages/device/files/list`)
      await page.getByRole('button', { name: /^downloads / }).click()
      await page.getByRole('button', { name: w.actionsOf('large.bin') }).click()
      const saving = page.waitForEvent('download')
      await page.getByRole('dialog').getByRole('button', { name: w.keep }).click()
      const saved = await saving
      expect(saved.url()).toContain(`${secure()}/box/file/`)
      const hash = createHash('sha256')
      for await (const bytes of createReadStream(await saved.path())) hash.update(bytes)
      expect(hash.digest('hex')).toBe(createHash('sha256').update(Buffer.alloc(largeBytes, 'homeport')).digest('hex'))
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
      await page.goto(`${secure()}/#/pages/main/movie/list`)
      await page.getByRole('link', { name: title }).first().click()
      await onFilm()
      await watchHere()
      await until('the film plays', async () => (await point()) > 0.3)
      await world.killStation()
      await page.reload()
      await page.getByText(w.away).waitFor()
      await look(phone, `https-here-away-${lang}`)
      expect(await phone.axe()).toEqual([])
      await world.startStation()
      await until('the box answers', async () => (await page.reload())?.status() === 200)
      await page.getByRole('slider', { name: w.progress }).waitFor()
      await page.goBack()
      await onFilm()
    })

    /** The box's answer to an act of its owner. */
    async function actOf<I extends Shape, O extends Shape>(promise: Act<I, O>, data: In<I>): Promise<Out<O>> {
      return promise.output.parse((await askAs.act(caller, promise, { devsn, data })).data)
    }
  },
)
