/**
 * Takes the screenshots of the README with real programs, and with a second folder those of every page and scene, in both languages and themes and three widths:
 *   node e2e/pictures.ts docs/pictures [folder for all [pattern of names [pattern of looks]]]
 * A look is en or zh, then .320 or .wide, then .dark: 'library' 'zh.*dark' takes the library in Chinese in the dark.
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { SignedIn } from '@homeport/contract/account.ts'
import { makeDrawnFilms } from './parts/screenshots.ts'
import { makeFriends } from './parts/friends.ts'
import { guestRoutes, newcomerRoutes, ownerRoutes } from './parts/picture-routes.ts'
import { playOnTv, reply, scenes, tvAway, type Stage } from './parts/scenes.ts'
import { settleOn, signUpOn } from './parts/session.ts'
import { words } from './parts/story.ts'
import { openTv, playOnNewTv, type TvPage } from './parts/tv.ts'
import { until } from '../testing/until.ts'
import { closeBrowser, openPhone, type Phone } from './phone.ts'
import { lanAddress, openFileServer, openWorld, type World } from './world.ts'

const own = {
  en: { film: 'Metropolis', unseen: 'Nosferatu', pad: 'Arrow pad', remote: 'Remote', startTwo: 'Start 2 downloads' },
  zh: { film: '大都会', unseen: '诺斯费拉图', pad: '方向键', remote: '遥控器', startTwo: /^开始 2 / },
}
/** Of a film that begins on a new TV, which then goes away. */
const playNames = ['play-new-tv', 'play-name-tv', 'play-remote', 'film-playing', 'tv-away-device', 'tv-away-remote']
const shownInReadme = ['library.en', 'downloads.en', 'remote.en', 'thread.en', 'film.en.wide', 'library.zh.dark']
const nameOf = (lang: Lang) => (lang === 'en' ? 'Harbour' : '港口老船长')
const [readme, all, names = '', lookNames = ''] = process.argv.slice(2)
const isWanted = (name: string) => new RegExp(names).test(name)
if (!readme) throw new Error('Say the folder for the pictures of the README.')

for (const folder of [readme, all]) if (folder) await mkdir(folder, { recursive: true })
for (const lang of ['en', 'zh'] as const) if (looksOf(lang).length > 0) await tour(lang)
await closeBrowser()

type Lang = 'en' | 'zh'
type Tour = { lang: Lang; address: string; world: World; screen: string }

async function tour(lang: Lang): Promise<void> {
  const world = await openWorld({ env: { HOMEPORT_DEMO: '1' } })
  const { locale } = words[lang]
  const phone = await openPhone({ locale, loadsAhead: true })
  const screen = `http://${lanAddress}:${world.screenPort}/`
  await until('the station serves its screen', async () => (await fetch(screen)).status > 0)
  const tv = await openTv(screen, locale)
  const server = await openFileServer(
    { '/Night.Train.2009.1080p.mkv': Buffer.alloc(60_000_000, 7), '/harbour-lights.iso': Buffer.alloc(90_000_000, 3) },
    2_400_000,
  )
  const at = { lang, address: world.addresses[0] ?? '', world, screen }
  try {
    const drawing = await openPhone({ locale: 'en-US' })
    await makeDrawnFilms(drawing.page, { into: path.join(world.downloads, 'Films'), lang })
    await drawing.close()
    const signedIn = await settleOn(phone, { ...at, username: nameOf(lang), code: (await world.pair()).code })
    await picturesReady(phone, at)
    const links = ['Night.Train.2009.1080p.mkv', 'harbour-lights.iso'].map((name) => `${server.address}/${name}`)
    await queue(phone, { ...at, links })
    await startFilm(phone, tv, at)
    await tv.page.screenshot({ path: path.join(all ?? readme ?? '', `tv-film.${lang}.jpg`), type: 'jpeg', quality: 80 })
    await ownerRound(phone, at, signedIn)
    if (all) await guestRound(at)
    if (all) await newcomerRound(at)
    await tvHome(tv, lang)
    console.log(lang, 'console of phone and TV:', [...phone.errors, ...tv.errors])
    await tv.page.goto('about:blank')
    // A scene in which something is away writes errors of its own.
    if (all) await sceneRound(phone, at)
  } finally {
    await server.stop()
    await phone.close()
    await tv.close()
    await world.stop()
  }
}

type Look = { width: number; height: number; isDark: boolean; name: string }

/** The looks of a language that are asked for. */
function looksOf(lang: Lang): Look[] {
  const sizes = [
    { width: 390, height: 844, name: '' },
    { width: 320, height: 640, name: '.320' },
    { width: 1280, height: 800, name: '.wide' },
  ]
  const looks = sizes.flatMap((size) =>
    [false, true].map((isDark) => ({ ...size, isDark, name: `${lang}${size.name}${isDark ? '.dark' : ''}` })),
  )
  return looks.filter(({ name }) => new RegExp(lookNames).test(name))
}

