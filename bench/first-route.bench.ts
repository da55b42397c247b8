/** What a browser fetches for the first route: scripts and styles as sent, compressed. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'
import { report } from './parts/figures.ts'
import { openPrograms } from './parts/programs.ts'

const budgetKb = 100
const browser = process.env.CHROMIUM ?? '/usr/bin/chromium'

test.skipIf(!existsSync(browser))('the first route takes at most 100 kB of script and style (skipped: no Chromium)', async () => {
  const bench = await openPrograms({ station: false })
  const profile = await mkdtemp(path.join(os.tmpdir(), 'homeport-bench-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browser,
    args: ['--no-sandbox', '--disable-gpu'],
    headless: true,
  })
  const page = context.pages()[0] ?? (await context.newPage())
  const sizes: { file: string; bytes: number }[] = []
  page.on('requestfinished', (request) => {
    if (!/\.(js|css)(\?|$)/.test(request.url())) return
    void request
      .sizes()
      .then(({ responseBodySize }) => sizes.push({ file: request.url().split('/').at(-1) ?? '', bytes: responseBodySize }))
  })
  await page.goto(`http://127.0.0.1:${bench.port}/`, { waitUntil: 'networkidle' })
  await page.getByRole('navigation').first().waitFor()
  await page.waitForTimeout(1_000)
  await context.close()
  await bench.stop()
  await rm(profile, { recursive: true, force: true })
  const totalKb = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  console.log(sizes.map(({ file, bytes }) => `${file} ${(bytes / 1000).toFixed(1)} kB`).join(', '))
  report('first route', { figure: totalKb, budget: budgetKb, unit: 'kB' })
  expect(sizes.length).toBeGreaterThan(1)
  expect(totalKb).toBeLessThanOrEqual(budgetKb)
})
