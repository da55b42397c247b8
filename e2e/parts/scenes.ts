/** For pictures: what stands on a screen only after somebody did something, or while something is away. Each leaves the world as it found it. */
import { register } from '@homeport/contract/account.ts'
import { post, threads } from '@homeport/contract/forum.ts'
import { expect } from 'vitest'
import type { Phone } from '../phone.ts'
import type { World } from '../world.ts'
import { askAs } from './app.ts'
import { storyPassword, words } from './story.ts'
import { digitsOn, keepTvName, tvWords, type TvPage } from './tv.ts'
import { until } from '../../testing/until.ts'

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
    person: 'light',
    author: 'long-letter',
    night: (n: number) => `Night ${n}: the box was quiet.`,
  },
  zh: {
    title: '你的盒子夜里有多安静？',
    content: '我的放在沙发后面，夜里有一点嗡嗡声。\n垫了毛毡以后，比换风扇还管用。',
    reply: '我也是。',
    send: '发送',
    person: '灯',
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
const line = ({ phone }: Stage) => phone.page.locator('.connection-line-top')
const dialog = ({ phone }: Stage) => phone.page.getByRole('dialog')

async function openRemote(frame: Stage): Promise<void> {
  await frame.phone.page.locator('.quick-card-cards button').first().click()
  await frame.phone.page.locator('.remote-remote').waitFor()
}

async function addSheet(frame: Stage): Promise<void> {
  await go(frame, fronts.downloads)
  await frame.phone.page.getByRole('button', { name: words[frame.lang].add }).first().click()
  const field = dialog(frame).getByRole('textbox')
  await field.fill(links.join('\n'))
  await frame.keep('add-links')
  await field.fill('')
}

async function invite(frame: Stage): Promise<void> {
  await go(frame, '/pages/device/setting/household')
  await frame.phone.page.locator('.button-button.button-main').last().click()
  await dialog(frame).locator('svg').nth(1).waitFor()
  await frame.keep('invite')
}

async function editor(frame: Stage): Promise<void> {
  const { page } = frame.phone
  await go(frame, '/pages/forum/editor')
  await page.locator('textarea').first().fill(texts[frame.lang].title)
  await page.locator('textarea').nth(1).fill(texts[frame.lang].content)
  const picture = await page.screenshot({ type: 'jpeg', quality: 60 })
  const files = [1, 2, 3, 4, 5].map((n) => ({ name: `${n}.jpg`, mimeType: 'image/jpeg', buffer: picture }))
  await page.locator('input[type=file]').first().setInputFiles(files)
  await until(
    'five pictures stand',
    async () => (await page.locator('.picture-list-pictures .picture-list-tile img').count()) >= files.length,
  )
  await frame.keep('editor-pictures')
}

async function search(frame: Stage): Promise<void> {
  const q = encodeURIComponent(texts[frame.lang].person)
  await go(frame, `/pages/forum/search/detail?q=${q}&tab=people`)
  await frame.phone.page.locator('.search-person').first().waitFor()
  await frame.keep('found-people')
}

export async function reply(frame: Stage): Promise<void> {
  const { address, lang } = frame
  const [thread] = (await askAs({ address, lang }, threads, { limit: 1 })).data
  await go(frame, `/pages/forum/postings/thread?id=${thread?.id}`)
  await frame.phone.page.locator('.thread-foot-write').click()
  await dialog(frame).getByRole('textbox').fill(texts[frame.lang].reply)
  await frame.keep('reply')
  await dialog(frame).getByRole('button', { name: texts[frame.lang].send }).click()
  await frame.phone.page.locator('.toast-toast a').waitFor()
  await frame.keep('toast-action')
}

/** A thread with more lines than are shown at first. */
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

async function longPost(frame: Stage): Promise<void> {
  const id = await longThread(frame)
  await go(frame, `/pages/forum/postings/thread?id=${id}`)
  const more = frame.phone.page.locator('.rich-text-text > .button-button')
  await more.waitFor()
  await more.evaluate((button) => button.scrollIntoView({ block: 'center' }))
  await frame.keep('long-post')
}

async function phoneOffline(frame: Stage): Promise<void> {
  const context = frame.phone.page.context()
  for (const [name, route] of Object.entries(fronts)) {
    await go(frame, route)
    await context.setOffline(true)
    await line(frame).waitFor()
    await frame.keep(`phone-offline-${name}`)
    await context.setOffline(false)
    await line(frame).waitFor({ state: 'detached' })
  }
  await go(frame, fronts.device)
  await openRemote(frame)
  await context.setOffline(true)
  await frame.phone.page.locator('.remote-remote .connection-line-connection').waitFor()
  await frame.keep('phone-offline-remote')
  await context.setOffline(false)
}

async function boxAway(frame: Stage): Promise<void> {
  const { page } = frame.phone
  await go(frame, fronts.device)
  await frame.world.killStation()
  await line(frame).waitFor()
  for (const [name, route] of Object.entries(fronts)) {
    await walk(frame, route)
    await frame.keep(`box-away-${name}`)
  }
  await line(frame).getByRole('button').click()
  await dialog(frame).waitFor()
  await frame.keep('box-away-help')
  await page.goBack()
  await frame.world.startStation()
  await line(frame).waitFor({ state: 'detached' })
}

async function cloudAway(frame: Stage): Promise<void> {
  await go(frame, fronts.home)
  await walk(frame, fronts.device)
  await frame.world.killCloud()
  await line(frame).waitFor()
  await frame.keep('cloud-away-device')
  // A page whose program never came.
  await walk(frame, '/pages/main/product/index').catch(() => null)
  await frame.keep('cloud-away-unseen')
  await frame.world.startCloud()
  await line(frame).waitFor({ state: 'detached' })
}

export const scenes: Record<string, (frame: Stage) => Promise<void>> = {
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
export async function playOnTv(frame: Stage, tv: TvPage): Promise<void> {
  const { page } = frame.phone
  const w = tvWords[frame.lang]
  const digits = await digitsOn(tv, frame.lang)
  await page.getByRole('button', { name: w.play }).click()
  const field = page.getByLabel(w.digits)
  await field.waitFor()
  await frame.keep('play-new-tv')
  await field.fill(digits)
  await page.locator('.remote-remote').waitFor()
  await until('it plays', async () => (await tv.film()).hasPicture)
  expect(await page.getByLabel(w.digits).count()).toBe(0)
  await frame.keep('play-name-tv')
  await keepTvName(page, frame.lang)
  await frame.keep('play-remote')
  await page.goBack()
  await frame.keep('film-playing')
}

/** With a TV that plays. */
export async function tvAway(frame: Stage, tv: TvPage): Promise<void> {
  await walk(frame, fronts.device)
  await frame.phone.page.locator('.mini-player-miniPlayer').waitFor()
  await tv.close()
  await line(frame).waitFor()
  await frame.keep('tv-away-device')
  await openRemote(frame)
  await frame.keep('tv-away-remote')
}
