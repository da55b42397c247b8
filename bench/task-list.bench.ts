/** The list of 10,000 downloads on a phone: its first rows after the data, scrolling with a processor four times slower, and the memory of the page. */
import { Task } from '@homeport/contract/download/download.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { chromium, type Page, type Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { browser } from '../scripts/browser.ts'
import { percentile, report } from './parts/figures.ts'
import { taskTimes } from './parts/page-tasks.ts'
import { heapMbOf, openOwnerPage, scrollTimes } from './parts/owner-page.ts'
import { bindOwner, openPrograms } from './parts/programs.ts'

const tasks = 10_000
const running = 40
const paintBudgetMs = 100
const frameBudgetMs = 34
const taskBudgetMs = 50
const heapBudgetMb = 60
const slower = 4
const hasBrowser = browser !== undefined

test.skipIf(!hasBrowser)(
  `a list of 10,000 downloads scrolls like a small one${hasBrowser ? '' : ' (skipped: no Chromium)'}`,
  async () => {
    const bench = await openPrograms({ station: true })
    const owner = await bindOwner(bench)
    const instance = await chromium.launch({ executablePath: browser, args: ['--no-sandbox', '--disable-gpu'] })
    try {
      const page = await openOwnerPage(instance, owner)
      await page.route('**/device/task/lists', answer)
      await markRows(page)
      await page.goto(`http://127.0.0.1:${bench.port}/#/pages/device/download/list`)
      await page.locator('[data-task]').first().waitFor({ timeout: 60_000 })
      const paintMs = await page.evaluate(() => performance.measure('paint', 'data', 'rows').duration)
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
      const { result: times, taskMs } = await taskTimes(session, () => scrollTimes(page))
      const longest = Math.max(...taskMs)
      const heapMb = await heapMbOf(page)
      const frameMs = percentile(times, 0.95)
      report('first rows of 10,000 downloads after the data', { figure: paintMs, budget: paintBudgetMs, unit: 'ms' })
      report('a frame while it scrolls, 95th percentile', { figure: frameMs, budget: frameBudgetMs, unit: 'ms' })
      report('the longest task while it scrolls, of processor time', { figure: longest, budget: taskBudgetMs, unit: 'ms' })
      report('heap of the page', { figure: heapMb, budget: heapBudgetMb, unit: 'MB' })
      expect(paintMs).toBeLessThanOrEqual(paintBudgetMs)
      expect(frameMs).toBeLessThanOrEqual(frameBudgetMs)
      expect(longest).toBeLessThanOrEqual(taskBudgetMs)
      expect(heapMb).toBeLessThanOrEqual(heapBudgetMb)
    } finally {
      await instance.close()
      await bench.stop()
    }
  },
)

function taskAt(n: number): Task {
  const isRunning = n < running
  return Task.parse({
    task_id: `task ${n}`,
    old_task_id: '',
    url: `http://files.example/${n}`,
    name: `A.Film.of.the.Harbour.Number.${n}.1080p.mkv`,
    status: 1,
    is_done: false,
    is_multifile: n % 7 === 0,
    down_size: isRunning ? 4e8 : 0,
    download_size: 1e9,
    total_size: 1e9,
    down_text: '',
    size_text: '',
    total_size_text: '',
    speed: '',
    speed_bytes: isRunning ? 2e6 : 0,
    progress: isRunning ? 40 : 0,
    file_count: 1,
    select_count: 1,
    peers: 0,
    code: Code.ok,
    reason: '',
    created_at: 1,
    created_at_text: '',
    done_at: null,
    wait: isRunning ? null : { reason: 'queued', place: n - running + 1, tries: 0, next_at: null },
    order: n + 1,
  })
}

async function answer(route: Route): Promise<void> {
  const form = new URLSearchParams(route.request().postData() ?? '')
  const [page, limit] = [Number(form.get('page') ?? 1), Number(form.get('limit') ?? 99)]
  const total = form.get('is_done') === '1' ? 0 : tasks
  const first = (page - 1) * limit
  const data = Array.from({ length: Math.max(0, Math.min(limit, total - first)) }, (_, index) => taskAt(first + index))
  const groups = { failed: 0, progress: Math.min(total, running), waiting: Math.max(0, total - running), done: 0 }
  const counts = { all: tasks, progress: tasks, done: 0 }
  await route.fulfill({ json: { code: Code.ok, msg: '', data: { data, total, page, limit, counts, groups, stale_at: null } } })
}

/** Marks when the first list came and when its rows are in the page. */
async function markRows(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const first = list.getEntries().find(({ name }) => name.includes('/task/lists'))
      if (first instanceof PerformanceResourceTiming && performance.getEntriesByName('data').length === 0)
        performance.mark('data', { startTime: first.responseEnd })
    }).observe({ type: 'resource', buffered: true })
    const check = () => {
      if (document.querySelector('[data-task]')) performance.mark('rows')
      else requestAnimationFrame(check)
    }
    requestAnimationFrame(check)
  })
}
