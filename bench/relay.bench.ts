/** A file of the box through the cloud, at the limit of a stream: its cost for cloud and box. Processor time by the seconds that it took, so that a busy machine changes little. */
import { readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { awayPass } from '@homeport/contract/device.ts'
import { fileDownload, fileList } from '@homeport/contract/files.ts'
import { expect, test } from 'vitest'
import { askBox, canMeasureMemory, msUntil, residentMb } from './parts/box-memory.ts'
import { report } from './parts/figures.ts'
import { ask, bindOwner, openPrograms } from './parts/programs.ts'

const mbit = 20
const seconds = 20
const bytes = (mbit * 1_000_000 * seconds) / 8
const budgetPercent = 10
const memoryBudgetMb = 30
const giveUpMs = 60_000
/** Of the kernel's clock. */
const ticksPerSecond = 100

test.skipIf(!canMeasureMemory)(
  `a stream of ${mbit} Mbit/s through the cloud costs a tenth of a core at most${canMeasureMemory ? '' : ' (skipped: no /proc)'}`,
  async () => {
    const bench = await openPrograms({ station: true, env: { HOMEPORT_RELAY: String(mbit) } })
    try {
      const { signedIn, device } = await bindOwner(bench)
      const owner = { port: bench.port, token: signedIn.token }
      const box = { ...owner, devsn: device.devsn }
      await msUntil(() => askBox(box, fileList, {}).then(() => true), giveUpMs)
      writeFileSync(path.join(bench.folder, 'downloads', 'film.bin'), Buffer.alloc(bytes, 'homeport'))
      const [folder] = fileList.output.parse(await askBox(box, fileList, {})).entries
      const file = fileDownload.output.parse(await askBox(box, fileDownload, { paths: [`${folder?.path}/film.bin`] }))
      const { address } = await ask(owner, awayPass, { devsn: device.devsn })
      const entered = await get(address + new URL(file.url).pathname.slice(1))
      entered.resume()
      const cookie = entered.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
      const away = new URL(entered.headers.location ?? '', address).href
      const cloud = bench.cloud.pid ?? 0
      const station = bench.station?.pid ?? 0
      // Compiled, and with its tunnel open.
      const warm = await get(away, { cookie, range: 'bytes=0-4000000' })
      await read(warm)

      const before = { cloud: processorSeconds(cloud), station: processorSeconds(station), mb: residentMb(cloud) }
      const began = performance.now()
      const received = await read(await get(away, { cookie }))
      const tookSeconds = (performance.now() - began) / 1_000
      const percent = (100 * (processorSeconds(cloud) - before.cloud)) / tookSeconds
      const boxPercent = (100 * (processorSeconds(station) - before.station)) / tookSeconds
      const grownMb = residentMb(cloud) - before.mb
      expect(received).toBe(bytes)
      report(`cloud, a stream of ${((bytes * 8) / tookSeconds / 1_000_000).toFixed(1)} Mbit/s`, {
        figure: percent,
        budget: budgetPercent,
        unit: '% of a core',
      })
      report('box, the same stream', { figure: boxPercent, budget: budgetPercent, unit: '% of a core' })
      report('memory of the cloud', { figure: grownMb, budget: memoryBudgetMb, unit: 'MB' })
      expect(percent).toBeLessThanOrEqual(budgetPercent)
      expect(boxPercent).toBeLessThanOrEqual(budgetPercent)
      expect(grownMb).toBeLessThanOrEqual(memoryBudgetMb)
    } finally {
      await bench.stop()
    }
  },
)

function get(url: string, headers: Record<string, string> = {}): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => http.get(url, { headers, agent: false }, resolve).on('error', reject))
}

async function read(answer: http.IncomingMessage): Promise<number> {
  let total = 0
  for await (const part of answer) total += part.length
  return total
}

/** User and system time of a process. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}
