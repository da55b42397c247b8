/**
 * Takes the screenshots of the README with real programs, and with a second folder those of every screen, in both languages, themes and widths:
 *   node e2e/pictures.ts docs/pictures [folder for all [names of screens, as a pattern [en or zh alone]]]
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { threads } from '@homeport/contract/forum.ts'
import { getBullet } from '@homeport/contract/guide.ts'
import { askAs } from './parts/app.ts'
import { makeDrawnFilms } from './parts/screenshots.ts'
import { makeFriends } from './parts/friends.ts'
import { playOnTv, reply, scenes, tvAway, type Stage } from './parts/scenes.ts'
import { bindOn, registerOn, storyPassword, words } from './parts/story.ts'
import { openTv, playOnNewTv, type TvPage } from './parts/tv.ts'
import { until } from '../testing/until.ts'
import { closeBrowser, openPhone, type Phone } from './phone.ts'
import { lanAddress, openFileServer, openWorld, type World } from './world.ts'

const own = {
  en: { film: 'Metropolis', unseen: 'Nosferatu', pad: 'Arrow pad', remote: 'Remote', startTwo: 'Start 2 downloads' },
  zh: { film: '大都会', unseen: '诺斯费拉图', pad: '方向键', remote: '遥控器', startTwo: /^开始 2 / },
}
const shownInReadme = ['library.en', 'downloads.en', 'remote.en', 'thread.en', 'film.en.wide', 'library.zh.dark']
const routes = {
  home: '/pages/index/index',
  library: '/pages/main/movie/list',
  device: '/pages/main/device/index',
  explore: '/pages/main/explore/explore',
  me: '/pages/main/user/index',
  downloads: '/pages/device/download/list',
  'films-by-box': '/pages/device/movie/list-movie',
  setting: '/pages/device/setting/setting',
  info: '/pages/device/setting/info',
  household: '/pages/device/setting/household',
  status: '/pages/device/setting/status',
  downloadconfig: '/pages/device/setting/downloadconfig',
  about: '/pages/device/setting/about',
  'mine-device': '/pages/user/mine/device',
  settings: '/pages/user/setup/index',
  profile: '/pages/user/userinfo/index',
  'profile-name': '/pages/user/mine/setup/username',
  'profile-about': '/pages/user/mine/setup/userinfo',
  addresses: '/pages/user/userinfo/addresses',
  invoices: '/pages/user/userinfo/invoices',
  security: '/pages/user/setup/safe/index',
  'security-password': '/pages/user/setup/safe/edit_password',
  'security-phone': '/pages/user/setup/safe/bind_phone',
  'security-email': '/pages/user/setup/safe/bind_email',
  'security-places': '/pages/user/mine/safe',
  cancellation: '/pages/user/mine/setup/cancellation',
  fans: '/pages/user/mine/fans',
  follow: '/pages/user/mine/follow',
  messages: '/pages/user/mine/message/index',
  reminders: '/pages/forum/postings/remind',
  feedback: '/pages/user/help/index',
  'about-us': '/pages/user/about/index',
  terms: '/pages/main/web_view/index?page=terms',
  quickstart: '/pages/main/quickstart/index',
  product: '/pages/main/product/index',
  boards: '/pages/forum/type/index',
  editor: '/pages/forum/editor',
  search: '/pages/forum/search/index',
  'my-posts': '/pages/user/mine/postmanagement/index',
  guide: '/pages/main/video/index?id=place',
  'another-site': '/pages/main/web_view/index?url=https%3A%2F%2Fexample.org',
  'choose-place': '/choose-location?lat=31.23&lon=121.47',
  place: '/open-location?lat=31.23&lon=121.47&name=Homeport',
}
/** Routes in the demo data: a thread with pictures. */
async function tourRoutes(address: string, lang: 'en' | 'zh') {
  const app = { address, lang }
  await until('the tour is filled', async () => (await askAs(app, getBullet, { video_id: 'place' })).data.length > 0)
  const { data } = await askAs(app, threads, { limit: 50 })
  const shown = data.find(({ images, replies }) => images.length > 1 && replies > 4)
  if (!shown) throw new Error('no thread with pictures')
  return {
    thread: `/pages/forum/postings/thread?id=${shown.id}`,
    board: `/pages/forum/type/three?id=${shown.board_id}`,
    found: `/pages/forum/search/detail?q=${lang === 'en' ? 'box' : '盒子'}`,
    preview: `/preview-image?ids=${shown.images.map(({ id }) => id).join(',')}&at=0`,
  }
}
/** Routes to things that are not there. */
const missingRoutes = {
  'no-page': '/pages/no/such',
  'no-board': '/pages/forum/type/three?id=99999',
  'no-thread': '/pages/forum/postings/thread?id=99999',
  'no-results': '/pages/forum/search/detail?q=zzzzqq',
}
/** Pages that look different to a person who has no account, or an account and nothing else. */
const startRoutes = {
  home: '/pages/index/index',
  library: '/pages/main/movie/list',
  device: '/pages/main/device/index',
  me: '/pages/main/user/index',
  downloads: '/pages/device/download/list',
}
const newcomerRoutes = {
  ...startRoutes,
  'mine-device': '/pages/user/mine/device',
  'my-posts': '/pages/user/mine/postmanagement/index',
  messages: '/pages/user/mine/message/index',
  reminders: '/pages/forum/postings/remind',
}
const guestRoutes = {
  'login-phone': '/pages/user/login/mobile',
  login: '/pages/user/login/username',
  register: '/pages/user/register',
  reset: '/pages/user/login/reset',
}
const nameOf = (lang: 'en' | 'zh') => (lang === 'en' ? 'Harbour' : '港口老船长')
const [readme, all, pattern = '', alone = ''] = process.argv.slice(2)
const isWanted = (name: string) => new RegExp(pattern).test(name)
if (!readme) throw new Error('Say the folder for the pictures of the README.')

