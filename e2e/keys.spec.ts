/** A library without a key does not complain; the owner pastes a key in the box's settings, and the films get their posters without a restart. */
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFilmDatabase, testKeys, type FilmDatabaseServer } from '../testing/film-database/server.ts'
import { openSubtitleProvider, testSubtitleKey, type SubtitleServer } from '../testing/subtitle-provider/server.ts'
import { until } from '../testing/until.ts'
import { canMakeFilms, makeFilm } from './parts/film.ts'
import { storyLanguages } from './parts/languages.ts'
import { look } from './parts/look.ts'
import { settleOn } from './parts/session.ts'
import { words } from './parts/story.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'

const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg', !lanAddress && 'an address on a network'].filter(Boolean)

const names = ['Metropolis.1927.1080p.mkv', 'Nosferatu.1922.720p.mkv', 'The.Harbour.2016.mkv']
const wrongKey = 'fedcba9876543210fedcba9876543210'
const own = {
  en: {
    hint: 'Posters need a free key',
    add: 'Add a key for posters',
    entry: '1 not identified',
    needsName: 'No match, needs a name',
    which: 'Which film is this?',
    details: 'Enter details',
    use: 'Use this film',
    field: (name: string) => `${name} key`,
    unknown: 'TMDB doesn’t recognise this key',
    clear: 'Clear',
    works: 'Works: titles, posters and plots',
    by: /^Set by /,
    untried: 'Saved, not tried yet: the service isn’t answering',
    metropolis: 'Metropolis',
  },
  zh: {
    hint: '显示海报需要免费密钥',
    add: '添加显示海报的密钥',
    entry: '1 部未识别',
    needsName: '没有匹配，请填写片名',
    which: '这是哪部影片？',
    details: '手动填写',
    use: '就是这部',
    field: (name: string) => `${name} 密钥`,
    unknown: 'TMDB 提示密钥无效',
    clear: '清除',
    works: '可用：片名、海报和简介',
    by: /^由 .+ 设置$/,
    untried: '已保存，尚未验证：服务没有响应',
    metropolis: '大都会',
  },
}

describe.skipIf(missing.length > 0).each(storyLanguages('zh'))('keys (%s)', (lang) => {
  let world: World
  let database: FilmDatabaseServer
  let subtitles: SubtitleServer
  let phone: Phone
  const w = own[lang]
  const isWide = lang === 'zh'

  beforeAll(async () => {
    database = await openFilmDatabase()
    subtitles = await openSubtitleProvider()
    world = await openWorld({
      env: { TMDB_URL: database.url, TMDB_IMAGES: database.images, OPENSUBTITLES_URL: subtitles.url },
    })
    const clip = path.join(world.folder, 'clip.mkv')
    await makeFilm(clip, { seconds: 3, size: '1280x720' })
    const shelf = path.join(world.downloads, 'shelf')
    await mkdir(shelf, { recursive: true })
    for (const name of names) await copyFile(clip, path.join(shelf, name))
    // A folder would lend it its name.
    await copyFile(clip, path.join(world.downloads, 'VID_20240131_1200.mkv'))
    phone = await openPhone({ locale: words[lang].locale, dark: isWide, ...(isWide ? { width: 1280, height: 800 } : {}) })
    const { code } = await world.pair()
    const username = lang === 'en' ? 'keyholder' : '管钥匙的人'
    await settleOn(phone, { address: world.addresses[0] ?? '', lang, username, code })
  })
  afterAll(async () => {
    await phone?.close()
    await world?.stop()
    await database?.stop()
    await subtitles?.stop()
  })

  const address = () => world.addresses[0] ?? ''

  test('without a key the library says in one line what a key brings, and calls only a nameless file not identified', async () => {
    const { page } = phone
    await page.goto(`${address()}/#/pages/main/movie/list`)
    await page.getByRole('link', { name: /Nosferatu/ }).waitFor()
    // The line does not push down films that stand: where the box's answer comes late, it stands there the next time.
    await until('the line about keys', async () => {
      await page.reload()
      await page.getByRole('link', { name: /Nosferatu/ }).waitFor()
      return page.getByText(w.hint, { exact: true }).isVisible()
    })
    await page.getByRole('link', { name: w.entry, exact: true }).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `keys-library-${lang}`)
    await page.getByRole('link', { name: w.entry, exact: true }).click()
    await page.getByText(w.needsName).waitFor()
    expect(await page.getByText(w.needsName).count()).toBe(1)
    expect(await phone.axe()).toEqual([])
    await look(phone, `keys-list-${lang}`)
    await page.getByRole('button', { name: /Metropolis/ }).click()
    const sheet = page.getByRole('dialog', { name: w.which })
    await sheet.getByRole('button', { name: w.details }).waitFor()
    expect(await sheet.getByRole('button', { name: w.use }).count()).toBe(0)
    expect(await phone.axe()).toEqual([])
    await look(phone, `keys-sheet-${lang}`)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
  })

  test('a wrong key is one sentence; the right one works at once, and the films get their posters', async () => {
    const { page } = phone
    await page.goto(`${address()}/#/pages/main/movie/list`)
    const card = page.getByRole('link', { name: /Metropolis/ }).first()
    const frame = await card
      .locator('img')
      .getAttribute('src', { timeout: 1_000 })
      .catch(() => null)
    const add = page.getByRole('link', { name: w.add })
    await until('the line about keys', async () => {
      await page.reload()
      await card.waitFor()
      return add.isVisible()
    })
    await add.click()
    const field = page.getByLabel(w.field('TMDB'))
    await field.waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `keys-empty-${lang}`)
    await field.fill(wrongKey)
    await page.keyboard.press('Enter')
    await page.getByText(w.unknown).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `keys-wrong-${lang}`)
    await page.getByRole('button', { name: w.clear }).click()
    await field.fill(testKeys.v3)
    await page.keyboard.press('Enter')
    await page.getByText(w.works).waitFor()
    await page.getByText(w.by).first().waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `keys-works-${lang}`)
    await page.goto(`${address()}/#/pages/main/movie/list`)
    await page.getByRole('link', { name: new RegExp(w.metropolis) }).waitFor()
    const drawn = page.getByRole('link', { name: new RegExp(w.metropolis) }).locator('img')
    // Before, a frame of the film may have stood there.
    await until('its poster is drawn', async () => (await drawn.count()) > 0 && (await drawn.getAttribute('src')) !== frame)
    expect(database.requests.some((request) => request.path.startsWith('/t/p/w500/'))).toBe(true)
    await page.getByRole('link', { name: w.entry, exact: true }).waitFor()
    await until('the line is gone', async () => (await page.getByText(w.hint, { exact: true }).count()) === 0)
    await look(phone, `keys-posters-${lang}`)
  })

  test('a key that cannot be tried is kept, and told as such', async () => {
    const { page } = phone
    subtitles.fail(500)
    await page.goto(`${address()}/#/pages/device/setting/keys`)
    await page.getByLabel(w.field('OpenSubtitles')).fill(testSubtitleKey)
    await page.keyboard.press('Enter')
    await page.getByText(w.untried).waitFor()
    await look(phone, `keys-untried-${lang}`)
    const stored: unknown = JSON.parse(await readFile(path.join(world.folder, 'station', 'api-keys.json'), 'utf8'))
    expect(stored).toMatchObject({ tmdb: { key: testKeys.v3, is_tried: true }, opensubtitles: { is_tried: false } })
    expect(phone.errors).toEqual([])
  })
})
