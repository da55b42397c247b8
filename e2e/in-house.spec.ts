/** The internet is cut while phone, box and TV are in one house, and the cloud is elsewhere: downloads, library and remote go on by the direct socket, one line says so, and nothing is done twice. */
import path from 'node:path'
import { listTasks } from '@homeport/contract/download/download.ts'
import { lanPath } from '@homeport/contract/lan.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './parts/app.ts'
import { canMakeFilms, makeFilm } from './parts/film.ts'
import { storyLanguages } from './parts/languages.ts'
import { look } from './parts/look.ts'
import { settleOn } from './parts/session.ts'
import { addLink, words as storyWords } from './parts/story.ts'
import { openTv, playOnNewTv, type TvPage } from './parts/tv.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openFileServer, openWorld, type World } from './world.ts'

const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg', !lanAddress && 'an address on a network'].filter(Boolean)
const words = {
  en: { ...storyWords.en, user: 'in-house', direct: 'No cloud, home only', pause: 'Pause' },
  zh: { ...storyWords.zh, user: '在家里', direct: '连不上云端，已直连盒子', pause: '暂停' },
} as const
const downloads = '/pages/device/download/list'
const library = '/pages/main/movie/list'

/** A phone with the sockets that its page has open. */
type Resident = { phone: Phone; sockets: ReadonlySet<string> }

const row = ({ phone }: Resident, name: string) => phone.page.locator('.download-row-row').filter({ hasText: name })
const go = ({ phone }: Resident, to: string) => phone.page.evaluate((hash) => (location.hash = hash), `#${to}`)
const isDirect = ({ sockets }: Resident) => [...sockets].some((url) => url.endsWith(lanPath))

describe.skipIf(missing.length > 0).each(storyLanguages('en'))(
  `without the internet (%s${missing.length > 0 ? `, skipped: no ${missing.join(', no ')}` : ''})`,
  (lang) => {
    const w = words[lang]
    let world: World
    let tv: TvPage
    let files: Awaited<ReturnType<typeof openFileServer>>
    const phones: Phone[] = []

    beforeAll(async () => {
      world = await openWorld({ isCloudElsewhere: true })
      await makeFilm(path.join(world.downloads, 'Metropolis (1927).mp4'), { seconds: 120 })
      files = await openFileServer({ '/night.bin': Buffer.alloc(60_000_000, 7), '/small.bin': Buffer.alloc(40_000, 7) }, 400_000)
      tv = await openTv(`http://${lanAddress}:${world.screenPort}/`)
    })
    afterAll(async () => {
      for (const phone of phones) await phone.close()
      await tv.close()
      await files.stop()
      await world.stop()
    })

    async function moveIn(): Promise<Resident> {
      const phone = await openPhone({ locale: w.locale, loadsAhead: true })
      phones.push(phone)
      const sockets = new Set<string>()
      phone.page.on('websocket', (ws) => {
        sockets.add(ws.url())
        ws.on('close', () => sockets.delete(ws.url()))
      })
      const { code } = await world.pair()
      await settleOn(phone, { address: world.network.address, lang, username: w.user, code })
      await phone.page.goto(`${world.network.address}/#${downloads}`)
      return { phone, sockets }
    }

    async function download(resident: Resident, name: string): Promise<void> {
      const { phone } = resident
      await go(resident, downloads)
      await addLink(phone, w, `${files.address}/${name}`)
      await phone.page.getByRole('dialog').getByRole('button', { name: w.start }).click()
      const sheet = phone.page.getByRole('dialog')
      await sheet.waitFor({ state: 'detached' }).catch(async (error: unknown) => {
        throw new Error(`not begun; the sheet says: ${await sheet.innerText()}`, { cause: error })
      })
    }

    /** From the moment when a film plays and night.bin loads: the internet is cut, `name` is downloaded, the TV is paused, the internet is back. */
    async function liveWithout(resident: Resident, name: string): Promise<void> {
      const { phone } = resident
      const { page } = phone
      const percent = async () => Number((await row(resident, 'night.bin').getByRole('progressbar').getAttribute('value')) ?? 0)
      await go(resident, downloads)
      await page.reload()
      await until('the direct socket is open', () => isDirect(resident))
      // On http nothing is kept: the sheets are there once they have loaded.
      await until('the sheets are loaded', () =>
        page.evaluate(() => {
          const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
          return ['sheet-panel', 'modal-panel'].every((part) => loaded.some((name) => name.includes(part)))
        }),
      )

      world.network.cut()
      await page.locator('.connection-line-top').getByText(w.direct).waitFor()
      const before = await percent()
      await until('the download is seen to move on', async () => (await percent()) > before)
      await look(phone, `in-house-downloads-${lang}`)
      expect(await phone.axe()).toEqual([])
      await download(resident, name)
      await row(resident, name).getByText(w.complete).waitFor()
      await go(resident, library)
      const film = page.getByRole('link', { name: 'Metropolis' }).first()
      await film.waitFor().catch(async (error: unknown) => {
        throw new Error(`no film; the page says: ${await page.locator('body').innerText()}`, { cause: error })
      })
      await look(phone, `in-house-library-${lang}`)
      await page.locator('.mini-player-miniPlayer').getByRole('button', { name: w.pause, exact: true }).click()
      await until('the TV is paused', async () => (await tv.film()).isPaused)

      world.network.mend()
      await page.locator('.connection-line-top').waitFor({ state: 'detached' })
      await go(resident, downloads)
      // The cloud knows of it once the box has reconnected, which waits up to 20 s between tries.
      const isComplete = row(resident, name).getByText(w.complete)
      await isComplete.waitFor().catch(async (error: unknown) => {
        const shown = await page.locator('main').innerText()
        throw new Error(`the cloud has ${await namesInCloud(resident)}; the page says: ${shown}`, { cause: error })
      })
    }

    test('downloads, library and remote go on, and all is as it was when the internet is back', async () => {
      const resident = await moveIn()
      const { phone } = resident
      await go(resident, library)
      await phone.page.getByRole('link', { name: 'Metropolis' }).first().click()
      await playOnNewTv(phone, tv, { lang })
      await until('the film plays', async () => (await tv.film()).hasPicture)
      await download(resident, 'night.bin')
      await liveWithout(resident, 'small.bin')
      await until('the cloud has both, once', async () => (await namesInCloud(resident)) === 'night.bin,small.bin')
    })

    /** The names of the downloads that the cloud lists. */
    async function namesInCloud({ phone: { page } }: Resident): Promise<string> {
      const stored = (name: string) => page.evaluate((key) => localStorage.getItem(key) ?? '', `homeport.${lang}.${name}`)
      const { is: device } = JSON.parse(await stored('currentDevice'))
      const app = { address: world.addresses[0] ?? '', lang, token: String(JSON.parse(await stored('token')).is) }
      const { data } = await askAs(app, listTasks, { devid: device.devid })
      return data
        .map(({ name }) => name)
        .toSorted()
        .join()
    }
  },
)
