/** S144: the database of the box is damaged while it runs: the device page and the TV say so, and what brings it back. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { damageDatabase } from '../testing/damage-database.ts'
import { freePort } from '../testing/free-port.ts'
import { until } from '../testing/until.ts'
import { storyLanguages } from './parts/languages.ts'
import { look } from './parts/look.ts'
import { settleOn } from './parts/session.ts'
import { words } from './parts/story.ts'
import { openPhone } from './phone.ts'
import { hasBrowser, lanAddress } from './world.ts'

const missing = [!hasBrowser && 'Chromium', !lanAddress && 'an address on a network'].filter(Boolean)
const root = fileURLToPath(new URL('..', import.meta.url))
const own = {
  en: { damaged: 'The box’s database is damaged', waiting: 'Connect this TV' },
  zh: { damaged: '盒子的数据库已损坏', waiting: '连接这台电视' },
}

describe.skipIf(missing.length > 0)(
  `a damaged database${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`,
  () => {
    for (const lang of storyLanguages('zh')) {
      describe(lang, () => {
        let data: string
        let machine: ChildProcess
        let env: NodeJS.ProcessEnv
        let address: string
        let screenPort: number

        beforeAll(async () => {
          data = await mkdtemp(path.join(os.tmpdir(), 'homeport-damaged-'))
          const port = String(await freePort())
          screenPort = await freePort()
          address = `http://${lanAddress}:${port}`
          env = {
            PATH: process.env['PATH'],
            HOME: process.env['HOME'],
            HOMEPORT_DATA: data,
            HOMEPORT_PORT: port,
            HOMEPORT_SCREEN_PORT: String(screenPort),
            HOMEPORT_MDNS: '0',
            HOMEPORT_DLNA: '0',
            HOMEPORT_MPV: '0',
          }
          machine = spawn(process.execPath, ['scripts/start.mjs'], { cwd: root, env, stdio: 'ignore', detached: true })
          await until('the app is served', async () => (await fetch(address)).status === 200)
        })
        afterAll(async () => {
          if (machine.pid) process.kill(-machine.pid, 'SIGKILL')
          if (machine.exitCode === null && machine.signalCode === null) await once(machine, 'exit')
          await rm(data, { recursive: true, force: true })
        })

        async function pairingCode(): Promise<string> {
          const { stdout } = await promisify(execFile)(process.execPath, ['scripts/pair.mjs'], { cwd: root, env })
          const { code }: { code: string } = JSON.parse(stdout)
          return code
        }

        test('the device page says it with what to do, the TV instead of an empty library', async () => {
          const w = own[lang]
          const { locale } = words[lang]
          const phone = await openPhone({ locale, dark: lang === 'zh' })
          const tv = await openPhone({ locale, width: 1920, height: 1080 })
          try {
            await settleOn(phone, { address, lang, username: 'damaged-house', code: await pairingCode() })
            await tv.page.goto(`http://${lanAddress}:${screenPort}`)
            await tv.page.getByRole('heading', { name: w.waiting }).waitFor()
            await phone.page.goto(`${address}/#/pages/main/device/index`)
            await phone.page.locator('.device-meters .device-value small').nth(2).waitFor()
            expect(await phone.page.getByRole('heading', { name: w.damaged }).count()).toBe(0)
            damageDatabase(path.join(data, 'station', 'station.db'))
            const heading = phone.page.getByRole('heading', { name: w.damaged })
            await until('the device page says it', async () => {
              // Whoever needs the database meets the damage: here the list of deleted files.
              await phone.page.goto(`${address}/#/pages/device/setting/bin`)
              await phone.page.reload()
              await phone.page.goto(`${address}/#/pages/main/device/index`)
              return heading.waitFor({ timeout: 5_000 }).then(
                () => true,
                () => false,
              )
            })
            await look(phone, `device-damaged-${lang}`)
            expect(await phone.axe()).toEqual([])
            await tv.page.getByRole('heading', { name: w.damaged }).waitFor()
            await look(tv, `tv-damaged-${lang}`)
            await tv.page.reload()
            await tv.page.getByRole('heading', { name: w.damaged }).waitFor()
            expect(await tv.axe()).toEqual([])
            await phone.page.setViewportSize({ width: 1280, height: 800 })
            await heading.waitFor()
            await look(phone, `device-damaged-wide-${lang}`)
            expect(await phone.axe()).toEqual([])
            expect(tv.errors).toEqual([])
          } finally {
            for (const one of [phone, tv]) await one.close()
          }
        })
      })
    }
  },
)
