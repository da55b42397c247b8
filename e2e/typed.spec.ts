/** Every form and sheet in which people type: nothing typed is lost but passwords, nothing is sent twice. */
import path from 'node:path'
import { listTasks } from '@homeport/contract/download/download.ts'
import { defaultDevice } from '@homeport/contract/device.ts'
import { replies, reply, threads } from '@homeport/contract/forum.ts'
import { listFilms } from '@homeport/contract/movie/movie.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs, type App } from './parts/app.ts'
import { expireSessions, pressUntilAsked, signInAgain } from './parts/expire.ts'
import { canMakeFilms, makeFilm } from './parts/film.ts'
import { makeFriends } from './parts/friends.ts'
import { look } from './parts/look.ts'
import { openLayers } from './parts/open-layers.ts'
import { settleOn } from './parts/session.ts'
import { addLink, words } from './parts/story.ts'
import { ownReply, typedForms, type FormIds, type TypedForm } from './parts/typed-forms.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'

const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg', !lanAddress && 'an address on a network'].filter(Boolean)
const username = 'typing-eve'
/** Nobody has it: its page stays as it is. */
const magnet = 'magnet:?xt=urn:btih:0123456789abcdef0123456789abcdef01234567&dn=Harbour'

describe.skipIf(missing.length > 0)('what is typed', () => {
  let world: World
  let phone: Phone
  let app: App
  let ids: FormIds

  beforeAll(async () => {
    world = await openWorld({ env: { HOMEPORT_DEMO: '1' } })
    const address = world.addresses[0] ?? ''
    phone = await openPhone({ locale: 'en-US' })
    const signedIn = await settleOn(phone, { address, lang: 'en', username, code: (await world.pair()).code })
    app = { address, lang: 'en', token: signedIn.token }
    ids = { thread: '', task: '', friend: await makeFriends({ address, lang: 'en' }, signedIn) }
    await until('the tour has a thread', async () => {
      ids.thread = (await askAs(app, threads, { limit: 1 })).data[0]?.id ?? ''
      return ids.thread !== ''
    })
    await askAs(app, reply, { id: 'a-reply-of-my-own', thread_id: ids.thread, to_id: '', quote_id: '', text: ownReply })
    const devid = (await askAs(app, defaultDevice, {}))?.devid ?? ''
    await phone.page.goto(`${address}/#/pages/device/download/list`)
    await addLink(phone, words.en, magnet)
    await phone.page.getByRole('dialog').getByRole('button', { name: words.en.start }).click()
    await until('it has a page', async () => {
      ids.task = (await askAs(app, listTasks, { devid })).data[0]?.task_id ?? ''
      return ids.task !== ''
    })
  })
  afterAll(async () => {
    await phone?.close()
    await world?.stop()
  })

  async function open({ route, open: press, field }: TypedForm): Promise<void> {
    await phone.page.goto('about:blank')
    await phone.page.goto(`${app.address}/#${route}`)
    await press?.(phone.page)
    await field(phone.page).waitFor()
  }

  /** Where it stands open after what happened, or as it is opened again. */
  async function valueOf({ route, open: press, field }: TypedForm): Promise<string> {
    const { page } = phone
    await page.locator('h1').first().waitFor()
    const [path = ''] = route.split('?')
    if (!page.url().includes(path)) await page.goto(`${app.address}/#${route}`)
    if (press && !(await field(page).isVisible())) await press(page)
    await field(page).waitFor()
    return field(page).inputValue()
  }

  test('S129: what is typed is there after Back, and after a reload', { timeout: 600_000 }, async () => {
    const { page } = phone
    const lost: string[] = []
    for (const form of typedForms(ids)) {
      await open(form)
      await form.field(page).fill(form.typed)
      if (form.isSheet) {
        await openLayers(page, 1)
        await page.goBack()
        await openLayers(page, 0)
        if ((await valueOf(form)) !== form.typed) lost.push(`${form.name}: after Back`)
      }
      await page.reload()
      if ((await valueOf(form)) !== form.typed) lost.push(`${form.name}: after a reload`)
      // The next one begins anew.
      await page.evaluate(() => sessionStorage.clear())
    }
    expect(lost).toEqual([])
  })

  test('S141: a torrent file that was chosen is there after Back, and after a reload', async () => {
    const { page } = phone
    const dialog = page.getByRole('dialog')
    const line = dialog.getByRole('button', { name: 'Remove harbour.torrent' })
    const reopen = () => page.getByRole('button', { name: 'Add download' }).first().click()
    await page.goto('about:blank')
    await page.goto(`${app.address}/#/pages/device/download/list`)
    await reopen()
    const torrent = { name: 'harbour.torrent', mimeType: 'application/x-bittorrent', buffer: Buffer.from('d4:infoe') }
    await dialog.locator('input[type=file]').setInputFiles(torrent)
    await line.waitFor()
    await dialog.getByText('Uploading').waitFor({ state: 'detached' })
    await page.goBack()
    await openLayers(page, 0)
    await page.reload()
    await reopen()
    await line.waitFor()
    await line.click()
    await line.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => sessionStorage.getItem('homeport.typed') ?? '')).not.toContain('harbour.torrent')
  })

  test('S140, S163: title, year and poster of a film are there after Back, and after a reload, until they are saved', async () => {
    const { page } = phone
    const dialog = page.getByRole('dialog')
    await makeFilm(path.join(world.downloads, 'zq.mp4'), { seconds: 2 })
    const devid = (await askAs(app, defaultDevice, {}))?.devid ?? ''
    let film: string | undefined
    await until('the film is in the library', async () => {
      film = (await askAs(app, listFilms, { devid })).data.find(({ title }) => title === 'zq')?.id
      return film !== undefined
    })
    const reopen = async () => {
      await page.getByRole('button', { name: 'Wrong film? Fix the match' }).click()
      await dialog.getByRole('button', { name: 'Enter details' }).click()
    }
    const shown = dialog.locator('form img')
    await page.goto('about:blank')
    await page.goto(`${app.address}/#/pages/device/movie/detail?id=${film}`)
    await reopen()
    const pixel = await page.screenshot({ clip: { x: 0, y: 0, width: 20, height: 30 } })
    await dialog.locator('input[type=file]').setInputFiles({ name: 'poster.png', mimeType: 'image/png', buffer: pixel })
    await shown.waitFor()
    await dialog.getByLabel('Title', { exact: true }).fill('The harbour at night')
    await dialog.getByLabel('Year', { exact: true }).fill('1948')
    await openLayers(page, 1)
    await page.goBack()
    await openLayers(page, 0)
    await page.reload()
    await reopen()
    await until('the poster is drawn', () => shown.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth === 20))
    expect(await dialog.getByLabel('Title', { exact: true }).inputValue()).toBe('The harbour at night')
    expect(await dialog.getByLabel('Year', { exact: true }).inputValue()).toBe('1948')
    await look(phone, 'typed-film')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'The harbour at night' }).first().waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('homeport.typed') ?? '')).not.toContain('harbour at night')
  })

  test.each(['about me', 'report', 'edit of a reply', 'invoice title', 'message', 'category', 'name of the box'])(
    'S133: over a session that expires, who signs in again finds it: %s',
    async (name) => {
      const form = typedForms(ids).find((one) => one.name === name)
      if (!form) throw new Error(`no form ${name}`)
      const { page } = phone
      const { route, typed, field, button } = form
      await open(form)
      await field(page).fill(typed)
      expireSessions(world, 'en')
      await pressUntilAsked(page, button(page))
      await signInAgain(page, { username, signIn: 'Sign in', typed, route: route.split('?')[0] ?? '' })
      if (name === 'message') await page.getByText(typed, { exact: true }).first().waitFor()
      else expect(await valueOf(form)).toBe(typed)
      await page.evaluate(() => sessionStorage.removeItem('homeport.typed'))
    },
  )

  test('S130: a double tap on Send sends once, and presses nothing on the page below', async () => {
    const { page } = phone
    const form = typedForms(ids).find(({ name }) => name === 'reply')
    if (!form) throw new Error('no reply')
    await page.goto('about:blank')
    await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
    await open(form)
    await form.field(page).fill(form.typed)
    // As a thumb does it, at one place: what is there by then gets the second tap.
    await form.button(page).dblclick()
    await page.locator('.replies-reply').filter({ hasText: form.typed }).first().waitFor()
    expect(await page.getByText('Link copied').count()).toBe(0)
    await until('it is sent, once', async () => {
      const { data } = await askAs({ address: app.address, lang: 'en' }, replies, {
        thread_id: ids.thread,
        order: 'newest',
        limit: 50,
      })
      return data.filter(({ text }) => text === form.typed).length === 1
    })
  })
})
