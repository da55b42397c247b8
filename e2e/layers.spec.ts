/** P44 on real pages: after each kind of layer is opened, Back keeps the page and the typed text; on a phone in English, in a wide window in Chinese. */
import { threads } from '@homeport/contract/forum.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './parts/app.ts'
import { openLayers } from './parts/open-layers.ts'
import { settleOn } from './parts/session.ts'
import { words } from './parts/story.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'
import { storyLanguages } from './parts/languages.ts'

const missing = [!hasBrowser && 'Chromium', !lanAddress && 'an address on a network'].filter(Boolean)
const pages = {
  me: '/pages/main/user/index',
  device: '/pages/main/device/index',
  downloads: '/pages/device/download/list',
  settings: '/pages/user/setup/index',
}
const sizes = { en: { width: 390, height: 844 }, zh: { width: 1280, height: 800 } }

describe.skipIf(missing.length > 0)(`layers${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`, () => {
  let world: World
  let address = ''

  beforeAll(async () => {
    world = await openWorld({ env: { HOMEPORT_DEMO: '1' } })
    address = world.addresses[0] ?? ''
  })
  afterAll(() => world.stop())

  async function threadWithPictures(lang: 'en' | 'zh'): Promise<string> {
    let id = ''
    await until('the tour has a thread with pictures and replies', async () => {
      const { data } = await askAs({ address, lang }, threads, { limit: 50 })
      id = data.find(({ images, replies }) => images.length > 1 && replies > 2)?.id ?? ''
      return id !== ''
    })
    return `/pages/forum/postings/thread?id=${id}`
  }

  for (const lang of storyLanguages('en')) {
    describe(`in ${lang} at ${sizes[lang].width} px`, () => {
      let phone: Phone
      let thread = ''

      beforeAll(async () => {
        phone = await openPhone({ locale: words[lang].locale, hasMotion: true, ...sizes[lang] })
        thread = await threadWithPictures(lang)
        await phone.page.goto(`${address}/#${thread}`)
        await phone.page.locator('.thread-foot-foot').waitFor()
      })
      afterAll(() => phone.close())

      const go = (to: string) => phone.page.evaluate((hash) => (location.hash = hash), `#${to}`)
      const at = (route: string) => phone.page.url().includes(`#${route}`)
      /** px between the last element of a sheet and its button. */
      const emptyPaper = () =>
        phone.page.evaluate(() => {
          const last = document.querySelector('.overlay-sheet .overlay-scroll > :last-child')?.getBoundingClientRect().bottom ?? 0
          const button =
            document.querySelector('.overlay-sheet .overlay-foot .button-button')?.getBoundingClientRect().top ?? 9_999
          return button - last
        })
      const open = (n: number) => openLayers(phone.page, n)

      test('A4: the question of one who is not signed in goes with Back, and with its page', async () => {
        const { page } = phone
        const like = page.locator('.thread-foot-foot .thread-foot-large')
        await like.click()
        await open(1)
        await page.goBack()
        await open(0)
        expect(at(thread)).toBe(true)
        await like.click()
        await open(1)
        await go('/pages/main/explore/explore')
        await page.locator('.tab-bar-tab.tab-bar-selected').waitFor()
        await open(0)
        expect(at('/pages/main/explore/explore')).toBe(true)
        await page.goBack()
        await until('one press leads back', () => at(thread))
        await open(0)
      })

      test('a question in Settings, a sheet of the library, the remote with its TVs: Back closes the topmost and only that', async () => {
        const { page } = phone
        const username = lang === 'en' ? 'layers-en' : '图层用户'
        await settleOn(phone, { address, lang, username, code: (await world.pair()).code })
        await page.goto(`${address}/#${pages.settings}`)
        await page.getByRole('button', { name: lang === 'en' ? 'Sign out' : '退出登录' }).click()
        await open(1)
        await page.goBack()
        await open(0)
        expect(at(pages.settings)).toBe(true)
        await go(pages.device)
        await page.locator('.quick-card-cards button').first().click()
        await open(1)
        await page.locator('.remote-remote .remote-status button').click()
        await open(2)
        await page.goBack()
        await open(1)
        expect(await page.locator('.remote-remote').count()).toBe(1)
        await page.goBack()
        await open(0)
        expect(at(pages.device)).toBe(true)
      })

      test('a reload with a sheet open lands on the page, and one press of Back leaves it', async () => {
        const { page } = phone
        await go(pages.me)
        await page.locator('.people-me').waitFor()
        await go(pages.downloads)
        await page.getByRole('button', { name: words[lang].add }).first().click()
        await open(1)
        // B26: no empty space between a sheet's content and its button
        await until('the sheet is as high as what it holds', async () => (await emptyPaper()) <= 32)
        await page.reload()
        await page.getByRole('button', { name: words[lang].add }).first().waitFor()
        await open(0)
        await page.goBack()
        await until('one press leaves the page', () => at(pages.me))
      })

      test('in a thread: emoji over a reply, a report, the pictures; each press of Back takes one away, the words stay', async () => {
        const { page } = phone
        await go(thread)
        await page.locator('.thread-foot-write').click()
        const reply = page.getByRole('dialog').getByRole('textbox')
        await reply.fill('Half an answer')
        await page.getByRole('dialog').locator('[aria-expanded]').click()
        await open(2)
        await page.goBack()
        await open(1)
        expect(await reply.inputValue()).toBe('Half an answer')
        await page.goBack()
        await open(0)
        await page.locator('.thread-foot-write').click()
        expect(await reply.inputValue()).toBe('Half an answer')
        await page.goBack()
        await open(0)

        const report = async () => {
          await page.locator('.bars-navbar .button-iconButton').last().click()
          await page.getByRole('dialog').getByRole('button').nth(1).waitFor()
          await page.getByRole('dialog').locator('.list-row').last().click()
          await page.getByRole('dialog').locator('textarea').waitFor()
        }
        await report()
        await page.getByRole('dialog').locator('textarea').fill('It sells watches')
        await page.goBack()
        await open(0)
        await report()
        expect(await page.getByRole('dialog').locator('textarea').inputValue()).toBe('It sells watches')
        await page.goBack()
        await open(0)
        expect(at(thread)).toBe(true)

        await page.locator('.thread-page a[href*="preview-image"], .thread-page button img').first().click()
        await page.locator('.viewer-viewer').waitFor()
        await page.goBack()
        await page.locator('.thread-page').waitFor()
        await until('the thread is open', () => at(thread))
        expect(phone.errors).toEqual([])
      })
    })
  }
})
