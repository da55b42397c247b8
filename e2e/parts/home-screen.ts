/** The ways in which phone and system use the installed app: share with it, open it by its shortcuts, and count on its icon. */
import { register } from '@homeport/contract/account.ts'
import { sendMessage } from '@homeport/contract/message.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { askAs } from './app.ts'
import { storyPassword } from './story.ts'
import { until } from '../../testing/until.ts'

type Lang = 'zh' | 'en'
type Home = { address: string; lang: Lang }

declare global {
  /** The counts that the app has set on its icon, in order; 0 where it removed the count. */
  var badges: number[]
}

const words = {
  zh: { shared: '看看这部片子', library: '影库', friend: '小周角标' },
  en: { shared: 'Look at this film', library: 'Library', friend: 'zoe-badge' },
}
const homePage = '/pages/index/index'

/** One file of one byte. */
const torrent = `d4:infod6:lengthi1e4:name10:shared.bin12:piece lengthi16384e6:pieces20:${'a'.repeat(20)}ee`

/** As another app's share sheet posts it to the address that the manifest names. */
export async function shareInto(page: Page, { address, lang }: Home, link: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  const share = (fields: Record<string, string>, file: string) =>
    page.evaluate(
      ({ to, texts, content }) => {
        const form = Object.assign(document.createElement('form'), { action: to, method: 'post', enctype: 'multipart/form-data' })
        for (const [name, value] of Object.entries(texts))
          form.append(Object.assign(document.createElement('input'), { name, value, type: 'hidden' }))
        if (content !== '') {
          const picked = new DataTransfer()
          picked.items.add(new File([content], 'shared.torrent', { type: 'application/x-bittorrent' }))
          form.append(Object.assign(document.createElement('input'), { name: 'torrent', type: 'file', files: picked.files }))
        }
        document.body.append(form)
        form.submit()
      },
      { to: `${address}/share`, texts: fields, content: file },
    )
  await page.goto(`${address}/#${homePage}`)
  await share({ title: words[lang].shared, text: `${words[lang].shared} ${link}`, url: '' }, '')
  await until('only the link is in the field', async () => (await dialog.getByRole('textbox').inputValue()) === link)
  expect(page.url()).not.toContain('shared')
  await dialog.getByRole('textbox').fill('')
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  await share({ title: '', text: '', url: '' }, torrent)
  const remove = dialog.getByRole('button', { name: /^(?:Remove|移除).*shared\.torrent/ })
  await remove.waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await dialog.count()).toBe(0)
  await page.goto('about:blank')
  await page.goto(`${address}/?link=${encodeURIComponent(link)}`)
  await remove.click()
  await dialog.getByRole('textbox').fill('')
  await remove.waitFor({ state: 'detached' })
}

/** Each shortcut of the manifest, opened cold, leads where it says. */
export async function openShortcuts(page: Page, { address, lang }: Home): Promise<void> {
  const shortcuts = await page.evaluate(async (from): Promise<string[]> => {
    const manifest: { shortcuts: { url: string }[] } = await (await fetch(from)).json()
    return manifest.shortcuts.map(({ url }) => new URL(url, from).href)
  }, `${address}/${lang}.webmanifest`)
  const arrivals = [
    page.getByRole('dialog').getByRole('textbox'),
    page.getByRole('heading', { name: words[lang].library, level: 1 }),
    page.locator('.remote-remote'),
  ]
  expect(shortcuts.length).toBe(arrivals.length)
  for (const [at, arrival] of arrivals.entries()) {
    await page.goto('about:blank')
    await page.goto(shortcuts[at] ?? '')
    await arrival.waitFor()
    expect(page.url()).not.toMatch(/add=1|remote=1/)
  }
}

/** A message counts on the icon while it is unread. Headless Chromium has no icon: what the app sets is recorded. */
export async function countOnIcon(page: Page, { address, lang }: Home): Promise<void> {
  await page.addInitScript(() => {
    globalThis.badges = []
    const set = (count: number) => Promise.resolve(void globalThis.badges.push(count))
    Object.assign(navigator, { setAppBadge: set, clearAppBadge: () => set(0) })
  })
  await page.goto('about:blank')
  await page.goto(`${address}/#${homePage}`)
  const onIcon = () => page.evaluate(() => globalThis.badges.at(-1))
  // The cloud's own first message.
  await expect.poll(onIcon).toBe(1)
  const stored = await page.evaluate((key) => localStorage.getItem(key), `homeport.${lang}.userInfo`)
  const me = String(/"user_id":"([^"]+)"/.exec(stored ?? '')?.[1])
  const app = { address, lang }
  const friend = await askAs(app, register, { username: words[lang].friend, password: storyPassword, agreed: 1 })
  await askAs({ ...app, token: friend.token }, sendMessage, { to: me, id: `badge-message-${lang}`, text: 'Sunrise?' })
  await expect.poll(onIcon).toBe(2)
  await page.evaluate((to) => (location.hash = to), `#/pages/user/mine/message/index?with=${friend.user.user_id}`)
  await page.getByText('Sunrise?').first().waitFor()
  await expect.poll(onIcon).toBe(1)
}
