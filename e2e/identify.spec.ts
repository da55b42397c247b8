/** Finding out which film a file is, with a real box, real files and a server that speaks the film database's API: the list, the sheet, a wrong match mended, undo; in both languages. */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFilmDatabase, testKeys, type FilmDatabaseServer } from '../testing/film-database/server.ts'
import { canMakeFilms, makeFilm } from './parts/film.ts'
import { look } from './parts/look.ts'
import { settleOn } from './parts/session.ts'
import { words } from './parts/story.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'
import { storyLanguages } from './parts/languages.ts'

const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg', !lanAddress && 'an address on a network'].filter(Boolean)

/** The first three are certain; of the others the box asks. */
const names = [
  'Metropolis.1927.1080p.mkv',
  'Nosferatu.1922.DVDRip.mkv',
  'Charade (1963) 720p.mkv',
  'The.Long.Field.2001.1080p.mkv',
  'Glass Orchard (2016).mkv',
  'Street.Angel.mkv',
  'Grandmother at the lake.mkv',
]

const own = {
  en: {
    entry: /not identified$/,
    title: 'Not identified',
    all: /^All/,
    accept: /^Accept \d+ confident/,
    acceptedMany: /films? accepted/,
    undo: 'Undo',
    undoneMany: /as (it was|they were)$/,
    which: 'Which film is this?',
    use: 'Use this film',
    accepted: /accepted/,
    position: (at: number, total: number) => `${at} of ${total}`,
    fix: 'Wrong film? Fix the match',
    search: 'Search by title and year',
    nosferatu: 'Nosferatu',
    metropolis: 'Metropolis',
    typeIn: 'Enter details',
    field: 'Title',
    save: 'Save',
    saved: /^Saved/,
    reason: /title matches, no year in the file name/,
    cannot: 'Can’t be shown',
    empty: 'The file is empty.',
    director: 'Fritz Lang',
    write: 'Save NFO and pictures',
    written: /files saved beside the film$/,
    foreign: /^Metropolis\.1927\.1080p\.nfo wasn’t written by Homeport\.$/,
    replace: 'Replace',
  },
  zh: {
    entry: /部未识别$/,
    title: '未识别',
    all: /^全部/,
    accept: /^采纳 \d+ 个/,
    acceptedMany: /^已采纳/,
    undo: '撤销',
    undoneMany: /^已撤销/,
    which: '这是哪部影片？',
    use: '就是这部',
    accepted: /已采纳/,
    position: (at: number, total: number) => `${at} / ${total}`,
    fix: '识别有误？重新匹配',
    search: '按片名、年份手动查找',
    nosferatu: '诺斯费拉图',
    metropolis: '大都会',
    typeIn: '手动填写',
    field: '片名',
    save: '保存',
    saved: /^已保存/,
    reason: /片名一致，文件名没有年份/,
    cannot: '无法显示的文件',
    empty: '文件是空的。',
    director: 'Fritz Lang',
    write: '保存 NFO 和图片',
    written: /^已在影片旁保存 \d+ 个文件$/,
    foreign: /^「Metropolis\.1927\.1080p\.nfo」不是 Homeport 写入的。$/,
    replace: '替换',
  },
}

