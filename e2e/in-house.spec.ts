/** The internet is cut while phone, box and TV are in one house, and the cloud is elsewhere: downloads, library and remote go on by the direct socket, one line says so, and nothing is done twice. */
import path from 'node:path'
import { listTasks } from '@homeport/contract/download.ts'
import { lanPath } from '@homeport/contract/lan.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './parts/app.ts'
import { canMakeFilms, makeFilm } from './parts/film.ts'
import { look } from './parts/look.ts'
import { addLink, bindOn, registerOn, words as storyWords } from './parts/story.ts'
import { openTv, playOnNewTv, type TvPage } from './parts/tv.ts'
import { until } from './parts/wait.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openFileServer, openWorld, type World } from './world.ts'

const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg', !lanAddress && 'an address on a network'].filter(Boolean)
const words = {
  en: { ...storyWords.en, direct: 'No cloud, home only', pause: 'Pause', sound: 'Mute' },
  zh: { ...storyWords.zh, direct: '连不上云端，已直连盒子', pause: '暂停', sound: '静音' },
} as const
const downloads = '/pages/device/download/list'
const library = '/pages/main/movie/list'

describe.skipIf(missing.length > 0)(
  `without the internet${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`,
  () => {
    let world: World
    let phone: Phone
    let tv: TvPage
    let files: Awaited<ReturnType<typeof openFileServer>>
    const lang = 'en'
    const w = words[lang]
    const sockets = new Set<string>()

    beforeAll(async () => {
      world = await openWorld({ isCloudElsewhere: true })
      await makeFilm(path.join(world.downloads, 'Metropolis (1927).mp4'), { seconds: 120 })
      files = await openFileServer({ '/night.bin': Buffer.alloc(60_000_000, 7), '/small.bin': Buffer.alloc(40_000, 7) }, 400_000)
      phone = await openPhone({ locale: w.locale })
      phone.page.on('websocket', (ws) => {
        sockets.add(ws.url())
        ws.on('close', () => sockets.delete(ws.url()))
      })
      await registerOn(phone, w, { address: world.network.address, username: 'in-house' })
      await bindOn(phone, w, (await world.pair()).code)
      tv = await openTv(`http://${lanAddress}:${world.screenPort}/`)
    })
    afterAll(async () => {
      await phone.close()
      await tv.close()
      await files.stop()
      await world.stop()
    })

    const go = (to: string) => phone.page.evaluate((hash) => (location.hash = hash), `#${to}`)
    const row = (name: string) => phone.page.locator('.download-row-row').filter({ hasText: name })
    const percent = async () => Number((await row('night.bin').getByRole('progressbar').getAttribute('value')) ?? 0)
    const isDirect = () => [...sockets].some((url) => url.endsWith(lanPath))
    async function download(name: string): Promise<void> {
      await go(downloads)
      await addLink(phone, w, `${files.address}/${name}`)
      await phone.page.getByRole('dialog').getByRole('button', { name: w.start }).click()
      await phone.page.getByRole('dialog').waitFor({ state: 'detached' })
    }

    test('downloads, library and remote go on, and all is as it was when the internet is back', async () => {
      const { page } = phone
      await go(library)
      await page.getByRole('link', { name: 'Metropolis' }).first().click({ timeout: 60_000 })
      await playOnNewTv(phone, tv, { lang })
      await until('the film plays', async () => (await tv.film()).hasPicture)
      await download('night.bin')
      await page.reload()
      await until('the direct socket is open', isDirect)

      world.network.cut()
      await page.locator('.connection-line-top').getByText(w.direct).waitFor()
      const before = await percent()
      await until('the download is seen to move on', async () => (await percent()) > before)
      await look(phone, 'in-house-downloads')
      expect(await phone.axe()).toEqual([])
      await download('small.bin')
      await row('small.bin').getByText(w.complete).waitFor()
      await go(library)
      await page.getByRole('link', { name: 'Metropolis' }).first().waitFor()
      await look(phone, 'in-house-library')
      await page.locator('.mini-player-miniPlayer').getByRole('button', { name: w.pause }).click()
      await until('the TV pauses', async () => (await tv.film()).isPaused)

      world.network.mend()
      await page.locator('.connection-line-top').waitFor({ state: 'detached', timeout: 60_000 })
      await go(downloads)
      await row('small.bin').getByText(w.complete).waitFor()
      const kept = await page.evaluate((key) => localStorage.getItem(key) ?? '', `homeport.${lang}.token`)
      const current = await page.evaluate((key) => localStorage.getItem(key) ?? '', `homeport.${lang}.currentDevice`)
      const { is: device } = JSON.parse(current)
      const app = { address: world.addresses[0] ?? '', lang, token: String(JSON.parse(kept).is) } as const
      await until('the cloud has both, once', async () => {
        const { data } = await askAs(app, listTasks, { devid: device.devid })
        return (
          data
            .map(({ name }) => name)
            .toSorted()
            .join() === 'night.bin,small.bin'
        )
      })
    })
  },
)
