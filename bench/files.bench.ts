/** A folder of 100,000 files on a phone: how the box answers while they appear, its first rows, scrolling with a processor four times slower, and the memory of page and box. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import path from 'node:path'
import { fileList } from '@homeport/contract/files.ts'
import { chromium, type Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { browser } from '../scripts/browser.ts'
import { askBox, canMeasureMemory, msUntil, residentMb, restingMb } from './parts/box-memory.ts'
import { percentile, report } from './parts/figures.ts'
import { taskTimes } from './parts/page-tasks.ts'
import { heapMbOf, openOwnerPage, scrollTimes } from './parts/owner-page.ts'
import { bindOwner, openPrograms } from './parts/programs.ts'

const files = 100_000
const answerBudgetMs = 1_000
/** Files appear in parts, and the box has this long to see the last of them. */
const createdAtOnce = 500
const settleMs = 5_000
const paintBudgetMs = 2_000
const sortBudgetMs = 4_000
const frameBudgetMs = 34
const taskBudgetMs = 50
const heapBudgetMb = 60
const boxBudgetMb = 60
const slower = 4
const giveUpMs = 120_000
const canRun = browser !== undefined && canMeasureMemory

test.skipIf(!canRun)(
  `a folder of 100,000 files is looked through like a small one${canRun ? '' : ' (skipped: no Chromium, or no /proc)'}`,
  async () => {
    const bench = await openPrograms({ station: true })
    const instance = await chromium.launch({ executablePath: browser, args: ['--no-sandbox', '--disable-gpu'] })
    try {
      const owner = await bindOwner(bench)
      const box = { port: bench.port, token: owner.signedIn.token, devsn: owner.device.devsn }
      await msUntil(() => askBox(box, fileList, {}).then(() => true), giveUpMs)
      const answers = answerTimes(() => askBox(box, fileList, {}))
      await fill(path.join(bench.folder, 'downloads', 'Many'))
      const answerMs = Math.max(...(await answers.stop()))
      report('the longest answer while 100,000 files appear', { figure: answerMs, budget: answerBudgetMs, unit: 'ms' })
      const { entries } = fileList.output.parse(await askBox(box, fileList, {}))
      const pid = bench.station?.pid ?? 0
      const beforeMb = await restingMb(pid)

      const page = await openOwnerPage(instance, owner)
      await page.goto(`http://127.0.0.1:${bench.port}/#/pages/device/files/list?path=${entries[0]?.path}`)
      const paintMs = await openFolder(page)
      const boxMb = residentMb(pid) - beforeMb
      const sortMs = await msOf(() => askBox(box, fileList, { path: `${entries[0]?.path}/Many`, sort: 'size' }))

      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
      const { result: times, taskMs } = await taskTimes(session, () => scrollTimes(page))
      const [frameMs, longest, heapMb] = [percentile(times, 0.95), Math.max(...taskMs), await heapMbOf(page)]
      report('first rows of a folder of 100,000 files', { figure: paintMs, budget: paintBudgetMs, unit: 'ms' })
      report('its first page by size', { figure: sortMs, budget: sortBudgetMs, unit: 'ms' })
      report('a frame while it scrolls, 95th percentile', { figure: frameMs, budget: frameBudgetMs, unit: 'ms' })
      report('the longest task while it scrolls, of processor time', { figure: longest, budget: taskBudgetMs, unit: 'ms' })
      report('heap of the page', { figure: heapMb, budget: heapBudgetMb, unit: 'MB' })
      report('memory of the box while it is open', { figure: boxMb, budget: boxBudgetMb, unit: 'MB' })
      expect(answerMs).toBeLessThanOrEqual(answerBudgetMs)
      expect(paintMs).toBeLessThanOrEqual(paintBudgetMs)
      expect(sortMs).toBeLessThanOrEqual(sortBudgetMs)
      expect(boxMb).toBeLessThanOrEqual(boxBudgetMb)
      expect(heapMb).toBeLessThanOrEqual(heapBudgetMb)
      expect(longest).toBeLessThanOrEqual(taskBudgetMs)
      expect(frameMs).toBeLessThanOrEqual(frameBudgetMs)
    } finally {
      await instance.close()
      await bench.stop()
    }
  },
)

/** Names of two scripts; pictures, which no library looks at. */
async function fill(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (let n = 0; n < files; n += 1) {
    writeFileSync(path.join(folder, n % 2 === 0 ? `A file of the harbour, number ${n}.jpg` : `港湾的照片 第${n}张.jpg`), '')
    if (n % createdAtOnce === 0) await after(0)
  }
  await after(settleMs)
}

/** ms of each answer, asked one after the other until it is stopped. */
function answerTimes(work: () => Promise<unknown>): { stop: () => Promise<number[]> } {
  const times: number[] = []
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) times.push(await msOf(work))
    return times
  }
  const running = run()
  return {
    stop() {
      stopping.abort()
      return running
    },
  }
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** ms from the tap on the folder to the frame with its first rows. */
async function openFolder(page: Page): Promise<number> {
  const row = page.getByRole('button', { name: /^Many/ }).first()
  await row.waitFor({ timeout: giveUpMs })
  await page.evaluate(() => {
    const check = () => {
      if (document.querySelector('li[data-index="5"]')) performance.mark('rows')
      else requestAnimationFrame(check)
    }
    document.addEventListener(
      'click',
      () => {
        performance.mark('opened')
        requestAnimationFrame(check)
      },
      { capture: true, once: true },
    )
  })
  await row.click()
  await page.locator('li[data-index="5"]').waitFor({ timeout: giveUpMs })
  return page.evaluate(() => performance.measure('paint', 'opened', 'rows').duration)
}
