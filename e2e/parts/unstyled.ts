/** Elements that wear the browser's own frame: nobody styled them. */
import type { Page } from 'playwright-core'

export function unstyledIn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('fieldset, button, input, select, textarea')]
      .filter((part) => {
        const { borderTopStyle, borderTopWidth } = getComputedStyle(part)
        return /groove|outset|inset/.test(borderTopStyle) && borderTopWidth !== '0px' && part.checkVisibility()
      })
      .map((part) => `the browser's own frame: ${part.tagName.toLowerCase()}.${part.className}`),
  )
}
