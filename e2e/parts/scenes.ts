/** For pictures: what stands on a screen only after somebody did something, or while something is away. Each leaves the world as it found it. */
import { register } from '@homeport/contract/account.ts'
import { post, threads } from '@homeport/contract/forum.ts'
import { expect } from 'vitest'
import type { Phone } from '../phone.ts'
import type { World } from '../world.ts'
import { askAs } from './app.ts'
import { storyPassword, words } from './story.ts'
import { digitsOn, tvWords, type TvPage } from './tv.ts'
import { until } from './wait.ts'

export type Stage = {
  phone: Phone
  world: World
  address: string
  lang: 'en' | 'zh'
  keep: (name: string) => Promise<void>
}

const texts = {
  en: {
    title: 'How quiet is your box at night?',
    content: 'Mine stands behind the sofa and hums a little.\nFelt under its feet helped more than a new fan.',
    reply: 'Same here.',
    send: 'Send',
    person: 'quiet',
    author: 'long-letter',
    night: (n: number) => `Night ${n}: the box was quiet.`,
  },
  zh: {
    title: '你的盒子夜里有多安静？',
    content: '我的放在沙发后面，夜里有一点嗡嗡声。\n垫了毛毡以后，比换风扇还管用。',
    reply: '我也是。',
    send: '发送',
    person: '静音',
    author: '写长信的人',
    night: (n: number) => `第 ${n} 夜：盒子很安静。`,
  },
}
/** One of each verdict. */
const links = [
  'https://films.example/Night.Train.2009.1080p.mkv',
  'thunder://QUFodHRwczovL2ZpbG1zLmV4YW1wbGUvYS5ta3ZaWg==',
  'ftp://films.example/spring.mkv',
  'Spring in a Small Town',
  'magnet:?xt=urn:btih:0123456789abcdef0123456789abcdef01234567&dn=Cosmos.Laundromat.First.Cycle.2015.2160p.REMASTERED',
]
const fronts = {
  home: '/pages/index/index',
  device: '/pages/main/device/index',
  downloads: '/pages/device/download/list',
  library: '/pages/main/movie/list',
}

const go = async ({ phone, address }: Stage, route: string) => {
  await phone.page.goto('about:blank')
  await phone.page.goto(`${address}/#${route}`)
  await phone.page.locator('h1').first().waitFor()
}
/** Within the app, as a tap does: nothing is asked anew. */
const walk = async ({ phone }: Stage, route: string) => {
  await phone.page.evaluate((hash) => (location.hash = hash), `#${route}`)
  await phone.page.locator('h1').first().waitFor()
}
const line = ({ phone }: Stage) => phone.page.locator('.connection-top')
const dialog = ({ phone }: Stage) => phone.page.getByRole('dialog')

async function openRemote(stage: Stage): Promise<void> {
  await stage.phone.page.locator('.quick button').first().click()
  await stage.phone.page.locator('.remote').waitFor()
}

async function addSheet(stage: Stage): Promise<void> {
  await go(stage, fronts.downloads)
  await stage.phone.page.getByRole('button', { name: words[stage.lang].add }).first().click()
  const field = dialog(stage).getByRole('textbox')
  await field.fill(links.join('\n'))
  await stage.keep('add-links')
  await field.fill('')
}

async function invite(stage: Stage): Promise<void> {
  await go(stage, '/pages/device/setting/household')
  await stage.phone.page.locator('.btn.main').last().click()
  await dialog(stage).locator('svg').nth(1).waitFor()
  await stage.keep('invite')
}

async function editor(stage: Stage): Promise<void> {
  const { page } = stage.phone
  await go(stage, '/pages/forum/editor')
  await page.locator('textarea').first().fill(texts[stage.lang].title)
  await page.locator('textarea').nth(1).fill(texts[stage.lang].content)
  const picture = await page.screenshot({ type: 'jpeg', quality: 60 })
  const files = [1, 2, 3, 4, 5].map((n) => ({ name: `${n}.jpg`, mimeType: 'image/jpeg', buffer: picture }))
  await page.locator('input[type=file]').first().setInputFiles(files)
  await until('five pictures stand', async () => (await page.locator('.fm-strip .fm-tile img').count()) >= files.length)
  await stage.keep('editor-pictures')
}

async function search(stage: Stage): Promise<void> {
  const q = encodeURIComponent(texts[stage.lang].person)
  await go(stage, `/pages/forum/search/detail?q=${q}&tab=people`)
  await stage.phone.page.locator('.fm-person').first().waitFor()
  await stage.keep('found-people')
}

