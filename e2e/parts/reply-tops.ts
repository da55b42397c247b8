/** Where the replies of a thread stand on the screen. */
import type { Page } from 'playwright-core'
import { until } from '../../testing/until.ts'

const sameReadings = 5

/** By floor, in px from the window's top; of the rows that are in the document. */
export function replyTops(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('ol article')].map((row) => [
        /#(\d+)/.exec(row.textContent)?.[1] ?? '',
        Math.round(row.getBoundingClientRect().top),
      ]),
    ),
  )
}

/** The top of one floor, once it is the same in several readings. */
export async function standingTop(page: Page, floor: number): Promise<number> {
  let last: number | undefined
  let same = 0
  await until(`reply ${floor} stands still`, async () => {
    const top = (await replyTops(page))[floor]
    same = top === last ? same + 1 : 0
    last = top
    return top !== undefined && same >= sameReadings
  })
  return last ?? 0
}
