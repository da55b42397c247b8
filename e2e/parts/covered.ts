/** Which controls of a page the mini player lies over, at the page's end: nobody can scroll them out from under it. */
import type { Page } from 'playwright-core'

export async function coveredByMiniPlayer(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    scrollTo(0, document.documentElement.scrollHeight)
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const mini = document.querySelector('.mini-player-miniPlayer')
    if (!mini) return []
    const controls = [...document.querySelectorAll('a, button, input, textarea, select, [role=slider]')]
    return controls
      .filter((control) => {
        const { x, y, width, height } = control.getBoundingClientRect()
        // In a closed fold controls have a place, and nobody sees them.
        if (width < 2 || height < 2 || mini.contains(control) || !control.checkVisibility()) return false
        const top = document.elementFromPoint(x + width / 2, y + height / 2)
        return top !== null && mini.contains(top)
      })
      .map((control) => `${location.hash}: ${control.getAttribute('aria-label') ?? control.textContent ?? control.tagName}`)
  })
}
