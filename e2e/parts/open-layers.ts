import type { Page } from 'playwright-core'
import { until } from '../../testing/until.ts'

/** Waits for so many layers over the page, each with its history entry: a Back before that would go to the entry of a layer that is just closing. */
export async function openLayers(page: Page, count: number): Promise<void> {
  const shown = () =>
    page.evaluate(() => document.querySelectorAll('.overlay-sheet, .overlay-modal, .remote-remote, .editor-emoji').length)
  const entries = () => page.evaluate(() => Number(history.state?.layer ?? -1))
  await until(`${count} layers`, async () => (await shown()) === count)
  await until(`${count} entries of layers`, async () => (await entries()) === count)
}