/** Takes what stands on the screen in every look: the window changes, the page stays. */
function screenshotTaker(phone: Phone, lang: Lang): (name: string) => Promise<void> {
  const { page } = phone
  const take = async (name: string, look: Look) => {
    const inReadme = shownInReadme.includes(`${name}.${look.name}`)
    if (!all && !inReadme) return
    await page.emulateMedia({ colorScheme: look.isDark ? 'dark' : 'light' })
    await page.setViewportSize({ width: look.width, height: look.height })
    await page.waitForTimeout(300)
    const violations = await phone.axe()
    if (violations.length > 0) console.log(`axe ${name} ${look.name}: ${violations.join('; ')}`)
    if (all) await page.screenshot({ path: path.join(all, `${name}.${look.name}.png`) })
    if (inReadme) await page.screenshot({ path: path.join(readme ?? '', `${name}.${look.name}.jpg`), type: 'jpeg', quality: 82 })
  }
  return async (name) => {
    if (!isWanted(name)) return
    await page.waitForTimeout(500)
    for (const look of looksOf(lang)) await take(name, look)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'light' })
  }
}

async function picturesReady({ page }: Phone, { address }: Tour): Promise<void> {
  await page.goto(`${address}/#/pages/main/movie/list`)
  await until('pictures are there', async () => (await page.locator('.poster-poster img').count()) >= 9)
}

async function queue({ page }: Phone, { lang, address, links }: Tour & { links: string[] }): Promise<void> {
  await page.goto(`${address}/#/pages/device/download/list`)
  await page.getByRole('button', { name: words[lang].add }).first().click()
  await page.getByRole('dialog').getByRole('textbox').fill(links.join('\n'))
  await page.getByRole('dialog').getByRole('button', { name: own[lang].startTwo }).click()
  await page
    .locator('.download-row-row')
    .nth(links.length - 1)
    .waitFor()
}

async function openFilm({ page }: Phone, { address }: Tour, film: string): Promise<void> {
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

async function startFilm(phone: Phone, tv: TvPage, at: Tour): Promise<void> {
  await openFilm(phone, at, own[at.lang].film)
  await playOnNewTv(phone, tv, at)
  await until('it plays', async () => (await tv.film()).hasPicture)
  await phone.page.getByRole('group', { name: own[at.lang].pad }).waitFor()
  await phone.page.goBack()
}

async function visit(phone: Phone, { lang, address }: Tour, routes: Record<string, string>): Promise<void> {
  const keep = screenshotTaker(phone, lang)
  for (const [name, route] of Object.entries(routes)) {
    if (!isWanted(name)) continue
    await phone.page.goto(`${address}/#${route}`)
    await keep(name)
  }
}

async function ownerRound(phone: Phone, at: Tour, signedIn: SignedIn): Promise<void> {
  const { page } = phone
  const keep = screenshotTaker(phone, at.lang)
  const friend = await makeFriends(at, signedIn)
  await visit(phone, at, await ownerRoutes({ ...at, signedIn, friend }))
  await openFilm(phone, at, own[at.lang].film)
  await keep('film')
  await page.goto(`${at.address}/#/pages/main/device/index`)
  await page.getByRole('button', { name: own[at.lang].remote }).first().click()
  await page.getByRole('group', { name: own[at.lang].pad }).waitFor()
  await keep('remote')
  await page.goBack()
}

async function guestRound(at: Tour): Promise<void> {
  const phone = await openPhone({ locale: words[at.lang].locale, loadsAhead: true })
  try {
    await visit(phone, at, guestRoutes)
    console.log(at.lang, 'console of a guest:', phone.errors)
  } finally {
    await phone.close()
  }
}

/** The pictures of a person who has just registered. */
async function newcomerRound(at: Tour): Promise<void> {
  const phone = await openPhone({ locale: words[at.lang].locale, loadsAhead: true })
  try {
    await signUpOn(phone, { ...at, username: at.lang === 'en' ? 'new-sailor' : '新来的水手' })
    await visit(phone, at, newcomerRoutes)
    console.log(at.lang, 'console of a newcomer:', phone.errors)
  } finally {
    await phone.close()
  }
}

async function tvHome(tv: TvPage, lang: Lang): Promise<void> {
  await tv.press('Escape')
  await tv.page.locator('.tv-row-card').first().waitFor()
  await tv.page.waitForTimeout(1_500)
  const folder = lang === 'en' ? (readme ?? '') : (all ?? readme ?? '')
  await tv.page.screenshot({ path: path.join(folder, `tv.${lang}.jpg`), type: 'jpeg', quality: 80 })
}

/** With a second TV, which nobody admitted yet. */
async function playScene(frame: Stage, at: Tour): Promise<void> {
  const tv = await openTv(at.screen, words[at.lang].locale)
  try {
    await openFilm(frame.phone, at, own[at.lang].unseen)
    await playOnTv(frame, tv)
    await tvAway(frame, tv)
  } finally {
    await tv.close()
  }
}

async function sceneRound(phone: Phone, at: Tour): Promise<void> {
  const frame: Stage = { ...at, phone, keep: screenshotTaker(phone, at.lang) }
  if (playNames.some(isWanted)) await playScene(frame, at)
  if (isWanted('reply')) await reply(frame)
  for (const [name, scene] of Object.entries(scenes)) if (isWanted(name)) await scene(frame)
}
