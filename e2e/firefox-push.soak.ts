/** A notification whole: from the cloud, encrypted, through a push service to Firefox, which decrypts it and whose service worker shows it; in both languages. */
import { register } from '@homeport/contract/account.ts'
import { sendMessage } from '@homeport/contract/message.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FirefoxPushService } from './parts/firefox-push-service.ts'
import { askAs } from './parts/app.ts'
import { hasFirefox, openFirefox, type Firefox } from './parts/firefox.ts'
import { storyPassword, words } from './parts/story.ts'
import { until } from '../testing/until.ts'
import { openWorld, type World } from './world.ts'

const texts = {
  en: {
    user: 'anna-firefox',
    friend: 'ben-firefox',
    reply: 'Replies and messages',
    done: 'Download complete',
    languages: 'en-US',
  },
  zh: { user: '安娜火狐', friend: '小本火狐', reply: '回复和消息', done: '下载完成', languages: 'zh-CN' },
} as const
const settingsPath = '/pages/user/setup/index'

describe.skipIf(!hasFirefox)(`notifications in Firefox${hasFirefox ? '' : ' (skipped: no firefox-esr)'}`, () => {
  let world: World
  let service: FirefoxPushService
  let address = ''

  beforeAll(async () => {
    service = await new FirefoxPushService().start()
    world = await openWorld({ env: { HOMEPORT_PUSH_HOSTS: service.host } })
    // A browser has service workers on https and on its own machine.
    address = `http://localhost:${new URL(world.addresses[0] ?? '').port}`
  })
  afterAll(async () => {
    await world.stop()
    await service.stop()
  })

  describe.each(['en', 'zh'] as const)('in %s', (lang) => {
    const [w, t] = [words[lang], texts[lang]]
    let firefox: Firefox

    beforeAll(async () => {
      firefox = await openFirefox({
        'intl.accept_languages': t.languages,
        'dom.push.serverURL': `ws://${service.host}/`,
        'dom.push.testing.allowInsecureServerURL': true,
        'permissions.default.desktop-notification': 1,
      })
    })
    afterAll(async () => firefox.close())

    test('a message is shown as soon as it is sent; with its kind off it is not', async () => {
      await firefox.go(`${address}/#/pages/user/register`)
      await firefox.click({ role: 'textbox', name: w.username })
      await firefox.type(t.user)
      for (const name of ['password', 'again']) {
        await firefox.click({ css: `input[name=${name}]` })
        await firefox.type(storyPassword)
      }
      await firefox.click({ css: 'input[type=checkbox]' })
      await firefox.click({ css: 'form button[type=submit]' })
      await until('the user is registered', () => firefox.isThere({ role: 'heading', name: w.bindTitle }))

      await firefox.go(`${address}/#${settingsPath}`)
      const switchOf = (kind: string) =>
        firefox.evaluate(
          `(({ checked, disabled } = {}) => disabled ? 'busy' : String(checked))([...document.querySelectorAll('[role=switch]')].find((one) => one.closest('label')?.textContent === '${kind}'))`,
        )
      const turn = async (kind: string, to: boolean) => {
        await until(`${kind} can be chosen`, async () => (await switchOf(kind)) === String(!to))
        await firefox.click({ role: 'switch', name: kind })
        await until(`${kind} is ${to ? 'on' : 'off'}`, async () => (await switchOf(kind)) === String(to))
      }
      await turn(t.reply, true)

      const me = await firefox.evaluate(`JSON.parse(localStorage.getItem('homeport.${lang}.userInfo')).is.user_id`)
      const friend = await askAs({ address, lang }, register, { username: t.friend, password: storyPassword, agreed: 1 })
      const send = (id: string, text: string) => askAs({ address, lang, token: friend.token }, sendMessage, { to: me, id, text })
      const shown = () =>
        firefox.evaluate(
          `navigator.serviceWorker.ready.then((one) => one.getNotifications()).then((all) => all.map(({ title, body }) => title + ': ' + body).join())`,
        )
      await send(`firefox-message-${lang}-1`, 'Metropolis?')
      await until('the browser shows it', async () => (await shown()) === `${t.friend}: Metropolis?`)
      expect(service.posts.at(-1)).toMatchObject({ isSigned: true, ttl: '86400' })
      await until('the browser says that it took it', () => service.delivered.includes(service.posts.at(-1)?.channel ?? ''))

      await turn(t.done, true)
      await turn(t.reply, false)
      await send(`firefox-message-${lang}-2`, 'Nosferatu?')
      await turn(t.reply, true)
      await send(`firefox-message-${lang}-3`, 'Orlac?')
      await until('the browser shows the third', async () => (await shown()).includes(`${t.friend}: Orlac?`))
      expect(await shown()).not.toContain('Nosferatu?')
    })
  })
})
