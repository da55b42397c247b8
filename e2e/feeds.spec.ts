/** The owner pastes the address of a feed, sees what its rule would take, saves it, and has the film; what the household wants to see, and an episode that a series lacks, come too: from the first page to the last byte. */
import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../testing/until.ts'
import { openFeedServer, rss, type FeedServer } from '../testing/feed-server.ts'
import { openFilmDatabase, testKeys, type FilmDatabaseServer } from '../testing/film-database/server.ts'
import { canMakeFilms, makeFilm } from './parts/film.ts'
import { storyLanguages } from './parts/languages.ts'
import { look } from './parts/look.ts'
import { settleOn } from './parts/session.ts'
import { words } from './parts/story.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openFileServer, openWorld, type FileServer, type World } from './world.ts'

const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg', !lanAddress && 'an address on a network'].filter(Boolean)

const own = {
  en: {
    feeds: 'Feeds',
    add: 'Add feed',
    empty: /A feed downloads new films/,
    address: 'Address',
    look: 'See what’s in it',
    page: 'This is a web page, not a feed',
    three: 'These 3 would be downloaded',
    one: 'This one would be downloaded',
    quality: /^Quality/,
    from: '1080p and up',
    save: 'Save',
    take: 'Download it now',
    download: 'Download',
    week: /1 this week/,
    notHere: 'Not in the library',
    want: 'Want to see: Nosferatu',
    wantOther: 'Want to see: Metropolis',
    coming: 'It’s being downloaded',
    onList: 'On the list',
    wishes: 'Want to see',
    waiting: /^Metropolis\s?Waiting/,
    inDownloads: /^Nosferatu\s?In (?:downloads|the library)/,
    remove: 'Remove',
    removed: 'Removed from the list',
    undo: 'Undo',
    series: /^The Lamplighters/,
    counts: /2 of 6 episodes here/,
    seasonWish: /^The Lamplighters\s?S2\s?Waiting/,
    get: 'Get it: 3. Lamp 3',
    // Its title comes with the next look into the database.
    lamp: /^Play (?:3\. Lamp 3|Episode 3)/,
    other: 'Get it: 5. Lamp 5',
    notFound: 'No feed has it yet. Added to Want to see.',
    getAll: (count: number) => `Get all ${count} missing`,
    second: 'Season 2',
    noneHere: '0 of 4 episodes here',
    firstLamp: /^Play (?:1\. Lamp 1|Episode 1)/,
  },
  zh: {
    feeds: '订阅',
    add: '添加订阅',
    empty: /订阅会自动下载新的影片/,
    address: '订阅地址',
    look: '查看内容',
    page: '这是网页，不是订阅源',
    three: '按此规则会下载这 3 个',
    one: '按此规则会下载这 1 个',
    quality: /^画质/,
    from: '1080p 以上',
    save: '保存',
    take: '立即下载这 1 个',
    download: '查看下载',
    week: /本周 1 个/,
    notHere: '影库中没有',
    want: '想看：诺斯费拉图',
    wantOther: '想看：大都会',
    coming: '已开始下载',
    onList: '已想看',
    wishes: '想看',
    waiting: /^大都会\s?等待中/,
    inDownloads: /^诺斯费拉图\s?(?:已加入下载|已入库)/,
    remove: '移除',
    removed: '已从列表移除',
    undo: '撤销',
    series: /^点灯人/,
    counts: /已有 2 \/ 6 集/,
    seasonWish: /^点灯人\s?第 2 季\s?等待中/,
    get: '下载：3. 灯3',
    lamp: /^播放 (?:3\. 灯3|第 3 集)/,
    other: '下载：5. 灯5',
    notFound: '订阅中还没有，已加入想看',
    getAll: (count: number) => `下载缺少的 ${count} 集`,
    second: '第 2 季',
    noneHere: '已有 0 / 4 集',
    firstLamp: /^播放 (?:1\. 灯1|第 1 集)/,
  },
}
const film = 'Charade.1963.1080p.mkv'
const wished = 'Nosferatu.1922.720p.mkv'
const episode = (number: number) => `The.Lamplighters.S01E0${number}.1080p.mp4`
const indexer = '/indexer/api?apikey=5up3r'
const searchSeason = (season: number) => `${indexer}&t=tvsearch&q=The+Lamplighters&season=${season}`
const search = (number: number) => `${searchSeason(1)}&ep=${number}`

