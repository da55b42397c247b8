/** The installed app: what a browser needs to install it, a start without a network, a notification from the cloud to the phone and its tap, and the settings, in both languages. */
import { register } from '@homeport/contract/account.ts'
import { sendMessage } from '@homeport/contract/message.ts'
import { PushPayload } from '@homeport/contract/push.ts'
import type { CDPSession } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tick } from './parts/tick.ts'
import { PushService } from '../testing/push-service.ts'
import { askAs } from './parts/app.ts'
import { countOnIcon, openShortcuts, shareInto } from './parts/home-screen.ts'
import { look } from './parts/look.ts'
import { settleOn } from './parts/session.ts'
import { storyPassword, words } from './parts/story.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, openFileServer, openWorld, type World } from './world.ts'
import { savedEntries } from './parts/kept.ts'
import { storyLanguages } from './parts/languages.ts'

const texts = {
  en: {
    user: 'anna-installed',
    friend: 'ben-installed',
    reply: 'Replies and messages',
    quiet: /^Quiet hours/,
    quietSwitch: 'Quiet hours',
    from: 'From',
    save: 'Save',
    saved: 'Quiet hours saved',
    shortcut: 'Add a download',
    asOf: /as of /,
    dark: 'Dark',
  },
  zh: {
    user: '安娜装机',
    friend: '小本装机',
    reply: '回复和消息',
    quiet: /^免打扰时段/,
    quietSwitch: '免打扰时段',
    from: '开始',
    save: '保存',
    saved: '免打扰时段已保存',
    shortcut: '添加下载',
    asOf: /的数据/,
    dark: '深色',
  },
}
type WorkerScope = EventTarget & {
  registration: ServiceWorkerRegistration
  shown: { title: string; body: string | undefined; data: unknown; close: () => void }[]
}
const settingsPath = '/pages/user/setup/index'

