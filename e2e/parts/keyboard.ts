/** The keyboard alone: Tab from control to control, with a look at the focus after each press. */
import { expect } from 'vitest'
import type { Page } from 'playwright-core'

export type Role = Parameters<Page['getByRole']>[0]
const maxTabs = 120

/** Presses Tab until the part has the focus; each control on the way has to be seen. */
export async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<void> {
  const target = page.getByRole(role, { name })
  await target.first().waitFor({ state: 'attached' })
  const hasFocus = () => target.evaluateAll((parts) => parts.some((part) => part === document.activeElement))
  const way: string[] = []
  while (!(await hasFocus())) {
    await page.keyboard.press('Tab')
    const focus = await focusOf(page)
    way.push(focus.name)
    expect(focus.fault, `after ${way.join(' → ')}`).toBe('')
    if (way.length > maxTabs) throw new Error(`Tab does not lead to ${role} ${name}: ${way.slice(0, 40).join(' → ')}`)
  }
}

/** The focus is on a part of the page, not on the page itself. */
export async function keepsFocus(page: Page): Promise<void> {
  await expect.poll(async () => (await focusOf(page)).name).not.toBe('the page itself')
}

/** fault: why a person would not see where the focus is, '' if it is seen. Between the last and the first control it is the page's. */
export function focusOf(page: Page): Promise<{ name: string; fault: string }> {
  return page.evaluate(() => {
    const part = document.activeElement
    if (!part || part === document.body) return { name: 'the page itself', fault: '' }
    const name = `${part.tagName.toLowerCase()} ${part.getAttribute('aria-label') ?? part.textContent ?? ''}`.slice(0, 60)
    // An invisible input is drawn by its neighbours, a field by what is around it.
    const label = part.closest('label')
    const drawn = [part, part.parentElement, part.parentElement?.parentElement, part.nextElementSibling, label].filter(
      (one): one is Element => one instanceof Element,
    )
    const isRing = (one: Element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
    }
    const isText = part instanceof HTMLTextAreaElement || (part instanceof HTMLInputElement && part.selectionStart !== null)
    const isHeading = /^H[1-6]$/.test(part.tagName)
    // A panel that was opened, or a list that scrolls, has the focus before its first part.
    const isWhole = part.matches('[role=dialog], [tabindex="-1"]')
    if (!isText && !isHeading && !isWhole && !drawn.some(isRing)) return { name, fault: `${name}: the focus is not drawn` }
    const { left, top, right, bottom } = part.getBoundingClientRect()
    const isInSight = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight
    return { name, fault: isInSight ? '' : `${name}: the focus is out of sight` }
  })
}
