/** A session that expires under somebody's hands, and their way back in. */
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { until } from '../../testing/until.ts'
import type { World } from '../world.ts'
import { storyPassword } from './story.ts'
import { tick } from './tick.ts'

/** Ends the lifetime of every session of a cloud's realm, as a month without a visit does. */

export function expireSessions(world: World, lang: 'en' | 'zh'): void {
  const db = new DatabaseSync(path.join(world.folder, 'cloud', `${lang}.db`))
  try {
    db.exec('PRAGMA busy_timeout = 5000')
    const { changes } = db.prepare('UPDATE sessions SET expires_at = 1 WHERE ended_at IS NULL').run()
    if (changes === 0) throw new Error('no session that could expire')
  } finally {
    db.close()
  }
}

/** A look of the page may find out before: then the button is gone, or behind the question. */
export async function pressUntilAsked(page: Page, button: Locator): Promise<void> {
  const question = page.getByRole('alertdialog')
  await until('the question to sign in comes', async () => {
    if (!(await question.isVisible())) await button.click({ timeout: 500 }).catch(() => {})
    return question.isVisible()
  })
}

/** signIn: the button's word. typed: what must not lie in the browser meanwhile. */
type Person = { username: string; signIn: string; typed: string; route: string }

/** By the question that comes, on its way to the page that was open. */
export async function signInAgain(page: Page, { username, signIn, typed, route }: Person): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: signIn }).click()
  const password = page.locator('input[type=password]')
  await password.waitFor()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(typed)
  await page.getByRole('textbox').first().fill(username)
  await password.fill(storyPassword)
  await tick(page.getByRole('checkbox'))
  await page.getByRole('button', { name: signIn, exact: true }).last().click()
  await until('the page is open again', () => page.url().includes(`#${route}`))
}
