/** A film's files are deleted from its page, lie among the deleted films, and are put back. */
import path from 'node:path'
import { copyFile, mkdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canMakeFilms, makeFilm } from './parts/film.ts'
import { look } from './parts/look.ts'
import { settleOn } from './parts/session.ts'
import { words } from './parts/story.ts'
import { openPhone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'
import { storyLanguages } from './parts/languages.ts'

const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg', !lanAddress && 'an address on a network'].filter(Boolean)

const own = {
  en: {
    films: (n: number) => `${n} films`,
    deleteFiles: 'Delete files',
    deleteAll: 'Delete all 2 files',
    deleted: 'Deleted files',
    left: '7 days left',
    restore: 'Put back',
    none: 'No deleted files',
  },
  zh: {
    films: (n: number) => `${n} 部影片`,
    deleteFiles: '删除文件',
    deleteAll: '删除全部 2 个文件',
    deleted: '已删除的文件',
    left: '剩余 7 天',
    restore: '恢复',
    none: '没有已删除的文件',
  },
}

describe.skipIf(missing.length > 0)(`deleted films${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`, () => {
  for (const lang of storyLanguages('en')) {
    describe(lang, () => {
      let world: World
      beforeAll(async () => {
        world = await openWorld()
        const clip = path.join(world.folder, 'clip.mkv')
        await makeFilm(clip, { seconds: 2 })
        const folder = path.join(world.downloads, 'Charade (1963)')
        await mkdir(folder, { recursive: true })
        for (const name of [
          'Charade (1963)/Charade.1963.1080p.mkv',
          'Charade (1963)/Charade.1963.480p.mkv',
          'Sintel.2010.mkv',
          'Ran.1985.mkv',
        ])
          await copyFile(clip, path.join(world.downloads, name))
      })
      afterAll(() => world.stop())

      test('a film is deleted on its page, is among the deleted ones, and comes back', async () => {
        const isWide = lang === 'zh'
        const phone = await openPhone({
          locale: words[lang].locale,
          dark: isWide,
          ...(isWide ? { width: 1280, height: 800 } : {}),
        })
        const { page } = phone
        const w = own[lang]
        const address = world.addresses[0] ?? ''
        try {
          const { code } = await world.pair()
          await settleOn(phone, { address, lang, username: lang === 'en' ? 'tidy-owner' : '整理影库', code })
          await page.goto(`${address}/#/pages/main/movie/list`)
          await page.getByText(w.films(3)).waitFor()
          await page.getByRole('link', { name: /Charade/ }).click()
          await page.getByRole('button', { name: w.deleteFiles }).click()
          await page.getByRole('dialog').getByRole('button', { name: w.deleteAll }).waitFor()
          await look(phone, `delete-film-${lang}`)
          expect(await phone.axe()).toEqual([])
          await page.getByRole('dialog').getByRole('button', { name: w.deleteAll }).click()
          await page.getByText(w.films(2)).waitFor()
          await page.getByRole('link', { name: w.deleted }).click()
          await page.getByText('Charade').waitFor()
          await page.getByText(w.left, { exact: false }).waitFor()
          expect(await phone.axe()).toEqual([])
          await look(phone, `deleted-films-${lang}`)
          await page.reload()
          await page.getByRole('button', { name: /Charade/ }).click()
          await page.getByRole('dialog').getByRole('button', { name: w.restore }).waitFor()
          await look(phone, `deleted-film-${lang}`)
          await page.goBack()
          await page.getByRole('button', { name: /Charade/ }).click()
          await page.getByRole('dialog').getByRole('button', { name: w.restore }).click()
          await page.getByRole('heading', { name: w.none }).waitFor()
          await look(phone, `no-deleted-films-${lang}`)
          await page.goto(`${address}/#/pages/main/movie/list`)
          await page.getByText(w.films(3)).waitFor()
          expect(phone.errors).toEqual([])
        } finally {
          await phone.close()
        }
      })
    })
  }
})
