/**
 * The faults that axe finds on a page at rest. An element that fades in does not have its final colours yet, and on a busy machine a fade may begin after
 * the page was still: findings of a look during which something moved are looked for again.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

/** The short form: each document that is looked at has to read it. */
const engine = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Faults of the page itself: frames show other hosts' pages. The engine stays in a document, and a run collects violations only: stories run it hundreds of times. */
export async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(engine)
  return page.evaluate(lookAtRest)
}

/** Runs in the page. */
async function lookAtRest(): Promise<string[]> {
  type Finding = { rule: string; target: string; element: Element | undefined }
  // Some pages never rest: what always moves there, such as a bar, hides no fault beside it.
  const maxLooks = 4

  /** Infinite ones change no colour that counts. A paused animation, such as comments over a paused guide, never ends. */
  const finite = () =>
    document
      .getAnimations()
      .filter((one) => one.playState === 'running' && one.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)

  async function rest(): Promise<void> {
    for (let round = 0; round < 5; round += 1) {
      // A new element's animation is in the list from its first frame on.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      const running = finite()
      // Also waits for elements that appeared meanwhile.
      if (running.length === 0) return
      // An animation that is paused meanwhile never ends.
      const enough = new Promise((done) => setTimeout(done, 2_000))
      await Promise.race([Promise.allSettled(running.map((one) => one.finished)), enough])
    }
  }

  /** isStill: from its first moment to its last nothing moved, and no element came, went or changed. */
  async function look(): Promise<{ findings: Finding[]; isStill: boolean }> {
    let isStill = true
    const disturb = () => void (isStill = false)
    const changes = new MutationObserver(disturb)
    changes.observe(document, { subtree: true, childList: true, attributes: true })
    // Also of an animation that begins and ends within the look.
    const beginnings = ['animationstart', 'transitionrun'] as const
    for (const name of beginnings) document.addEventListener(name, disturb, true)
    const { violations } = await globalThis.axe.run(document, {
      resultTypes: ['violations'],
      iframes: false,
      elementRef: true,
    })
    if (finite().length > 0 || changes.takeRecords().length > 0) disturb()
    for (const name of beginnings) document.removeEventListener(name, disturb, true)
    changes.disconnect()
    const findings = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, element }) => ({ rule: id, target: target.join(' '), element })),
    )
    return { findings, isStill }
  }

  const wordsOf = (findings: Finding[]) =>
    [...Map.groupBy(findings, ({ rule }) => rule)].map(
      ([rule, ofRule]) => `${rule}: ${ofRule.map(({ target }) => target).join(', ')}`,
    )

  let before: Finding[] = []
  for (let count = 1; ; count += 1) {
    // Between the end of the rest and the look no other task of the page runs.
    await rest()
    const { findings, isStill } = await look()
    if (isStill || findings.length === 0) return wordsOf(findings)
    const again = findings.filter(({ rule, element }) => before.some((one) => one.rule === rule && one.element === element))
    if (count === maxLooks) return wordsOf(again)
    before = findings
  }
}

declare global {
  var axe: typeof import('axe-core')
}
