/** Drags a row of the queue of downloads by its handle: with a mouse, or with a finger after a long press. */
import type { Page } from 'playwright-core'

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
  const box = await boxOf(from)
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  if (isTouch) {
    await hand.down(middle)
    await row(from).getByRole('checkbox', { checked: true }).waitFor({ state: 'attached' })
    await hand.up()
  } else await page.mouse.move(middle.x, middle.y)
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