describe.skipIf(missing.length > 0).each(storyLanguages('zh'))('identification (%s)', (lang) => {
  let world: World
  let database: FilmDatabaseServer
  let phone: Phone
  const w = own[lang]
  const isWide = lang === 'zh'

  beforeAll(async () => {
    database = await openFilmDatabase()
    world = await openWorld({
      env: { TMDB_KEY: testKeys.v3, TMDB_URL: database.url, TMDB_IMAGES: database.images, HOMEPORT_LIBRARY_WRITE: '1' },
    })
    const clip = path.join(world.folder, 'clip.mkv')
    await makeFilm(clip, { seconds: 3, size: '1280x720' })
    const shelf = path.join(world.downloads, 'shelf')
    await mkdir(shelf, { recursive: true })
    for (const name of names) await copyFile(clip, path.join(shelf, name))
    await writeFile(path.join(shelf, 'Broken.2010.mkv'), '')
    phone = await openPhone({ locale: words[lang].locale, dark: isWide, ...(isWide ? { width: 1280, height: 800 } : {}) })
    const { code } = await world.pair()
    const username = lang === 'en' ? 'cataloguer' : '编目员'
    await settleOn(phone, { address: world.addresses[0] ?? '', lang, username, code })
  })
  afterAll(async () => {
    await phone?.close()
    await world?.stop()
    await database?.stop()
  })

  const address = () => world.addresses[0] ?? ''
  const countOf = async (tab: RegExp) => Number((await phone.page.getByRole('tab', { name: tab }).innerText()).replace(/\D/g, ''))

  test('certain films are identified by themselves; all others are in one list, with the files that cannot be shown', async () => {
    const { page } = phone
    await page.goto(`${address()}/#/pages/main/movie/list`)
    await page.getByRole('link', { name: w.entry }).waitFor()
    await page.getByRole('link', { name: new RegExp(w.metropolis) }).waitFor()
    await until('the others wait', async () => (await page.getByRole('link', { name: w.entry }).innerText()).startsWith('4 '))
    await look(phone, `identify-library-${lang}`)
    await page.getByRole('link', { name: w.entry }).click()
    await page.getByRole('heading', { name: w.title }).waitFor()
    await until('all four are listed', async () => (await countOf(w.all)) === 4)
    await page.getByText(w.cannot).waitFor()
    await page.getByText(w.empty).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `identify-list-${lang}`)
  })

  test('the sure ones are accepted with one button, and the whole sweep is undone', async () => {
    const { page } = phone
    await page.getByRole('button', { name: w.accept }).click()
    await page.getByText(w.acceptedMany).first().waitFor()
    await until('one is gone', async () => (await countOf(w.all)) === 3)
    // The notice has it, and the list for as long as the box keeps it.
    await page.getByRole('button', { name: w.undo, exact: true }).first().click()
    await page.getByText(w.undoneMany).waitFor()
    await until('it is back', async () => (await countOf(w.all)) === 4)
  })

  test('the rest is walked through with the keyboard alone; Escape and Back close the sheet', async () => {
    const { page } = phone
    const row = page.getByRole('button', { name: /Street\.Angel/ })
    await row.focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: w.which })
    await sheet.getByText(w.reason).first().waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `identify-sheet-${lang}`)
    await until('a candidate has the focus', () => page.evaluate(() => document.activeElement?.getAttribute('type') === 'radio'))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await sheet.getByText(w.accepted).waitFor()
    await sheet.getByText(w.position(2, 3)).waitFor()
    await look(phone, `identify-next-${lang}`)
    await sheet.getByRole('button', { name: w.undo }).click()
    await sheet.getByText(/4$/).first().waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await until('it is back', async () => (await countOf(w.all)) === 4)
    await row.click()
    await sheet.waitFor()
    await page.goBack()
    await sheet.waitFor({ state: 'hidden' })
    await page.getByRole('heading', { name: w.title }).waitFor()
  })

  test('a wrong match is mended from the film’s page, and undone', async () => {
    const { page } = phone
    await page.goto(`${address()}/#/pages/main/movie/list`)
    await page.getByRole('link', { name: new RegExp(w.metropolis) }).click()
    await page.getByRole('heading', { name: w.metropolis }).waitFor()
    await page.getByText(w.director).first().waitFor()
    await until('poster and backdrop are drawn', async () => (await page.locator('.film-page-page img').count()) >= 2)
    expect(await phone.axe()).toEqual([])
    await look(phone, `film-full-${lang}`)
    await page.getByRole('button', { name: w.fix }).click()
    const sheet = page.getByRole('dialog', { name: w.which })
    await sheet.getByLabel(w.search).fill('Nosferatu 1922')
    await page.keyboard.press('Enter')
    await sheet.getByRole('radio', { name: new RegExp(w.nosferatu) }).waitFor()
    await look(phone, `identify-search-${lang}`)
    await sheet.getByRole('button', { name: w.use }).click()
    await page.getByRole('heading', { name: w.nosferatu }).waitFor()
    await page.getByRole('button', { name: w.undo, exact: true }).click()
    await page.getByRole('heading', { name: w.metropolis }).waitFor()
  })

  test('what is known of the film is saved beside it; a file that somebody else wrote is replaced only on purpose', async () => {
    const { page } = phone
    const nfo = path.join(world.downloads, 'shelf', 'Metropolis.1927.1080p.nfo')
    const write = page.getByRole('button', { name: w.write })
    await writeFile(nfo, '<movie><tag>mine</tag></movie>')
    await write.click()
    const ask = page.getByRole('alertdialog')
    await ask.getByText(w.foreign).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `write-beside-${lang}`)
    await page.keyboard.press('Escape')
    await ask.waitFor({ state: 'detached' })
    expect(await readFile(nfo, 'utf8')).toContain('<tag>mine</tag>')
    await write.click()
    await ask.getByRole('button', { name: w.replace }).click()
    await page.getByText(w.written).waitFor()
    expect(await readFile(nfo, 'utf8')).toContain(`<title>${w.metropolis}</title>`)
  })

  test('what no database knows is typed in', async () => {
    const { page } = phone
    await page.goto(`${address()}/#/pages/device/movie/unidentified?level=check`)
    await page.getByRole('button', { name: /Grandmother/ }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: w.typeIn }).click()
    await sheet.getByLabel(w.field, { exact: true }).fill('Summer 1994')
    expect(await phone.axe()).toEqual([])
    await look(phone, `identify-type-${lang}`)
    await sheet.getByRole('button', { name: w.save }).click()
    await sheet.getByText(w.saved).waitFor()
    await page.keyboard.press('Escape')
    await page.goto(`${address()}/#/pages/main/movie/list`)
    await page.getByRole('link', { name: /Summer 1994/ }).waitFor()
    expect(phone.errors).toEqual([])
  })
})
