/** The main job by the keyboard alone, and the tree that a screen reader is given of its pages: from nothing to a film on the TV, in a window of a desktop. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTree } from './parts/accessibility-tree.ts'
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
  },
)
