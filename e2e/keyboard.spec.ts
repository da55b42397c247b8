/** The main job by the keyboard alone, and the tree that a screen reader is given of its pages: from nothing to a film on the TV, in a window of a desktop. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { register } from '@homeport/contract/account.ts'
import { boards, post } from '@homeport/contract/forum.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTree } from './parts/accessibility-tree.ts'
import { askAs } from './parts/app.ts'
import { canMakeFilms, makeFilm } from './parts/film.ts'
import { keepsFocus, tabTo } from './parts/keyboard.ts'
import { look } from './parts/look.ts'
import { storyPassword } from './parts/story.ts'
import { digitsOn, openTv, type TvPage } from './parts/tv.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openFileServer, openWorld, type World } from './world.ts'

const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg', !lanAddress && 'an address on a network'].filter(Boolean)
/** The download takes some seconds, so that its progress can be read. */
const bytesPerSecond = 1_500_000

describe.skipIf(missing.length > 0)(
  `the keyboard alone${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`,
  () => {
    let world: World
    let server: Awaited<ReturnType<typeof openFileServer>>
    let desk: Phone
    let tv: TvPage

    beforeAll(async () => {
      world = await openWorld()
      const film = path.join(world.folder, 'made', 'Sunrise.1927.mp4')
      await makeFilm(film, { seconds: 60 })
      server = await openFileServer({ '/Sunrise.1927.mp4': await readFile(film) }, bytesPerSecond)
      desk = await openPhone({ locale: 'en-US', width: 1280, height: 800 })
      tv = await openTv(`http://${lanAddress}:${world.screenPort}/`)
    })
    afterAll(async () => {
      await desk?.close()
      await tv?.close()
      await server?.stop()
      await world?.stop()
    })

    const press = async (...keys: string[]) => {
      for (const key of keys) await desk.page.keyboard.press(key)
    }
    /** Of somebody else, on the first board that takes threads. */
    const writeThread = async () => {
      const app = { address: world.addresses[0] ?? '', lang: 'en' } as const
      const { token } = await askAs(app, register, { username: 'winter-walter', password: storyPassword, agreed: 1 })
      const board = (await askAs({ ...app, token }, boards, {})).data.find(({ is_closed }) => !is_closed)
      const { id } = await askAs({ ...app, token }, post, {
        id: 'a-thread-for-keys',
        board_id: board?.id ?? 0,
        title: 'What do you watch in winter?',
        content: 'The evenings are long.',
      })
      return id
    }
    const heading = (name: string | RegExp) => desk.page.getByRole('heading', { name, level: 1 }).waitFor()
    const tree = async () => {
      const { faults, ...shown } = await readTree(desk.page)
      expect(faults).toEqual([])
      return shown
    }

    test('an account is created and the box is paired', async () => {
      const { page } = desk
      await page.goto(`${world.addresses[0]}/#/pages/user/register`)
      await tabTo(page, 'textbox', 'Username')
      await page.keyboard.type('keyboard-kim')
      await press('Tab')
      await page.keyboard.type(storyPassword)
      const again = page.getByLabel('Confirm password', { exact: true })
      while (!(await again.evaluate((field) => field === document.activeElement))) await press('Tab')
      await page.keyboard.type(storyPassword)
      await tabTo(page, 'checkbox', /I agree to the/)
      await press('Space')
      await tabTo(page, 'button', 'Create account')
      await press('Enter')
      await heading('Pair your box')
      await keepsFocus(page)
      await tabTo(page, 'textbox', 'Pairing code')
      await page.keyboard.type((await world.pair()).code)
      await press('Enter')
      await page.getByText('Online').first().waitFor()
      await keepsFocus(page)
    })

    test('a link is added, and what a screen reader hears of the download goes on', async () => {
      const { page } = desk
      await tabTo(page, 'link', /Downloads/)
      await press('Enter')
      await heading('Downloads')
      await keepsFocus(page)
      await tabTo(page, 'button', 'Add download')
      await press('Enter')
      await page.getByRole('dialog').getByRole('textbox').waitFor()
      await tabTo(page, 'textbox', /.*/)
      await page.keyboard.type(`${server.address}/Sunrise.1927.mp4`)
      await tabTo(page, 'button', /^Start download/)
      await press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await keepsFocus(page)
      await until('the progress is told', async () => (await tree()).progress.some((one) => /Sunrise.*[1-9]/.test(one)))
      expect((await tree()).live.length).toBeGreaterThan(0)
      await look(desk, 'keyboard-downloads')
      await page
        .getByText(/(Complete|Seeding) · /)
        .first()
        .waitFor()
      const told = async () => (await page.getByRole('status').allInnerTexts()).join(' ')
      await until('the end is told', async () => /Sunrise.* is complete/.test(await told()))
      await keepsFocus(page)
    })

    test('the film is found, played on the TV, and controlled; what was opened is closed, and the focus is where it was', async () => {
      const { page } = desk
      await tabTo(page, 'link', 'Library')
      await press('Enter')
      await heading('Library')
      await press('?')
      const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await help.getByText('Play or pause').waitFor()
      expect(await desk.axe()).toEqual([])
      await look(desk, 'keyboard-shortcuts')
      await press('Escape')
      await help.waitFor({ state: 'detached' })
      await keepsFocus(page)
      await tabTo(page, 'link', /^Sunrise/)
      await press('Enter')
      await heading('Sunrise')
      await keepsFocus(page)
      await tree()
      await look(desk, 'keyboard-film')
      await tabTo(page, 'button', /^Play: /)
      await press('Enter')
      await page.getByLabel('Four-digit code on the TV').waitFor()
      await page.keyboard.type(await digitsOn(tv, 'en'))
      const remote = page.locator('.remote-remote')
      await remote.waitFor()
      await page.getByRole('dialog', { name: 'Name this TV' }).waitFor()
      await press('Escape')
      await page.getByRole('dialog', { name: 'Name this TV' }).waitFor({ state: 'detached' })
      await until('the picture moves', async () => (await tv.film()).hasPicture && (await tv.film()).point > 0.3)
      await keepsFocus(page)
      await until('the remote has its bar', async () => {
        const { progress } = await tree()
        return progress.length > 0 || (await remote.getByRole('slider').count()) > 0
      })
      await press('ArrowRight')
      await until('the arrow has sought', async () => (await tv.film()).point > 25)
      await press('Enter')
      await until('Enter has paused it', async () => (await tv.film()).isPaused)
      await look(desk, 'keyboard-remote')
      await press('Escape')
      await remote.waitFor({ state: 'hidden' })
      await keepsFocus(page)
    })

    test('home, with a film and a box, is read in order', async () => {
      const { page } = desk
      await tabTo(page, 'link', 'Home')
      await press('Enter')
      await page
        .getByRole('link', { name: /Sunrise/ })
        .first()
        .waitFor()
      // The film is in the player's bar too, before home has its parts.
      await until('home has its headings', async () => (await tree()).headings.length > 2)
      await keepsFocus(page)
      expect(desk.errors).toEqual([])
      expect(tv.errors).toEqual([])
    })

    test('the library is filtered and the filter taken back; the focus stays where it was', async () => {
      const { page } = desk
      await tabTo(page, 'link', 'Library')
      await press('Enter')
      await heading('Library')
      await tabTo(page, 'button', 'Filter')
      await press('Enter')
      const unwatched = page.getByRole('button', { name: /^Unwatched/ })
      await unwatched.waitFor()
      await tabTo(page, 'button', /^Unwatched/)
      await press('Enter')
      await until('it is chosen', async () => (await unwatched.getAttribute('aria-pressed')) === 'true')
      expect(await unwatched.evaluate((button) => button === document.activeElement)).toBe(true)
      await press('Enter')
      await until('it is taken back', async () => (await unwatched.getAttribute('aria-pressed')) === 'false')
      expect(await unwatched.evaluate((button) => button === document.activeElement)).toBe(true)
    })

    test('a thread is read and answered; who closes a sheet by Escape is where they opened it', async () => {
      const { page } = desk
      await page.goto(`${world.addresses[0]}/#/pages/forum/postings/thread?id=${await writeThread()}`)
      await page.locator('.thread-foot-write').waitFor()
      await keepsFocus(page)
      const write = page.locator('.thread-foot-write')
      await tabTo(page, 'button', 'Write a reply')
      await press('Enter')
      const field = page.getByRole('dialog').getByRole('textbox')
      await until('one can type at once', () => field.evaluate((one) => one === document.activeElement))
      await page.keyboard.type('Sunrise')
      await press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await until('it is where it was opened', () => write.evaluate((one) => one === document.activeElement))
      await press('Enter')
      await field.waitFor()
      await until('one can go on at once', () => field.evaluate((one) => one === document.activeElement))
      expect(await field.inputValue()).toBe('Sunrise')
      await page.keyboard.type(', each year.')
      await press('Control+Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page
        .locator('.replies-reply')
        .filter({ hasText: /Sunrise, each year\./ })
        .waitFor()
      await keepsFocus(page)
      expect(await desk.axe()).toEqual([])
    })

    test('arrow keys choose the theme, and a download that is removed leaves the focus in its list', async () => {
      const { page } = desk
      await tabTo(page, 'link', /Me$/)
      await press('Enter')
      await tabTo(page, 'link', 'Settings')
      await press('Enter')
      await heading('Settings')
      await keepsFocus(page)
      await tabTo(page, 'tab', 'System')
      await press('ArrowRight', 'ArrowRight')
      await until('it is dark', () => page.evaluate(() => document.documentElement.dataset['theme'] === 'dark'))
      await keepsFocus(page)
      await press('ArrowLeft', 'ArrowLeft')
      await tabTo(page, 'link', /Device$/)
      await press('Enter')
      await tabTo(page, 'link', /^All/)
      await press('Enter')
      await heading('Downloads')
      await tabTo(page, 'button', /^More options for Sunrise/)
      await press('Enter')
      await tabTo(page, 'button', 'Remove')
      await press('Enter')
      await page.getByRole('dialog', { name: 'Remove this download?' }).waitFor()
      await tabTo(page, 'button', 'Remove, keep files')
      await press('Enter')
      await page.locator('.download-row-row').waitFor({ state: 'detached' })
      await keepsFocus(page)
      expect(desk.errors).toEqual([])
    })
  },
)
