/** Load time of a thread for a guest on slow 4G, with a CPU a quarter as fast as this machine and an empty cache: first paint, and the post itself. */
import { register } from '@homeport/contract/account.ts'
import { boards, post, reply } from '@homeport/contract/forum.ts'
import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'
import { browser } from '../scripts/browser.ts'
import { median, report } from './parts/figures.ts'
import { ask, openPrograms } from './parts/programs.ts'

const paintBudgetMs = 1_800
/** The post and its title visible: 2,340 to 2,880 measured. The issue requires only the first paint. */
const readBudgetMs = 3_500
const turns = 5
/** Lighthouse's slow 4G. */
const slow = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const cpuSlowdown = 4
const hasBrowser = browser !== undefined

test.skipIf(!hasBrowser)(
  `a thread is painted within 1.8 s on slow 4G${hasBrowser ? '' : ' (skipped: no Chromium)'}`,
  async () => {
    const bench = await openPrograms({ station: false })
    try {
      const { token } = await ask(bench, register, { username: 'writer', password: 'a long bench phrase', agreed: 1 })
      const own = { port: bench.port, token }
      const board = (await ask(bench, boards, {})).data.find((one) => !one.is_closed)
      const content = 'Four disks, two frames, one closed door.\n\n> one closed door\n\n'.repeat(12)
      const made = await ask(own, post, { id: 'bench-thread-0001', board_id: board?.id ?? 0, title: 'Painted', content })
      for (let n = 0; n < 3; n += 1) await ask(own, reply, { id: `bench-reply-000${n}`, thread_id: made.id, text: `Reply ${n}` })
      const address = `http://127.0.0.1:${bench.port}/#/pages/forum/postings/thread?id=${made.id}`
      const seen: { paint: number; read: number }[] = []
      for (let turn = 0; turn < turns; turn += 1) seen.push(await visit(address))
      const paint = median(seen.map((one) => one.paint))
      const read = median(seen.map((one) => one.read))
      report('first paint of a thread on slow 4G', { figure: paint, budget: paintBudgetMs, unit: 'ms' })
      report('its post, read', { figure: read, budget: readBudgetMs, unit: 'ms' })
      expect(paint).toBeLessThanOrEqual(paintBudgetMs)
      expect(read).toBeLessThanOrEqual(readBudgetMs)
    } finally {
      await bench.stop()
    }
  },
)

/** In a new browser: empty cache, no open connection. */
async function visit(address: string): Promise<{ paint: number; read: number }> {
  const instance = await chromium.launch({ executablePath: browser, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await instance.newPage({ viewport: { width: 390, height: 844 }, locale: 'en-US' })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', slow)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    await page.addInitScript(() => {
      // The first frame with the post's title.
      const check = () => {
        if (document.querySelector('article h2')) performance.mark('read')
        else requestAnimationFrame(check)
      }
      requestAnimationFrame(check)
    })
    await page.goto(address, { waitUntil: 'commit' })
    await page.locator('article h2').waitFor({ timeout: 30_000 })
    return await page.evaluate(() => ({
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      read: performance.getEntriesByName('read')[0]?.startTime ?? Number.NaN,
    }))
  } finally {
    await instance.close()
  }
}