for (const folder of [readme, all]) if (folder) await mkdir(folder, { recursive: true })
for (const lang of ['en', 'zh'] as const) if (alone === '' || alone === lang) await tour(lang)
await closeBrowser()

async function tour(lang: 'en' | 'zh'): Promise<void> {
  const world = await openWorld({ env: { HOMEPORT_DEMO: '1' } })
  const phone = await openPhone({ locale: words[lang].locale, loadsAhead: true })
  const screen = `http://${lanAddress}:${world.screenPort}/`
  await until('the station serves its screen', async () => (await fetch(screen)).status > 0)
  const tv = await openTv(screen, words[lang].locale)
  const server = await openFileServer(
    { '/Night.Train.2009.1080p.mkv': Buffer.alloc(60_000_000, 7), '/harbour-lights.iso': Buffer.alloc(90_000_000, 3) },
    2_400_000,
  )
  try {
    const drawing = await openPhone({ locale: 'en-US' })
    await makeDrawnFilms(drawing.page, { into: path.join(world.downloads, 'Films'), lang })
    await drawing.close()
    const address = world.addresses[0] ?? ''
    await registerOn(phone, words[lang], { address, username: nameOf(lang) })
    await bindOn(phone, words[lang], (await world.pair()).code)
    const friend = await makeFriends({ address, lang }, { username: nameOf(lang), password: storyPassword })
    await picturesReady(phone, address)
    await queue(phone, {
      lang,
      address,
      links: [`${server.address}/Night.Train.2009.1080p.mkv`, `${server.address}/harbour-lights.iso`],
    })
    await startFilm(phone, tv, { lang, address })
    await tv.page.screenshot({ path: path.join(all ?? readme ?? '', `tv-film.${lang}.jpg`), type: 'jpeg', quality: 80 })
    for (const look of looks(lang)) await round(phone, { lang, address, look, friend })
    await guestRound({ lang, address })
    await newcomerRound({ lang, address })
    await tv.press('Escape')
    await tv.page.locator('.tv-row-card').first().waitFor()
    await tv.page.waitForTimeout(1_500)
    await tv.page.screenshot({
      path: path.join(lang === 'en' ? (readme ?? '') : (all ?? readme ?? ''), `tv.${lang}.jpg`),
      type: 'jpeg',
      quality: 80,
    })
    console.log(lang, 'console of phone and TV:', [...phone.errors, ...tv.errors])
    await tv.page.goto('about:blank')
    await playScene(phone, { lang, address, world, screen })
    // A scene in which something is away writes errors of its own.
    for (const look of looks(lang)) await sceneRound(phone, { lang, address, look, world })
  } finally {
    await server.stop()
    await phone.close()
    await tv.close()
    await world.stop()
  }
}

