/** P50: the disk of the box is full, and the machine starts anew: the app says so, makes room, and all goes on. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillDisk } from '../testing/fill-disk.ts'
import { freePort } from '../testing/free-port.ts'
import { until } from '../testing/until.ts'
import { openSmallDisk, type Disk } from './parts/disk.ts'
import { storyLanguages } from './parts/languages.ts'
import { look } from './parts/look.ts'
import { settleOn } from './parts/session.ts'
import { words } from './parts/story.ts'
import { openPhone } from './phone.ts'
import { hasBrowser, lanAddress } from './world.ts'

const probe = openSmallDisk(1)
probe?.stop()
const missing = [!hasBrowser && 'Chromium', !lanAddress && 'an address on a network', !probe && 'the right to mount'].filter(
  Boolean,
)
const root = fileURLToPath(new URL('..', import.meta.url))
const MB = 1024 * 1024

const own = {
  en: {
    full: 'The disk is full',
    noDownloads: 'No downloads',
    makeRoom: 'Make room',
    largest: 'Files, largest first',
    actionsOf: (name: string) => `Actions for ${name}`,
    remove: 'Delete',
    removed: '1 item deleted',
    deleted: 'Deleted files',
    empty: 'Empty now',
    forGood: 'Delete for good',
    freed: /freed$/,
  },
  zh: {
    full: '硬盘已满',
    noDownloads: '暂无下载任务',
    makeRoom: '腾出空间',
    largest: '文件（从大到小）',
    actionsOf: (name: string) => `「${name}」的操作`,
    remove: '删除',
    removed: '已删除 1 项',
    deleted: '已删除的文件',
    empty: '立即清空',
    forGood: '彻底删除',
    freed: /^已释放/,
  },
}

describe.skipIf(missing.length > 0)(`a full disk${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`, () => {
  for (const lang of storyLanguages('zh')) {
    describe(lang, () => {
      let disk: Disk | undefined
      let data: string
      let downloads: string
      let machine: ChildProcess | undefined
      let env: NodeJS.ProcessEnv
      let address: string

      beforeAll(async () => {
        disk = openSmallDisk(320)
        data = path.join(disk?.folder ?? '', 'data')
        downloads = path.join(data, 'downloads')
        await mkdir(downloads, { recursive: true })
        await writeFile(path.join(downloads, 'press kit.zip'), Buffer.alloc(80 * MB))
        const port = String(await freePort())
        address = `http://${lanAddress}:${port}`
        const own = {
          HOMEPORT_DATA: data,
          HOMEPORT_PORT: port,
          HOMEPORT_SCREEN_PORT: String(await freePort()),
          HOMEPORT_MDNS: '0',
          HOMEPORT_DLNA: '0',
          HOMEPORT_MPV: '0',
        }
        env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...own }
      })
      afterAll(async () => {
        await cutPower()
        disk?.stop()
      })

      async function start(): Promise<void> {
        machine = spawn(process.execPath, ['scripts/start.mjs'], { cwd: root, env, stdio: 'ignore', detached: true })
        await until('the app is served', async () => (await fetch(address)).status === 200)
      }

      /** Nothing that runs there is told. */
      async function cutPower(): Promise<void> {
        if (!machine?.pid) return
        process.kill(-machine.pid, 'SIGKILL')
        if (machine.exitCode === null && machine.signalCode === null) await once(machine, 'exit')
        machine = undefined
      }

      async function pairingCode(): Promise<string> {
        const { stdout } = await promisify(execFile)(process.execPath, ['scripts/pair.mjs'], { cwd: root, env })
        const { code }: { code: string } = JSON.parse(stdout)
        return code
      }

      test('the box starts again, says that its disk is full, and a person makes room on the phone', async () => {
        const w = own[lang]
        await start()
        const phone = await openPhone({ locale: words[lang].locale, dark: lang === 'zh' })
        const { page } = phone
        const dialog = page.getByRole('dialog')
        const devicePage = `${address}/#/pages/main/device/index`
        try {
          await settleOn(phone, { address, lang, username: 'full-house', code: await pairingCode() })
          await until('room is kept', async () => (await readdir(data)).includes('reserve'))
          await page.goto('about:blank')
          fillDisk(path.join(data, 'of another program'))
          await cutPower()
          await start()
          await page.goto(devicePage)
          await page.getByRole('heading', { name: w.full }).waitFor()
          await look(phone, `device-full-${lang}`)
          expect(await phone.axe()).toEqual([])
          await page.setViewportSize({ width: 320, height: 844 })
          const meters = page.locator('.device-meters .device-value')
          await until('the meters have come', async () => (await meters.locator('small').count()) === 3)
          const isTooWide = (values: Element[]) =>
            values.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent)
          expect(await meters.evaluateAll(isTooWide)).toEqual([])
          await page.setViewportSize({ width: 390, height: 844 })
          await page.getByRole('button', { name: w.makeRoom }).click()
          await dialog.getByRole('link').first().waitFor()
          await look(phone, `make-room-${lang}`)
          expect(await phone.axe()).toEqual([])
          // The list of downloads says the same, and leads there too.
          await page.keyboard.press('Escape')
          await dialog.waitFor({ state: 'detached' })
          await page.goto(`${address}/#/pages/device/download/list`)
          await page.getByRole('heading', { name: w.noDownloads }).waitFor()
          await page.getByRole('heading', { name: w.full }).waitFor()
          await look(phone, `downloads-full-${lang}`)
          expect(await phone.axe()).toEqual([])
          await page.getByRole('button', { name: w.makeRoom }).click()
          await dialog.getByRole('button', { name: w.largest }).click()
          await page.getByRole('button', { name: /^downloads / }).click()
          await page
            .getByRole('button', { name: w.actionsOf('press kit.zip') })
            .last()
            .click()
          await dialog.getByRole('button', { name: w.remove }).click()
          await look(phone, `delete-full-${lang}`)
          await page.setViewportSize({ width: 320, height: 844 })
          // The size of what is free is not broken beside the buttons.
          expect(await page.locator('.bars-bottomBar p').evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(20)
          await page.setViewportSize({ width: 390, height: 844 })
          await page.getByRole('alertdialog').or(dialog).getByRole('button', { name: w.remove }).click()
          await page.getByText(w.removed).waitFor()
          await page.goto(devicePage)
          await page.getByRole('button', { name: w.makeRoom }).click()
          await dialog.getByRole('link', { name: w.deleted }).click()
          await page.getByRole('button', { name: w.empty }).click()
          await page.getByRole('alertdialog').getByRole('button', { name: w.forGood }).click()
          await page.getByText(w.freed).waitFor()
          await page.goto(devicePage)
          await page.getByRole('heading', { name: w.full }).waitFor({ state: 'detached' })
          expect(phone.errors).toEqual([])
        } finally {
          await phone.close()
        }
      })
    })
  }
})
