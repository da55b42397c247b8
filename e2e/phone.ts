/** A phone (or desktop window) in real Chromium that fails the test on any console error, page error or axe finding. */
import axe from 'axe-core'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { browser } from '../scripts/browser.ts'
import { patienceMs } from './parts/wait.ts'

export type Phone = { page: Page; errors: string[]; axe(): Promise<string[]>; close(): Promise<void> }

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export async function openPhone(options: {
  locale: 'zh-CN' | 'en-US'
  width?: number
  height?: number
  dark?: boolean
  /** With the app's service worker, which other stories leave out: what it fetches cannot be intercepted. */
  hasWorker?: boolean
}): Promise<Phone> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'homeport-phone-'))
  const { width = 390, height = 844 } = options
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    executablePath: browser,
    headless: true,
    args,
    locale: options.locale,
    viewport: { width, height },
    hasTouch: width < 900,
    colorScheme: options.dark ? 'dark' : 'light',
    serviceWorkers: options.hasWorker ? 'allow' : 'block',
  })
  context.setDefaultTimeout(patienceMs)
  const page = context.pages()[0] ?? (await context.newPage())
  const slowness = Number(process.env['SLOW_BROWSER'] ?? 1)
  if (slowness > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowness })
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(`${message.text()} ${message.location().url}`))
  page.on('pageerror', (error) => errors.push(String(error)))
  return {
    page,
    errors,
    axe: async () => {
      // An element that is still fading in does not have its final colour yet.
      await page.evaluate(async () => {
        for (let round = 0; round < 5; round += 1) {
          // A new element's animation is in the list from its first frame on.
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
          // A paused animation, such as comments over a paused guide, never ends.
          const finite = document
            .getAnimations()
            .filter((one) => one.playState === 'running' && one.effect?.getTiming().iterations !== Infinity)
          // Also waits for elements that appeared meanwhile.
          if (finite.length === 0) return
          // An animation that is paused meanwhile never ends.
          const enough = new Promise((done) => setTimeout(done, 2_000))
          await Promise.race([Promise.allSettled(finite.map((one) => one.finished)), enough])
        }
      })
      return violationsOf(page)
    },
    close: async () => {
      await context.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Of the page itself: frames show other hosts' pages. The engine stays in a document, and a run collects violations only: stories run it hundreds of times. */
async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'], iframes: false })
    return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`)
  })
}

declare global {
  var axe: typeof import('axe-core')
}