type Look = { width: number; height: number; dark: boolean; name: string }
function looks(lang: 'en' | 'zh'): Look[] {
  const small = { width: 390, height: 844 }
  const wide = { width: 1280, height: 800 }
  return [
    { ...small, dark: false, name: lang },
    { ...small, dark: true, name: `${lang}.dark` },
    { ...wide, dark: lang === 'zh', name: `${lang}.wide` },
  ]
}

async function picturesReady({ page }: Phone, address: string): Promise<void> {
  await page.goto(`${address}/#/pages/main/movie/list`)
  await until('pictures are there', async () => (await page.locator('.poster-poster img').count()) >= 9)
}

async function queue(
  { page }: Phone,
  { lang, address, links }: { lang: 'en' | 'zh'; address: string; links: string[] },
): Promise<void> {
  await page.goto(`${address}/#/pages/device/download/list`)
  await page.getByRole('button', { name: words[lang].add }).first().click()
  await page.getByRole('dialog').getByRole('textbox').fill(links.join('\n'))
  await page.getByRole('dialog').getByRole('button', { name: own[lang].startTwo }).click()
  await page
    .locator('.download-row-row')
    .nth(links.length - 1)
    .waitFor()
}

async function openFilm({ page }: Phone, address: string, film: string): Promise<void> {
  await page.goto(`${address}/#/pages/main/movie/list`)
  const card = page.getByRole('link', { name: film }).first()
  await page.locator('.poster-poster').first().waitFor()
  // The grid renders only cards near the window, of the films found so far.
  await until(`${film} is in the grid`, async () => {
    await page.reload()
    await page.locator('.poster-poster').first().waitFor()
    for (let top = 0; top < 1_500 && (await card.count()) === 0; top += 250) {
      await page.evaluate((y) => scrollTo(0, y), top)
      await page.waitForTimeout(150)
    }
    return (await card.count()) > 0
  })
  await card.click()
  await page.getByRole('heading', { name: film }).waitFor()
}

async function startFilm(phone: Phone, tv: TvPage, at: { lang: 'en' | 'zh'; address: string }): Promise<void> {
  await openFilm(phone, at.address, own[at.lang].film)
  await playOnNewTv(phone, tv, at)
  await until('it plays', async () => (await tv.film()).hasPicture)
  await phone.page.getByRole('group', { name: own[at.lang].pad }).waitFor()
  await phone.page.goBack()
}

type Where = { lang: 'en' | 'zh'; address: string; look: Look }

async function guestRound({ lang, address }: Omit<Where, 'look'>): Promise<void> {
  const phone = await openPhone({ locale: words[lang].locale, loadsAhead: true })
  try {
    for (const look of looks(lang)) {
      const keep = await screenshotTaker(phone, look)
      const ofGuest = Object.entries(startRoutes).map(([name, route]) => [`guest-${name}`, route])
      await visit(phone, { address, keep, all: { ...guestRoutes, ...Object.fromEntries(ofGuest) } })
    }
    console.log(lang, 'console of a guest:', phone.errors)
  } finally {
    await phone.close()
  }
}

