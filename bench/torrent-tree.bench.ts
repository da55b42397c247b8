/** The sheet that chooses among the 20,000 and the 100,000 files of a torrent, on a phone: from the chosen .torrent to its rows, one tick, and the memory of the page. */
import { chromium, type Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { browser } from '../scripts/browser.ts'
import { canMeasureMemory, restingMb } from './parts/box-memory.ts'
import { percentile, report } from './parts/figures.ts'
import { heapMbOf, openOwnerPage } from './parts/owner-page.ts'
import { bindOwner, openPrograms } from './parts/programs.ts'

const filesOfFolder = 500
const sizes = [
  { files: 20_000, paintBudgetMs: 1_000 },
  { files: 100_000, paintBudgetMs: 2_000 },
]
const tickBudgetMs = 50
const heapBudgetMb = 60
const boxBudgetMb = 60
const ticks = 40
const hasBrowser = browser !== undefined

test.skipIf(!hasBrowser).each(sizes)(
  `a torrent of $files files is chosen from like a small one${hasBrowser ? '' : ' (skipped: no Chromium)'}`,
  async ({ files, paintBudgetMs }) => {
    const bench = await openPrograms({ station: true })
    const owner = await bindOwner(bench)
    const instance = await chromium.launch({ executablePath: browser, args: ['--no-sandbox', '--disable-gpu'] })
    try {
      const page = await openOwnerPage(instance, owner)
      await page.goto(`http://127.0.0.1:${bench.port}/#/pages/device/download/list`)
      const pid = bench.station?.pid ?? 0
      const beforeMb = canMeasureMemory ? await restingMb(pid) : Number.NaN
      const wire = listenToBlobs(page)
      const paintMs = await choose(page, files)
      const boxMb = canMeasureMemory ? (await restingMb(pid)) - beforeMb : Number.NaN
      const times = await tickTimes(page)
      const tickMs = percentile(times, 0.95)
      const heapMb = await heapMbOf(page)
      const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
      report(`first rows of ${files} files after the .torrent was chosen`, { figure: paintMs, budget: paintBudgetMs, unit: 'ms' })
      report('a tick, 95th percentile', { figure: tickMs, budget: tickBudgetMs, unit: 'ms' })
      report('heap of the page', { figure: heapMb, budget: heapBudgetMb, unit: 'MB' })
      if (canMeasureMemory) report('memory of the box for it', { figure: boxMb, budget: boxBudgetMb, unit: 'MB' })
      console.log(`${nodes} elements in the page; the list of files is ${(wire.bytes() / 1e6).toFixed(2)} MB on the wire`)
      expect(paintMs).toBeLessThanOrEqual(paintBudgetMs)
      expect(tickMs).toBeLessThanOrEqual(tickBudgetMs)
      expect(heapMb).toBeLessThanOrEqual(heapBudgetMb)
      if (canMeasureMemory) expect(boxMb).toBeLessThanOrEqual(boxBudgetMb)
    } finally {
      await instance.close()
      await bench.stop()
    }
  },
)

/** Bytes of blobs that the page got, as they were sent. */
function listenToBlobs(page: Page): { bytes: () => number } {
  let bytes = 0
  page.on('requestfinished', (request) => {
    if (!request.url().includes('/blob')) return
    void request.sizes().then(({ responseBodySize }) => (bytes += responseBodySize))
  })
  return { bytes: () => bytes }
}

/** ms from choosing the .torrent to the first frame with its rows. */
async function choose(page: Page, files: number): Promise<number> {
  await page.getByRole('button', { name: 'Add download' }).click({ timeout: 60_000 })
  const input = page.getByRole('dialog').locator('input[type=file]')
  await input.waitFor({ state: 'attached' })
  await page.evaluate(() => {
    const check = () => {
      if (document.querySelector('li[aria-setsize]')) performance.mark('rows')
      else requestAnimationFrame(check)
    }
    document.addEventListener(
      'change',
      () => {
        performance.mark('chosen')
        requestAnimationFrame(check)
      },
      { capture: true, once: true },
    )
  })
  await input.setInputFiles({ name: 'archive.torrent', mimeType: 'application/x-bittorrent', buffer: torrent(files) })
  await page.locator('li[aria-setsize]').first().waitFor({ timeout: 120_000 })
  return page.evaluate(() => performance.measure('paint', 'chosen', 'rows').duration)
}

/** ms from a tick to the frame that shows it: single files, whole folders and all, one after the other. */
async function tickTimes(page: Page): Promise<number[]> {
  await page.getByRole('button', { name: /^Season 1 / }).click()
  await page.getByRole('checkbox', { name: /^1\.mkv/ }).waitFor({ state: 'attached' })
  return page.evaluate(async (times) => {
    const painted = () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => resolve(performance.now()), { once: true })
          port1.start()
          port2.postMessage(null)
        })
      })
    const measured: number[] = []
    for (let n = 0; n < times; n += 1) {
      const boxes = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=checkbox]')]
      await painted()
      const began = performance.now()
      boxes[n % 6]?.click()
      measured.push((await painted()) - began)
    }
    return measured
  }, ticks)
}

/** A valid .torrent: folders of 500 files, every fifth a subtitle. */
function torrent(files: number): Buffer {
  const fileBytes = 1_000
  const pieceBytes = 1 << 20
  const pieces = Math.ceil((files * fileBytes) / pieceBytes)
  const text = (value: string) => `${Buffer.byteLength(value)}:${value}`
  const list = Array.from({ length: files }, (_, at) => {
    const name = `${(at % filesOfFolder) + 1}.${at % 5 === 4 ? 'srt' : 'mkv'}`
    return `d6:lengthi${fileBytes}e4:pathl${text(`Season ${Math.floor(at / filesOfFolder) + 1}`)}${text(name)}ee`
  })
  const info = `d5:filesl${list.join('')}e4:name7:Archive12:piece lengthi${pieceBytes}e6:pieces${pieces * 20}:`
  return Buffer.concat([Buffer.from(`d4:info${info}`), Buffer.alloc(pieces * 20, 1), Buffer.from('ee')])
}
