/** A box with 10,000 unfinished downloads compared with an empty one: its memory, and how soon it answers after a restart and after a kill. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as after } from 'node:timers/promises'
import { deviceInfo } from '@homeport/contract/device.ts'
import { listTasks, startTask } from '@homeport/contract/download/download.ts'
import { expect, test } from 'vitest'
import { askBox, canMeasureMemory, msUntil, restingMb } from './parts/box-memory.ts'
import { report } from './parts/figures.ts'
import { ask, bindOwner, ended, openPrograms, root } from './parts/programs.ts'

const tasks = 10_000
const memoryBudgetMb = 60
const restartBudgetMs = 5_000
const giveUpMs = 120_000
const tryMs = 1_000
/** The file of the few downloads that run: it comes so slowly that none of them ends. */
const sizeBytes = 1_000_000_000
const bytesPerSecond = 100_000

test.skipIf(!canMeasureMemory)(
  `10,000 downloads make a box little larger and no slower to start${canMeasureMemory ? '' : ' (skipped: no /proc)'}`,
  async () => {
    const server = spawn(
      process.execPath,
      [path.join(root, 'bench/parts/bare-files.ts'), String(sizeBytes), String(bytesPerSecond)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const address = await new Promise<string>((resolve) =>
      server.stdout.once('data', (line: Buffer) => resolve(`http://127.0.0.1:${line.toString().trim()}`)),
    )
    const bench = await openPrograms({ station: true })
    try {
      const { signedIn, device } = await bindOwner(bench)
      const { token } = signedIn
      const box = { port: bench.port, token, devsn: device.devsn }
      // A box that the cloud has not missed yet after a kill is waited for no longer than this.
      const answers = () => Promise.race([askBox(box, deviceInfo, {}).then(() => true), after(tryMs, false)])
      const lists = async () => {
        const { total, stale_at } = await ask({ port: bench.port, token }, listTasks, { devid: device.devid, page: 1, limit: 99 })
        return total === tasks && stale_at === null
      }
      await msUntil(answers, giveUpMs)
      const emptyMb = await restingMb(bench.station?.pid ?? 0)
      await askBox(box, startTask, { url: `${address}/film-1.bin` })
      if (bench.station) await ended(bench.station)
      fill(path.join(bench.folder, 'station', 'station.db'), address)

      const first = bench.startStation()
      const fullMs = await msUntil(async () => (await answers()) && (await lists()), giveUpMs)
      const fullMb = await restingMb(first.pid ?? 0)
      await ended(first)
      const second = bench.startStation()
      const restartMs = await msUntil(async () => (await answers()) && (await lists()), giveUpMs)
      second.kill('SIGKILL')
      await ended(second)
      bench.startStation()
      const killedMs = await msUntil(async () => (await answers()) && (await lists()), giveUpMs)
      console.log(
        `empty ${emptyMb.toFixed(1)} MB, with 10,000 ${fullMb.toFixed(1)} MB; first start with all of them ${fullMs.toFixed(0)} ms`,
      )
      report('memory of a box for 10,000 downloads', { figure: fullMb - emptyMb, budget: memoryBudgetMb, unit: 'MB' })
      report('restart of a box with 10,000 downloads', { figure: restartMs, budget: restartBudgetMs, unit: 'ms' })
      report('start of such a box after a kill', { figure: killedMs, budget: restartBudgetMs, unit: 'ms' })
      expect(fullMb - emptyMb).toBeLessThanOrEqual(memoryBudgetMb)
      expect(restartMs).toBeLessThanOrEqual(restartBudgetMs)
      expect(killedMs).toBeLessThanOrEqual(restartBudgetMs)
    } finally {
      await bench.stop()
      await ended(server)
    }
  },
)

/** As many rows as tasks, like the one that is there. */
function fill(file: string, address: string): void {
  const db = new DatabaseSync(file)
  const own: Record<string, string> = {
    task_id: "printf('%016x', n)",
    seq: 'seq + n',
    key: `'${address}/film-' || (n + 1) || '.bin'`,
    url: `'${address}/film-' || (n + 1) || '.bin'`,
    act_id: "'bench ' || n",
    name: "'A.Film.of.the.Harbour.Number.' || (n + 1) || '.1080p.bin'",
    path: "'A.Film.of.the.Harbour.Number.' || (n + 1) || '.1080p.bin'",
    queue_order: 'queue_order + n',
    has_begun: '0',
  }
  const columns = db
    .prepare('select name from pragma_table_info(?)')
    .all('task')
    .map(({ name }) => String(name))
  db.exec(
    `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${tasks - 1})
     insert into task (${columns.join(', ')}) select ${columns.map((name) => own[name] ?? name).join(', ')} from task, numbers`,
  )
  db.close()
}
