/** What a browser fetches for the first route: scripts and styles as sent, compressed; for a guest, and for an owner who comes home. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'
import { report } from './parts/figures.ts'
import { bindOwner, openPrograms } from './parts/programs.ts'

const budgetKb = 100
/** On top of a guest's route come the schemas (9 kB), the query observers, the line to the box, what plays, the films' shelves and the words of four features: measured 140 kB. */
const ownerBudgetKb = 146
const browser = process.env.CHROMIUM ?? '/usr/bin/chromium'
const hasBrowser = existsSync(browser)

const why = hasBrowser ? '' : ' (skipped: no Chromium)'

test.skipIf(!hasBrowser)(`the first route takes at most 100 kB of script and style${why}`, async () => {
  const bench = await openPrograms({ station: false })
  const totalKb = await weigh({ port: bench.port, kept: {} })
  await bench.stop()
  report('first route', { figure: totalKb, budget: budgetKb, unit: 'kB' })
  expect(totalKb).toBeLessThanOrEqual(budgetKb)
})

test.skipIf(!hasBrowser)(`an owner’s home with its live box stays near it${why}`, async () => {
  const bench = await openPrograms({ station: true })
  const { signedIn, device } = await bindOwner(bench)
  const kept = { token: signedIn.token, userInfo: signedIn.user, bindInfo: signedIn.bind, currentDevice: device }
  const totalKb = await weigh({ port: bench.port, kept })
  await bench.stop()
  report('first route, signed in', { figure: totalKb, budget: ownerBudgetKb, unit: 'kB' })
  expect(totalKb).toBeLessThanOrEqual(ownerBudgetKb)
})

/** kB of every script and style that the home page fetches until it is quiet. */
async function weigh({ port, kept }: { port: number; kept: Record<string, unknown> }): Promise<number> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'homeport-bench-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browser,
    args: ['--no-sandbox', '--disable-gpu'],
    headless: true,
    locale: 'en-US',
  })
  const page = context.pages()[0] ?? (await context.newPage())
  await page.addInitScript((values) => {
    for (const [name, is] of Object.entries(values)) localStorage.setItem(`homeport.en.${name}`, JSON.stringify({ v: 1, is }))
  }, kept)
  const sizes: { file: string; bytes: number }[] = []
  page.on('requestfinished', (request) => {
    if (!/\.(js|css)(\?|$)/.test(request.url())) return
    void request
      .sizes()
      .then(({ responseBodySize }) => sizes.push({ file: request.url().split('/').at(-1) ?? '', bytes: responseBodySize }))
  })
  await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'load' })
  await page.getByRole('navigation').first().waitFor()
  await page.waitForTimeout(2_500)
  await context.close()
  await rm(profile, { recursive: true, force: true })
  console.log(sizes.map(({ file, bytes }) => `${file} ${(bytes / 1000).toFixed(1)} kB`).join(', '))
  expect(sizes.length).toBeGreaterThan(1)
  return sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
}
