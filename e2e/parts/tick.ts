/** Ticks a box or turns a switch on. Its input is invisible below what is drawn, so the click does not wait for a page that lies still: where the page moved away below it, it is clicked again. */
import type { Locator } from 'playwright-core'
import { until } from '../../testing/until.ts'

export async function tick(box: Locator): Promise<void> {
  await box.waitFor({ state: 'attached' })
  await until('it is ticked', async () => {
    if (!(await box.isChecked())) await box.check({ force: true })
    return box.isChecked()
  })
}