describe.skipIf(!hasBrowser)(`the installed app${hasBrowser ? '' : ' (skipped: no Chromium)'}`, () => {
  let world: World
  let service: PushService
  let files: Awaited<ReturnType<typeof openFileServer>>
  let address = ''

  beforeAll(async () => {
    service = await new PushService().start()
    world = await openWorld({ env: { HOMEPORT_PUSH_HOSTS: service.host } })
    // A browser has service workers on https and on its own machine.
    address = `http://localhost:${new URL(world.addresses[0] ?? '').port}`
    files = await openFileServer({ '/night.bin': Buffer.alloc(200_000, 7) })
  })
  afterAll(async () => {
    await files.stop()
    await world.stop()
    await service.stop()
  })

  for (const lang of storyLanguages('en')) {
    describe(`in ${lang}`, () => {
      const [w, t] = [words[lang], texts[lang]]
      let phone: Phone
      let cdp: CDPSession
      let registrationId = ''

      beforeAll(async () => {
        phone = await openPhone({
          locale: w.locale,
          hasWorker: true,
          loadsAhead: true,
          ...(lang === 'zh' ? { width: 1280, height: 800 } : {}),
        })
        const context = phone.page.context()
        await context.grantPermissions(['notifications'], { origin: address })
        // The browser's own push service is on the internet; this one is the test's. The rest is the browser's.
        await context.addInitScript((keys) => {
          const bytes = (text: string) =>
            Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0)).buffer
          PushManager.prototype.subscribe = () =>
            Promise.resolve(
              Object.assign(Object.create(PushSubscription.prototype), {
                getKey: (name: 'p256dh' | 'auth') => bytes(keys[name]),
                value: null,
              }) as PushSubscription,
            )
          // Without a window Chromium names it denied, though it is granted where it counts.
          Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
          Object.defineProperty(PushSubscription.prototype, 'endpoint', { get: () => keys.endpoint })
        }, service.phone(lang))
        cdp = await context.newCDPSession(phone.page)
        await cdp.send('ServiceWorker.enable')
        cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
          registrationId = registrations.find(({ scopeURL }) => scopeURL === `${address}/`)?.registrationId ?? registrationId
        })
        await settleOn(phone, { address, lang, username: t.user, code: (await world.pair()).code })
        await phone.page.goto(`${address}/#${settingsPath}`)
      })
      afterAll(async () => phone.close())

      test('it can be installed: the manifest of this language, drawn icons, shortcuts, what is shared with it', async () => {
        const { page } = phone
        await page.evaluate(async () => void (await navigator.serviceWorker.ready))
        const { errors, url } = await cdp.send('Page.getAppManifest')
        expect(errors).toEqual([])
        expect(url).toBe(`${address}/${lang}.webmanifest`)
        const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
        expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
        const manifest = await page.evaluate(async (from) => (await fetch(from)).text(), url)
        expect(manifest).toContain(t.shortcut)
        expect(manifest).toContain('"protocol":"magnet"')
      })

      test('a message counts on its icon while it is unread', async () => {
        await countOnIcon(phone.page, { address, lang })
      })

      test('notifications are chosen per kind, with quiet hours; a message is shown, and its tap leads to it', async () => {
        const { page } = phone
        await page.goto(`${address}/#${settingsPath}`)
        const reply = page.getByRole('switch', { name: t.reply, exact: true })
        await until('they can be chosen', () => reply.isEnabled())
        // It turns once the phone is subscribed.
        await reply.click({ force: true })
        await until('it is on', () => reply.isChecked())
        const quiet = page.getByRole('button', { name: t.quiet })
        await quiet.click()
        const sheet = page.getByRole('dialog')
        await tick(sheet.getByRole('switch', { name: t.quietSwitch, exact: true }))
        await sheet.getByLabel(t.from, { exact: true }).fill('23:30')
        await look(phone, `quiet.${lang}`)
        await sheet.getByRole('button', { name: t.save, exact: true }).click()
        await page.getByText(t.saved).waitFor()
        await sheet.waitFor({ state: 'detached' })
        await page.reload()
        await page.getByText('23:30 – 7:00').waitFor()
        expect(await reply.isChecked()).toBe(true)
        await look(phone, `settings.${lang}`)
        expect(await phone.axe()).toEqual([])
        await quiet.click()
        await sheet.getByRole('switch', { name: t.quietSwitch, exact: true }).uncheck({ force: true })
        await sheet.getByRole('button', { name: t.save, exact: true }).click()
        await sheet.waitFor({ state: 'detached' })

        const token = await page.evaluate((key) => localStorage.getItem(key), `homeport.${lang}.userInfo`)
        const me = String(/"user_id":"([^"]+)"/.exec(token ?? '')?.[1])
        const friend = await askAs({ address, lang }, register, { username: t.friend, password: storyPassword, agreed: 1 })
        const id = `installed-message-${lang}`
        await askAs({ address, lang, token: friend.token }, sendMessage, { to: me, id, text: 'Metropolis?' })
        await until('the push service has it', () => service.received.some(({ path }) => path === `/send/${lang}`))
        const data = service.received.find(({ path }) => path === `/send/${lang}`)?.text ?? ''
        expect(PushPayload.parse(JSON.parse(data))).toMatchObject({ lang, kind: 'reply', name: t.friend })
        await until('the worker is registered', () => registrationId !== '')
        const worker = page.context().serviceWorkers().at(-1)
        if (!worker) throw new Error('the service worker does not run')
        // Without a window Chromium shows no notifications: what the worker shows is recorded.
        await worker.evaluate(() => {
          // NOTE: this runs in the worker's scope.
          const scope = globalThis as unknown as WorkerScope
          scope.shown = []
          scope.registration.showNotification = (title, options) => {
            scope.shown.push({ title, body: options?.body, data: options?.data, close: () => void scope.shown.pop() })
            return Promise.resolve()
          }
        })
        await cdp.send('ServiceWorker.deliverPushMessage', { origin: address, registrationId, data })
        const shown = () =>
          worker.evaluate(() => {
            const scope = globalThis as unknown as WorkerScope
            return scope.shown.map(({ title, body }) => `${title}: ${body}`)
          })
        await until('it is shown', async () => (await shown()).includes(`${t.friend}: Metropolis?`))
        await worker.evaluate(() => {
          const scope = globalThis as unknown as WorkerScope
          const tap = { notification: scope.shown.at(-1), waitUntil: () => undefined }
          scope.dispatchEvent(Object.assign(new Event('notificationclick'), tap))
        })
        await until('its conversation is open', () => page.url().includes('/pages/user/mine/message/index?with='))
        await page.getByText('Metropolis?').first().waitFor()
        expect(await shown()).toEqual([])
      })

      test('with a box it takes what other apps share, and its shortcuts lead where they say', async () => {
        const { page } = phone
        const home = { address, lang }
        await shareInto(page, home, `${files.address}/night.bin`)
        await openShortcuts(page, home)
      })

      // The cloud is gone after it.
      if (lang === storyLanguages('en').at(-1))
        test('P39: without a network it starts cold, with the saved list and its age', async () => {
          const { page } = phone
          // As another app hands a link over.
          await page.goto(`${address}/?link=${encodeURIComponent(`${files.address}/night.bin`)}`)
          const dialog = page.getByRole('dialog')
          await until('the link is filled in', async () => (await dialog.getByRole('textbox').inputValue()).includes('night.bin'))
          expect(page.url()).not.toContain('link=')
          await dialog.getByRole('button', { name: w.start }).click()
          await page.getByText(w.complete).first().waitFor()
          await until('the list is saved', async () =>
            (await savedEntries(page)).some(([, json]) => /night\.bin.*"is_done":true/.test(json)),
          )
          await world.killCloud()
          await page.goto('about:blank')
          await page.goto(`${address}/#/pages/device/download/list`)
          await page.getByText('night.bin').first().waitFor()
          await page.getByText(t.asOf).first().waitFor()
          await look(phone, 'offline')
        })
    })
  }
})
