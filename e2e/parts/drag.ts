/** Drags a row of the queue of downloads by its handle: with a mouse, or with a finger after a long press. */
import type { Locator, Page } from 'playwright-core'
import { until } from '../../testing/until.ts'

type Point = { x: number; y: number }

/** to: the row before which it shall lie. */
export async function dragRow(page: Page, from: string, { to, grip, isTouch }: { to: string; grip: string; isTouch: boolean }) {
  const row = (name: string) => page.locator('[data-task]', { has: page.locator(`.download-row-name[title="${name}"]`) })
  const boxOf = async (name: string) => {
    const box = await row(name).boundingBox()
    if (!box) throw new Error(`no row ${name}`)
    return box
  }
  // The list lies still.
  await row(from).locator('.download-row-more').click({ trial: true })
  const hand = isTouch ? await fingerOn(page) : mouseOn(page)
  const middle = async () => {
    const box = await boxOf(from)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  if (isTouch) await hold(row(from).getByRole('checkbox', { checked: true }), async () => hand.down(await middle()), hand.up)
  else {
    const { x, y } = await middle()
    await page.mouse.move(x, y)
  }
  const handle = page.getByRole('button', { name: grip, exact: true })
  // It lies still and nothing covers it.
  await handle.click({ trial: true })
  const at = await handle.boundingBox()
  if (!at) throw new Error(`no handle of ${from}`)
  const start = { x: at.x + at.width / 2, y: at.y + at.height / 2 }
  await hand.down(start)
  const target = await boxOf(to)
  for (let step = 1; step <= 8; step += 1) await hand.move({ x: start.x, y: start.y + ((target.y + 6 - start.y) * step) / 8 })
  await page.locator('.queue-line').waitFor()
  await hand.up()
}

/** A row that is held as its box goes offline for a moment is not chosen: one holds it again. */
async function hold(chosen: Locator, down: () => Promise<unknown>, up: () => Promise<unknown>): Promise<void> {
  await until('a held row is chosen', async () => {
    if ((await chosen.count()) > 0) return true
    await down()
    await chosen.waitFor({ state: 'attached', timeout: 5_000 }).finally(up)
    return true
  })
}

function mouseOn({ mouse }: Page) {
  return {
    down: async ({ x, y }: Point) => {
      await mouse.move(x, y)
      await mouse.down()
    },
    move: ({ x, y }: Point) => mouse.move(x, y),
    up: () => mouse.up(),
  }
}

/** One finger on the page's screen. */
export async function fingerOn(page: Page) {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    down: (point: Point) => touch('touchStart', [point]),
    move: (point: Point) => touch('touchMove', [point]),
    up: () => touch('touchEnd', []),
  }
}