/** A thread that is open on the phone. */
export async function reply(stage: Stage, thread: string): Promise<void> {
  await go(stage, thread)
  await stage.phone.page.locator('.fm-write').click()
  await dialog(stage).getByRole('textbox').fill(texts[stage.lang].reply)
  await stage.keep('reply')
  await dialog(stage).getByRole('button', { name: texts[stage.lang].send }).click()
  await stage.phone.page.locator('.toast a').waitFor()
  await stage.keep('toast-action')
}

/** Of each language: a thread of more lines than are shown at first. */
const longThreads = new Map<string, string>()

async function longThread({ address, lang }: Stage): Promise<string> {
  const app = { address, lang }
  const { token } = await askAs(app, register, { username: texts[lang].author, password: storyPassword, agreed: 1 })
  const [other] = (await askAs(app, threads, { limit: 1 })).data
  const content = Array.from({ length: 450 }, (_, n) => texts[lang].night(n + 1)).join('\n')
  const title = texts[lang].title
  const { id } = await askAs({ ...app, token }, post, {
    id: 'thread-for-a-picture',
    board_id: other?.board_id ?? 0,
    title,
    content,
  })
  return id
}

async function longPost(stage: Stage): Promise<void> {
  const id = longThreads.get(stage.lang) ?? (await longThread(stage))
  longThreads.set(stage.lang, id)
  await go(stage, `/pages/forum/postings/thread?id=${id}`)
  const more = stage.phone.page.locator('.fm-read > .btn')
  await more.waitFor()
  await more.evaluate((button) => button.scrollIntoView({ block: 'center' }))
  await stage.keep('long-post')
}

async function phoneOffline(stage: Stage): Promise<void> {
  const context = stage.phone.page.context()
  for (const [name, route] of Object.entries(fronts)) {
    await go(stage, route)
    await context.setOffline(true)
    await line(stage).waitFor()
    await stage.keep(`phone-offline-${name}`)
    await context.setOffline(false)
    await line(stage).waitFor({ state: 'detached' })
  }
  await go(stage, fronts.device)
  await openRemote(stage)
  await context.setOffline(true)
  await stage.phone.page.locator('.remote .connection').waitFor()
  await stage.keep('phone-offline-remote')
  await context.setOffline(false)
}

async function boxAway(stage: Stage): Promise<void> {
  const { page } = stage.phone
  await go(stage, fronts.device)
  await stage.world.killStation()
  await line(stage).waitFor({ timeout: 60_000 })
  for (const [name, route] of Object.entries(fronts)) {
    await walk(stage, route)
    await stage.keep(`box-away-${name}`)
  }
  await line(stage).getByRole('button').click()
  await dialog(stage).waitFor()
  await stage.keep('box-away-help')
  await page.goBack()
  await stage.world.startStation()
  await line(stage).waitFor({ state: 'detached', timeout: 60_000 })
}

async function cloudAway(stage: Stage): Promise<void> {
  await go(stage, fronts.home)
  await walk(stage, fronts.device)
  await stage.world.killCloud()
  await line(stage).waitFor({ timeout: 60_000 })
  await stage.keep('cloud-away-device')
  // A page whose program never came.
  await walk(stage, '/pages/main/product/index').catch(() => null)
  await stage.keep('cloud-away-unseen')
  await stage.world.startCloud()
  await line(stage).waitFor({ state: 'detached', timeout: 60_000 })
}

export const scenes: Record<string, (stage: Stage) => Promise<void>> = {
  'add-links': addSheet,
  invite,
  'editor-pictures': editor,
  'found-people': search,
  'long-post': longPost,
  'phone-offline': phoneOffline,
  'box-away': boxAway,
  'cloud-away': cloudAway,
}

/** From an open film's page, with a TV that nobody admitted. */
export async function playOnTv(stage: Stage, tv: TvPage): Promise<void> {
  const { page } = stage.phone
  const w = tvWords[stage.lang]
  const digits = await digitsOn(tv, stage.lang)
  await page.getByRole('button', { name: w.play }).click()
  const field = page.getByLabel(w.digits)
  await field.waitFor()
  await stage.keep('play-new-tv')
  await field.fill(digits)
  await page.locator('.remote').waitFor()
  await until('it plays', async () => (await tv.film()).hasPicture)
  expect(await page.getByLabel(w.digits).count()).toBe(0)
  await stage.keep('play-remote')
  await page.goBack()
  await stage.keep('film-playing')
}

/** With a TV that plays. */
export async function tvAway(stage: Stage, tv: TvPage): Promise<void> {
  await walk(stage, fronts.device)
  await stage.phone.page.locator('.mini').waitFor()
  await tv.close()
  await line(stage).waitFor({ timeout: 60_000 })
  await stage.keep('tv-away-device')
  await openRemote(stage)
  await stage.keep('tv-away-remote')
}
