/** A film is added while Home is open: the visible part of a shelf does not move, and the new film is at its start. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { until } from '../../testing/until.ts'

type Deps = {
  /** The shelf's title. */
  shelf: string
  /** Puts a film of this title into the box's folder. */
  add: (title: string) => Promise<void>
  titles: readonly [string, string]
}

export async function arrivesOnHome(page: Page, { shelf, add, titles: [first, second] }: Deps): Promise<void> {
  const rail = page.locator('.layout-section', { has: page.getByRole('heading', { name: shelf }) }).locator('.shelves-rail')
  /** The first fully visible card and its position; the page's scroll offset. */
  const seen = () =>
    rail.evaluate((list) => {
      const { left } = list.getBoundingClientRect()
      const card = [...list.children].find((one) => one.getBoundingClientRect().left >= left)
      return {
        title: card?.querySelector('.film-card-title')?.textContent,
        at: card?.getBoundingClientRect().left,
        page: scrollY,
      }
    })
  const settled = async () => {
    let last = ''
    await until('nothing moves', async () => {
      const before = last
      last = JSON.stringify(await seen())
      return last === before
    })
    return seen()
  }
  const arrives = async (title: string) => {
    await add(title)
    await until(`${title} is on the shelf`, async () => (await rail.getByText(title).count()) > 0)
  }

  // A short window, so that the page itself can be scrolled, too.
  const size = page.viewportSize()
  await page.setViewportSize({ width: size?.width ?? 390, height: 600 })
  const start = await seen()
  await rail.evaluate((list) => (list.scrollLeft = 300))
  await page.evaluate(() => scrollTo(0, 120))
  const middle = await settled()
  expect(middle.title).not.toBe(start.title)
  expect(middle.page).toBe(120)
  await arrives(first)
  expect(await settled()).toEqual(middle)

  await rail.evaluate((list) => (list.scrollLeft = 0))
  expect(await settled()).toEqual({ title: first, at: start.at, page: 120 })
  await arrives(second)
  expect(await settled()).toEqual({ title: second, at: start.at, page: 120 })
  if (size) await page.setViewportSize(size)
}
