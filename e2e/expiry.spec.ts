/** S92: a session that expires while somebody types. They sign in again and find what they typed; what they had sent goes out. */
import { reply, threads } from '@homeport/contract/forum.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './parts/app.ts'
import { expireSessions, pressUntilAsked, signInAgain } from './parts/expire.ts'
import { storyLanguages } from './parts/languages.ts'
import { openLayers } from './parts/open-layers.ts'
import { settleOn } from './parts/session.ts'
import { words } from './parts/story.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'

const missing = [!hasBrowser && 'Chromium', !lanAddress && 'an address on a network'].filter(Boolean)
const texts = {
  en: {
    user: 'expiry-eve',
    half: 'Half an answer',
    whole: 'Sent a moment too late',
    link: 'http://films.example/half.mkv',
    signIn: 'Sign in',
    send: 'Send',
    name: 'Recipient',
    addAddress: /Add address/,
    person: 'Harbour master',
  },
  zh: {
    user: '过期的人',
    half: '写了一半的回复',
    whole: '晚了一步的回复',
    link: 'http://films.example/half.mkv',
    signIn: '登录',
    send: '发送',
    name: '收件人',
    addAddress: /地址/,
    person: '港务长',
  },
}

describe.skipIf(missing.length > 0).each(storyLanguages('en'))(`a session that expires (%s)`, (lang) => {
  const t = texts[lang]
  let world: World
  let phone: Phone
  let address = ''
  let thread = ''

  beforeAll(async () => {
    world = await openWorld({ env: { HOMEPORT_DEMO: '1' } })
    address = world.addresses[0] ?? ''
    phone = await openPhone({ locale: words[lang].locale })
    await settleOn(phone, { address, lang, username: t.user, code: (await world.pair()).code })
    await until('the tour has a thread', async () => {
      thread = (await askAs({ address, lang }, threads, { limit: 1 })).data[0]?.id ?? ''
      return thread !== ''
    })
  })
  afterAll(async () => {
    await phone?.close()
    await world?.stop()
  })

  const dialog = () => phone.page.getByRole('dialog')
  const comeBack = (route: string) => signInAgain(phone.page, { username: t.user, signIn: t.signIn, typed: t.half, route })

  test('a reply that was sent too late is sent after all, and the next one that was begun is there', async () => {
    const { page } = phone
    const route = `/pages/forum/postings/thread?id=${thread}`
    await page.goto(`${address}/#${route}`)
    const write = page.locator('.thread-foot-write')
    await write.click()
    await openLayers(page, 1)
    await dialog().getByRole('textbox').fill(t.whole)
    // On its way to the cloud, so that no look of the page is the first to be refused.
    await page.route(
      ({ pathname }) => pathname.endsWith(reply.path),
      async (route) => {
        expireSessions(world, lang)
        await route.continue()
      },
      { times: 1 },
    )
    await dialog().getByRole('button', { name: t.send }).click()
    await comeBack(route)
    await page.locator('.replies-reply').filter({ hasText: t.whole }).first().waitFor()
    await until('it is sent, once', async () => {
      await page.reload()
      await page.locator('.replies-reply').first().waitFor()
      return (await page.locator('.replies-reply').filter({ hasText: t.whole }).count()) === 1
    })

    await write.click()
    await dialog().getByRole('textbox').fill(t.half)
    expireSessions(world, lang)
    await page.goBack()
    await pressUntilAsked(page, page.locator('.thread-foot-foot .thread-foot-large').first())
    await comeBack(route)
    await write.click()
    expect(await dialog().getByRole('textbox').inputValue()).toBe(t.half)
    await page.goBack()
    await openLayers(page, 0)
  })

  test('the link of a download that was not started is there', async () => {
    const { page } = phone
    const route = '/pages/device/download/list'
    await page.goto(`${address}/#${route}`)
    await page.getByRole('button', { name: words[lang].add }).first().click()
    await dialog().getByRole('textbox').fill(t.link)
    expireSessions(world, lang)
    await pressUntilAsked(page, dialog().getByRole('button', { name: words[lang].start }))
    await comeBack(route)
    await page.getByRole('button', { name: words[lang].add }).first().click()
    await until('the link stands', async () => (await dialog().getByRole('textbox').inputValue()) === t.link)
    await page.goBack()
    await openLayers(page, 0)
  })
})