/** The pictures of a person who has just registered. */
async function newcomerRound({ lang, address }: Omit<Where, 'look'>): Promise<void> {
  const phone = await openPhone({ locale: words[lang].locale, loadsAhead: true })
  try {
    await registerOn(phone, words[lang], { address, username: lang === 'en' ? 'new-sailor' : '新来的水手' })
    for (const look of looks(lang)) {
      const keep = await screenshotTaker(phone, look)
      const ofNewcomer = Object.entries(newcomerRoutes).map(([name, route]) => [`new-${name}`, route])
      await visit(phone, { address, keep, all: Object.fromEntries(ofNewcomer) })
    }
    console.log(lang, 'console of a newcomer:', phone.errors)
  } finally {
    await phone.close()
  }
}

type Visit = { address: string; keep: (name: string) => Promise<void>; all: Record<string, string> }

async function visit({ page }: Phone, { address, keep, all }: Visit): Promise<void> {
  for (const [name, route] of Object.entries(all)) {
    if (!isWanted(name)) continue
    await page.goto(`${address}/#${route}`)
    await keep(name)
  }
}

/** A second TV, which nobody admitted yet, in the first look. */
async function playScene(phone: Phone, { screen, ...at }: Omit<Where, 'look'> & { world: World; screen: string }): Promise<void> {
  const [look] = looks(at.lang)
  if (!all || !look || !isWanted('play-tv')) return
  const frame: Stage = { ...at, phone, keep: await screenshotTaker(phone, look) }
  const tv = await openTv(screen, words[at.lang].locale)
  try {
    await openFilm(phone, at.address, own[at.lang].unseen)
    await playOnTv(frame, tv)
    await tvAway(frame, tv)
  } finally {
    await tv.close()
  }
}

async function sceneRound(phone: Phone, { look, ...at }: Where & { world: World }): Promise<void> {
  if (!all) return
  const frame: Stage = { ...at, phone, keep: await screenshotTaker(phone, look) }
  const { thread } = await tourRoutes(at.address, at.lang)
  if (isWanted('reply')) await reply(frame, thread)
  for (const [name, scene] of Object.entries(scenes)) if (isWanted(name)) await scene(frame)
}

async function screenshotTaker(phone: Phone, look: Look): Promise<(name: string) => Promise<void>> {
  const { page } = phone
  await page.setViewportSize({ width: look.width, height: look.height })
  await page.emulateMedia({ colorScheme: look.dark ? 'dark' : 'light' })
  return async (name: string) => {
    await page.waitForTimeout(700)
    const violations = await phone.axe()
    if (violations.length > 0) console.log(`axe ${name} ${look.name}: ${violations.join('; ')}`)
    if (all) await page.screenshot({ path: path.join(all, `${name}.${look.name}.png`) })
    if (shownInReadme.includes(`${name}.${look.name}`))
      await page.screenshot({ path: path.join(readme ?? '', `${name}.${look.name}.jpg`), type: 'jpeg', quality: 82 })
  }
}

async function round(phone: Phone, { lang, address, look, friend }: Where & { friend: string }): Promise<void> {
  const { page } = phone
  const keep = await screenshotTaker(phone, look)
  const ofTour = await tourRoutes(address, lang)
  const ofFriend = {
    person: `/pages/user/posts/index?user_id=${friend}`,
    conversation: `/pages/user/mine/message/index?with=${friend}`,
  }
  await visit(phone, { address, keep, all: { ...routes, ...missingRoutes, ...ofTour, ...ofFriend } })
  await openFilm(phone, address, own[lang].film)
  await keep('film')
  await page.goto(`${address}/#/pages/main/device/index`)
  await page.getByRole('button', { name: own[lang].remote }).first().click()
  await page.getByRole('group', { name: own[lang].pad }).waitFor()
  await keep('remote')
  await page.goBack()
}
