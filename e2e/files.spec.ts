/** The files of a box on a phone and on a wide screen: looked through, named, moved, deleted and put back, saved on the phone and added from it. */
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tick } from './parts/tick.ts'
import { look } from './parts/look.ts'
import { settleOn } from './parts/session.ts'
import { words } from './parts/story.ts'
import { openPhone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'
import { storyLanguages } from './parts/languages.ts'

const missing = [!hasBrowser && 'Chromium', !lanAddress && 'an address on a network'].filter(Boolean)

const own = {
  en: {
    files: 'Files',
    newFolder: 'New folder',
    folderName: 'Folder name',
    create: 'Create',
    actionsOf: (name: string) => `Actions for ${name}`,
    rename: 'Rename',
    name: 'Name',
    save: 'Save',
    select: 'Select',
    selectOne: (name: string) => `Select ${name}`,
    selected: '2 selected',
    move: 'Move',
    choose: (name: string) => `Move to ${name}`,
    moved: '2 items moved',
    keep: 'Save to',
    remove: 'Delete',
    removed: '1 item deleted',
    deleted: 'Deleted files',
    restore: 'Put back',
    search: 'Search in this folder',
    hits: '1 found',
    add: 'Add files from here',
    added: '1 file added',
  },
  zh: {
    files: '文件',
    newFolder: '新建文件夹',
    folderName: '文件夹名称',
    create: '创建',
    actionsOf: (name: string) => `「${name}」的操作`,
    rename: '重命名',
    name: '名称',
    save: '保存',
    select: '选择',
    selectOne: (name: string) => `选择「${name}」`,
    selected: '已选择 2 项',
    move: '移动',
    choose: (name: string) => `移动到「${name}」`,
    moved: '已移动 2 项',
    keep: '保存到',
    remove: '删除',
    removed: '已删除 1 项',
    deleted: '已删除的文件',
    restore: '恢复',
    search: '在此文件夹中搜索',
    hits: '找到 1 项',
    add: '从本机添加文件',
    added: '已添加 1 个文件',
  },
}

describe.skipIf(missing.length > 0)(`files${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`, () => {
  for (const lang of storyLanguages('zh')) {
    describe(lang, () => {
      let world: World
      let folder: string
      beforeAll(async () => {
        world = await openWorld()
        folder = path.join(world.downloads, 'Metropolis')
        await mkdir(path.join(folder, 'Extras'), { recursive: true })
        await mkdir(path.join(folder, 'Posters'))
        const names = [
          'press.kit.1927.zip',
          'poster.png',
          'Metropolis.zh.srt',
          '大都会 (1927) 修复版.txt',
          'Original.score.1927.flac',
        ]
        for (const name of names) await writeFile(path.join(folder, name), `${name}\n`.repeat(40))
        await writeFile(path.join(folder, 'Extras', 'making-of.txt'), 'extra')
      })
      afterAll(() => world.stop())

      test('a person tidies a folder, saves a file from it and adds one', async () => {
        const isWide = lang === 'zh'
        const phone = await openPhone({
          locale: words[lang].locale,
          dark: isWide,
          ...(isWide ? { width: 1280, height: 800 } : {}),
        })
        const { page } = phone
        const w = own[lang]
        const address = world.addresses[0] ?? ''
        const more = (name: string) => page.getByRole('button', { name: w.actionsOf(name) }).last()
        const folderRow = (name: string) => page.getByRole('button', { name: new RegExp(`^${name} `) })
        const dialog = page.getByRole('dialog')
        try {
          const username = lang === 'en' ? 'files-owner' : '文件管理员'
          await settleOn(phone, { address, lang, username, code: (await world.pair()).code })
          await page.goto(`${address}/#/pages/main/device/index`)
          await page.getByRole('link', { name: w.files }).click()
          await look(phone, `files-folders-${lang}`)
          await folderRow('downloads').click()
          await folderRow('Metropolis').click()
          await page.getByText('press.kit.1927.zip').waitFor()
          await look(phone, `files-${lang}`)
          expect(await phone.axe()).toEqual([])

          await page.getByRole('button', { name: w.newFolder }).click()
          await dialog.getByLabel(w.folderName).fill('字幕')
          await dialog.getByRole('button', { name: w.create }).click()
          await folderRow('字幕').waitFor()

          await more('Metropolis.zh.srt').click()
          await look(phone, `files-actions-${lang}`)
          await dialog.getByRole('button', { name: w.rename }).click()
          await dialog.getByLabel(w.name, { exact: true }).fill('大都会.zh.srt')
          await dialog.getByRole('button', { name: w.save }).click()
          await page.getByText('大都会.zh.srt').waitFor()

          await page.getByRole('button', { name: w.select, exact: true }).click()
          await tick(page.getByRole('checkbox', { name: w.selectOne('大都会.zh.srt') }))
          await tick(page.getByRole('checkbox', { name: w.selectOne('大都会 (1927) 修复版.txt') }))
          await page.getByRole('heading', { name: w.selected }).waitFor()
          await look(phone, `files-select-${lang}`)
          expect(await phone.axe()).toEqual([])
          await page.getByRole('button', { name: w.move, exact: true }).click()
          await dialog.getByRole('button', { name: '字幕' }).click()
          await dialog.getByRole('button', { name: w.choose('字幕') }).waitFor()
          await look(phone, `files-move-${lang}`)
          await dialog.getByRole('button', { name: w.choose('字幕') }).click()
          await page.getByText(w.moved).waitFor()
          expect((await readdir(path.join(folder, '字幕'))).toSorted()).toEqual(['大都会 (1927) 修复版.txt', '大都会.zh.srt'])

          await more('poster.png').click()
          const saving = page.waitForEvent('download')
          await dialog.getByRole('button', { name: w.keep }).click()
          expect(await readFile(await (await saving).path(), 'utf8')).toBe('poster.png\n'.repeat(40))
          await more('字幕').click()
          const zipping = page.waitForEvent('download')
          await dialog.getByRole('button', { name: w.keep }).click()
          const zip = await zipping
          expect([zip.suggestedFilename(), (await readFile(await zip.path())).subarray(0, 2).toString()]).toEqual([
            '字幕.zip',
            'PK',
          ])

          const bytes = Buffer.alloc(9 * 1024 * 1024, 7)
          await page
            .getByLabel(w.add)
            .last()
            .setInputFiles({ name: 'from phone.bin', mimeType: 'application/octet-stream', buffer: bytes })
          await page.getByText(w.added).waitFor()
          expect((await readFile(path.join(folder, 'from phone.bin'))).equals(bytes)).toBe(true)

          await more('from phone.bin').click()
          await dialog.getByRole('button', { name: w.remove }).click()
          await page.getByRole('alertdialog').or(dialog).getByRole('button', { name: w.remove }).click()
          await page.getByText(w.removed).waitFor()
          expect(await readdir(folder)).not.toContain('from phone.bin')
          const folderAddress = page.url()
          await page.goto(`${address}/#/pages/device/setting/bin`)
          await page.getByRole('button', { name: /^from phone\.bin/ }).click()
          await dialog.getByRole('button', { name: w.restore }).click()
          await expect.poll(() => readdir(folder)).toContain('from phone.bin')

          await page.goto(folderAddress)
          await more('from phone.bin').waitFor()
          await page.getByRole('button', { name: w.search }).click()
          await page.getByRole('searchbox').fill('making')
          await page.getByText(w.hits).waitFor()
          await look(phone, `files-search-${lang}`)
          expect(phone.errors).toEqual([])
        } finally {
          await phone.close()
        }
      })
    })
  }
})
