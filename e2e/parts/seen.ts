/** Whether a reader sees all of an element: it lies in the window, and no bar or sheet over it. */
import type { Locator } from 'playwright-core'

export function isSeen(element: Locator): Promise<boolean> {
  return element.evaluate((own) => {
    const { left, right, top, bottom } = own.getBoundingClientRect()
    const middle = (left + right) / 2
    const isOnTop = (y: number) => own.contains(document.elementFromPoint(middle, y))
    return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight && isOnTop(top + 1) && isOnTop(bottom - 1)
  })
}
