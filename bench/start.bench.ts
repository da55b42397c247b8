/** Start time of the cloud when warm, and the idle memory of cloud and station together. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { median, report } from './parts/figures.ts'
import { bindOwner, openPrograms } from './parts/programs.ts'

const readyBudgetMs = 1_000
const memoryBudgetMb = 260
const settleMs = 15_000

test('a warm cloud is ready within a second', async () => {
  const times: number[] = []
  for (let round = 0; round < 6; round += 1) {
    const bench = await openPrograms({ station: false })
    if (round > 0) times.push(bench.readyMs)
    await bench.stop()
  }
  report('cloud ready, median of 5', { figure: median(times), budget: readyBudgetMs, unit: 'ms' })
  expect(median(times)).toBeLessThanOrEqual(readyBudgetMs)
})

test('cloud and station together hold at most 260 MB when idle', async () => {
  const warm = await openPrograms({ station: true })
  await bindOwner(warm)
  await warm.stop()
  const bench = await openPrograms({ station: true })
  await bindOwner(bench)
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  const [cloud, station] = [await residentMb(bench.cloud.pid), await residentMb(bench.station?.pid)]
  await bench.stop()
  console.log(`cloud ${cloud.toFixed(0)} MB, station ${station.toFixed(0)} MB`)
  report('idle memory', { figure: cloud + station, budget: memoryBudgetMb, unit: 'MB' })
  expect(cloud + station).toBeLessThanOrEqual(memoryBudgetMb)
})

async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}
