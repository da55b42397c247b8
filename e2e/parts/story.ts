/** Screen texts in both languages, and phone steps shared by several end-to-end tests. */
import type { Page } from 'playwright-core'
import { tick } from './tick.ts'
import { expect } from 'vitest'
import type { Phone } from '../phone.ts'
import { until } from '../../testing/until.ts'

export const words = {
  en: {
    locale: 'en-US',
    username: 'Username',
    agree: /I agree to the/,
    register: 'Create account',
    bindTitle: 'Pair your box',
    code: 'Pairing code',
    bind: 'Pair this box',
    online: 'Online',
    add: 'Add download',
    start: /^Start download/,
    complete: /(Complete|Seeding) · /,
    emptyTitle: 'No downloads',
    stopped: /^Stopped/,
  },
  zh: {
    locale: 'zh-CN',
    username: '用户名',
    agree: /我已阅读并同意/,
    register: '注册账号',
    bindTitle: '绑定你的盒子',
    code: '配对码',
    bind: '绑定这台盒子',
    online: '在线',
    add: '添加下载',
    start: /^开始下载/,
    complete: /(已完成|做种中) · /,
    emptyTitle: '暂无下载任务',
    stopped: /^已停止/,
  },
} as const

export type Words = (typeof words)['en' | 'zh']

/** The password of every test user. */
export const storyPassword = 'a quiet harbour 7'

export async function registerOn(
  { page }: Phone,
  w: Words,
  { address, username }: { address: string; username: string },
): Promise<void> {
  await page.goto(`${address}/#/pages/user/register`)
  await page.getByLabel(w.username, { exact: true }).fill(username)
  const passwords = page.locator('input[type=password]')
  for (const field of await passwords.all()) await field.fill(storyPassword)
  await tick(page.getByRole('checkbox', { name: w.agree }))
  await page.getByRole('button', { name: w.register }).last().click()
  await page.getByRole('heading', { name: w.bindTitle }).waitFor()
}

export async function bindOn({ page }: Phone, w: Words, code: string): Promise<void> {
  const field = page.getByLabel(w.code, { exact: true })
  // A code from a photo stands in the field already; the eighth character that is typed sends it.
  await field.fill('')
  await field.fill(code)
  const online = page.getByText(w.online, { exact: false }).first()
  await online.waitFor().catch(async (error: unknown) => {
    // The page's text says more than a timeout.
    throw new Error(`not bound; the page says: ${await page.locator('body').innerText()}`, { cause: error })
  })
}

export async function addLink({ page }: Phone, w: Words, link: string): Promise<void> {
  await page.getByRole('button', { name: w.add }).first().click()
  await page.getByRole('dialog').getByRole('textbox').fill(link)
}

/** The percentage in a download's row; a full bar is not complete yet, the status text decides. */
export async function percentOf(page: Page, w: Words, name: string): Promise<number | 'complete'> {
  const row = page.locator('.download-row-row').filter({ hasText: name })
  if (await row.getByText(w.complete).count()) return 'complete'
  const now = await row.getByRole('progressbar').getAttribute('value', { timeout: 2_000 })
  return Number(now ?? 0)
}

/** Waits until a row is complete and returns the percentages seen on the way, which must never fall. */
export async function watchToEnd(page: Page, w: Words, name: string): Promise<number[]> {
  const seen = await percentsToEnd(page, w, name)
  for (let at = 1; at < seen.length; at += 1) expect(seen[at]).toBeGreaterThanOrEqual(seen[at - 1] ?? 0)
  return seen
}

export async function percentsToEnd(page: Page, w: Words, name: string): Promise<number[]> {
  const seen: number[] = []
  await until(`${name} is complete`, async () => {
    const percent = await percentOf(page, w, name)
    if (percent !== 'complete' && seen.at(-1) !== percent) seen.push(percent)
    return percent === 'complete'
  })
  return seen
}