describe.skipIf(missing.length > 0).each(storyLanguages('zh'))('feeds (%s)', (lang) => {
  let world: World
  let server: FeedServer
  let files: FileServer
  let database: FilmDatabaseServer
  let phone: Phone
  const body = randomBytes(700_000)
  const w = own[lang]

  beforeAll(async () => {
    server = await openFeedServer()
    database = await openFilmDatabase()
    world = await openWorld({ env: { TMDB_KEY: testKeys.v3, TMDB_URL: database.url, TMDB_IMAGES: database.images } })
    const clip = path.join(world.folder, 'clip.mp4')
    await makeFilm(clip, { seconds: 2 })
    const shelf = path.join(world.downloads, 'The Lamplighters (2015)', 'Season 01')
    await mkdir(shelf, { recursive: true })
    for (const at of [2, 4]) await copyFile(clip, path.join(shelf, `The.Lamplighters.S01E0${at}.1080p.mp4`))
    const bytes = await readFile(clip)
    const served = { [`/${film}`]: body, [`/${wished}`]: body, [`/${episode(1)}`]: bytes, [`/${episode(3)}`]: bytes }
    files = await openFileServer(served)
    const item = (title: string, link: string, size: number) =>
      `<item><title>${title}</title><guid>${title}</guid><enclosure url="${link}" length="${size}" type="video/x-matroska"/></item>`
    const items = [
      item('Charade.1963.1080p.BluRay', `${files.address}/${film}`, body.length),
      item('Harbour.Stories.S01E10.480p.WEB', `${files.address}/stories.mkv`, 300_000_000),
      item('Nosferatu.1922.720p.BluRay', `${files.address}/${wished}`, body.length),
    ]
    server.serve(`${indexer}&t=search`, { body: `<rss><channel><title>海港影社</title>${items.join('')}</channel></rss>` })
    const lamp = (number: number) =>
      rss([{ title: `The.Lamplighters.S01E0${number}.1080p.WEB`, link: `${files.address}/${episode(number)}` }]).replace(
        'application/x-bittorrent',
        'video/mp4',
      )
    server.serve(search(3), { body: lamp(3) })
    server.serve(searchSeason(1), { body: lamp(1) })
    server.serve(searchSeason(2), { body: rss([]) })
    server.serve(search(5), { body: rss([]) })
    server.serve('/', { body: '<!doctype html><p>Harbour film club</p>', type: 'text/html' })
    phone = await openPhone({ locale: words[lang].locale })
    const { code } = await world.pair()
    await settleOn(phone, { address: world.addresses[0] ?? '', lang, username: lang === 'en' ? 'subscriber' : '订阅的人', code })
  })
  afterAll(async () => {
    await phone?.close()
    await world?.stop()
    await server?.stop()
    await files?.stop()
    await database?.stop()
  })

  const isWhole = (name: string, bytes: Buffer) => async () =>
    (await readFile(path.join(world.downloads, name)).catch(() => Buffer.alloc(0))).equals(bytes)
  const wide = async (isWide: boolean) => {
    await phone.page.setViewportSize(isWide ? { width: 1280, height: 800 } : { width: 390, height: 844 })
    await phone.page.emulateMedia({ colorScheme: isWide ? 'dark' : 'light' })
  }

  test('without feeds the page says what one is; an address that is none is told at the field', async () => {
    const { page } = phone
    await page.goto(`${world.addresses[0]}/#/pages/device/setting/setting`)
    await page.getByRole('link', { name: w.feeds, exact: true }).click()
    await page.getByText(w.empty).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `feeds-empty-${lang}`)
    await page.getByRole('button', { name: w.add }).click()
    await page.getByLabel(w.address).fill(server.url)
    await page.keyboard.press('Enter')
    await page.getByText(w.page).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `feeds-page-${lang}`)
  })

  test('a feed shows what would be downloaded; its rule is saved, and the film comes', async () => {
    const { page } = phone
    await page.getByLabel(w.address).fill(`${server.url}${indexer}`)
    await page.getByRole('button', { name: w.look }).click()
    await page.getByText(w.three).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `feeds-tried-${lang}`)
    await page.getByRole('button', { name: w.quality }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('radio', { name: w.from }).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `feeds-quality-${lang}`)
    await sheet.getByRole('radio', { name: w.from }).click()
    await page.getByText(w.one).waitFor()
    await page.getByRole('button', { name: w.save }).click()
    await page.getByRole('button', { name: w.take }).click()
    const link = page.getByRole('link', { name: w.download, exact: true })
    await link.waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `feeds-taken-${lang}`)
    expect(await page.content()).not.toContain('5up3r')
    await link.click()
    await page.waitForURL(/download\/detail\?id=/)
    await page.goto(`${world.addresses[0]}/#/pages/device/download/list`)
    await page
      .getByText(/Charade/)
      .first()
      .waitFor()
    await until('the film is here', isWhole(film, body))
    await page.goto(`${world.addresses[0]}/#/pages/device/setting/feeds`)
    await page.getByText(w.week).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `feeds-list-${lang}`)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.getByRole('link', { name: w.week }).click()
    await page.getByRole('link', { name: w.download, exact: true }).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `feeds-wide-dark-${lang}`)
    expect(server.asked(`${indexer}&t=search`)).toBe(1)
    expect(phone.errors).toEqual([])
  })

  test('a film that is not here is put on the list from the search, and comes, for a feed has it; another waits', async () => {
    const { page } = phone
    await wide(false)
    const find = (q: string) => page.goto(`${world.addresses[0]}/#/pages/device/movie/search/index?q=${encodeURIComponent(q)}`)
    await find('metropolis')
    await page.getByRole('region', { name: w.notHere }).getByRole('button', { name: w.wantOther }).click()
    await page.getByRole('link', { name: w.onList }).waitFor()
    await find('nosferatu 1922')
    await page.getByRole('button', { name: w.want }).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `wishes-search-${lang}`)
    await page.getByRole('button', { name: w.want }).click()
    await page.getByText(w.coming).waitFor()
    await until('the film is here', isWhole(wished, body))
    await page.getByRole('link', { name: w.onList }).click()
    await page.getByRole('button', { name: w.inDownloads }).waitFor()
    await page.getByRole('button', { name: w.waiting }).waitFor()
    await until('posters are drawn', async () => (await page.locator('.wish-wishes img').count()) === 2)
    expect(await phone.axe()).toEqual([])
    await look(phone, `wishes-${lang}`)
    await page.getByRole('button', { name: w.waiting }).click()
    await page.getByRole('button', { name: w.remove }).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `wishes-sheet-${lang}`)
    await page.getByRole('button', { name: w.remove }).click()
    await page.getByText(w.removed).waitFor()
    await page.getByRole('button', { name: w.undo }).click()
    await page.getByRole('button', { name: w.waiting }).waitFor()
    await wide(true)
    expect(await phone.axe()).toEqual([])
    await look(phone, `wishes-wide-dark-${lang}`)
    await page.goto(`${world.addresses[0]}/#/pages/device/setting/feeds`)
    await page.getByRole('region', { name: w.wishes }).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `wishes-feeds-wide-dark-${lang}`)
    await wide(false)
    await look(phone, `wishes-feeds-${lang}`)
    expect(phone.errors).toEqual([])
  })

  test('an episode that a series lacks stands between the others; one press brings it into its place, and what nobody has waits', async () => {
    const { page } = phone
    await page.goto(`${world.addresses[0]}/#/pages/main/movie/list`)
    await page.getByRole('link', { name: w.series }).click()
    await page.getByText(w.counts).waitFor()
    await page.getByRole('button', { name: w.get }).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `wishes-series-${lang}`)
    await page.getByRole('button', { name: w.other }).click()
    await page.getByText(w.notFound).waitFor()
    await page.getByRole('button', { name: w.get }).click()
    await page.getByRole('button', { name: w.lamp }).waitFor()
    await page.getByRole('link', { name: w.onList }).waitFor()
    await page.getByRole('button', { name: w.getAll(2) }).click()
    await page.getByText(w.coming).waitFor()
    await page.getByRole('button', { name: w.firstLamp }).waitFor()
    await until('the other waits too', async () => (await page.getByRole('link', { name: w.onList }).count()) === 2)
    await wide(true)
    expect(await phone.axe()).toEqual([])
    await look(phone, `wishes-series-wide-dark-${lang}`)
    expect([server.asked(search(3)), server.asked(search(5)), server.asked(searchSeason(1))]).toEqual([1, 1, 1])
    expect(await page.content()).not.toContain('5up3r')
    expect(phone.errors).toEqual([])
  })

  test('a season of which nothing is here has its chip, and is got at one press, also after a reload', async () => {
    const { page } = phone
    await wide(false)
    await page.getByRole('tab', { name: w.second }).click()
    await page.reload()
    await page.getByText(w.noneHere).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `wishes-season-${lang}`)
    await page.getByRole('button', { name: w.getAll(4) }).click()
    await page.getByText(w.notFound).waitFor()
    await until('all four wait', async () => (await page.getByRole('link', { name: w.onList }).count()) === 4)
    expect(server.asked(searchSeason(2))).toBe(1)
    await page.getByRole('link', { name: w.onList }).first().click()
    await page.getByRole('button', { name: w.seasonWish }).waitFor()
    await look(phone, `wishes-season-listed-${lang}`)
    expect(phone.errors).toEqual([])
  })
})
