/** A phone (or desktop window) in real Chromium that fails the test on any console error, page error or axe finding. */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { browser } from '../scripts/browser.ts'
import { violationsOf } from './parts/axe.ts'
import { unstyledIn } from './parts/unstyled.ts'
import { patienceMs } from '../testing/until.ts'

export type Phone = { page: Page; errors: string[]; axe(): Promise<string[]>; close(): Promise<void> }

const launchOptions = {
  executablePath: browser,
  headless: true,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

/** One browser for all phones of a process, each with its own context: they share neither storage nor cache nor sockets. It ends with the process. */
let launching: Promise<Browser> | undefined

type Options = {
  locale: 'zh-CN' | 'en-US'
  width?: number
  height?: number
  dark?: boolean
  /** With the app's service worker, which other stories leave out: what it fetches cannot be intercepted. */
  hasWorker?: boolean
  /** A name that leads to this machine, as its network would say. */
  host?: string
  /** The key of a certificate that it trusts, as if the person had: SHA-256 in base64. */
  trusts?: string
  /** Stories about what flies or moves; in others nothing does, which saves the browser its drawing. */
  hasMotion?: boolean
  /** Stories that lose the network: the app loads all of its pages ahead. In others the person saves data, and it loads what is opened: half of the work of a start. */
  loadsAhead?: boolean
}

export async function openPhone(options: Options): Promise<Phone> {
  const { context, close } = await (options.hasWorker || options.host !== undefined ? openProfile(options) : openContext(options))
  context.setDefaultTimeout(patienceMs)
  if (!options.loadsAhead) await context.addInitScript(saveData)
  const page = context.pages()[0] ?? (await context.newPage())
  const slowness = Number(process.env['SLOW_BROWSER'] ?? 1)
  if (slowness > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowness })
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(`${message.text()} ${message.location().url}`))
  page.on('pageerror', (error) => errors.push(String(error)))
  return { page, errors, axe: async () => [...(await violationsOf(page)), ...(await unstyledIn(page))], close }
}

function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
}

function contextOptions({ locale, width = 390, height = 844, dark, hasWorker, hasMotion }: Options) {
  return {
    locale,
    viewport: { width, height },
    hasTouch: width < 900,
    colorScheme: dark ? 'dark' : 'light',
    serviceWorkers: hasWorker ? 'allow' : 'block',
    reducedMotion: hasMotion ? 'no-preference' : 'reduce',
  } as const
}

type Opened = { context: BrowserContext; close: () => Promise<void> }

async function openContext(options: Options): Promise<Opened> {
  launching ??= launch()
  const context = await (await launching).newContext(contextOptions(options))
  return { context, close: () => context.close() }
}

/** After a crash the next phone has a new one. */
async function launch(): Promise<Browser> {
  const open = await chromium.launch(launchOptions)
  open.once('disconnected', () => (launching = undefined))
  return open
}

/** For a script: an open browser keeps its process alive. */
export async function closeBrowser(): Promise<void> {
  await (await launching)?.close()
}

/** An installed app and its notices need a profile of their own, and names of its own a browser. */
async function openProfile(options: Options): Promise<Opened> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'homeport-phone-'))
  const { host, trusts } = options
  const args = [
    ...launchOptions.args,
    ...(host === undefined ? [] : [`--host-resolver-rules=MAP ${host} 127.0.0.1`]),
    ...(trusts === undefined ? [] : [`--ignore-certificate-errors-spki-list=${trusts}`]),
  ]
  const context = await chromium.launchPersistentContext(profile, { ...launchOptions, args, ...contextOptions(options) })
  return {
    context,
    close: async () => {
      await context.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
