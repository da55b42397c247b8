/** A phone (or desktop window) in real Chromium that fails the test on any console error, page error or axe finding. */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { browser } from '../scripts/browser.ts'
import { violationsOf } from './parts/axe.ts'
import { patienceMs } from '../testing/until.ts'

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
  /** A name that leads to this machine, as its network would say. */
  host?: string
}): Promise<Phone> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'homeport-phone-'))
  const { width = 390, height = 844 } = options
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    executablePath: browser,
    headless: true,
    args: options.host === undefined ? args : [...args, `--host-resolver-rules=MAP ${options.host} 127.0.0.1`],
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
    axe: () => violationsOf(page),
    close: async () => {
      await context.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
