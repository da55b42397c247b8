/** Finished torrents that the engine still sends to others. */
import { TaskStatus } from '@homeport/contract/download/download.ts'
import { unlessAway, type Engine } from '../../engine/engine.ts'
import type { TaskRow, TaskStore } from '../../table/store.ts'

/** Bytes sent to others, ever and a second. */
export type SeedReading = { up: number; upSpeed: number }
export type Seeding = ReturnType<typeof createSeeding>

const lookEveryMs = 2_000

type SeedingDeps = {
  store: Pick<TaskStore, 'change' | 'byIds'>
  engine: Pick<Engine, 'isUp' | 'active' | 'job' | 'forget'>
  now: () => number
}

export function createSeeding({ store, engine, now }: SeedingDeps) {
  const seeds = new Map<string, SeedReading>()
  let lookedAt = -Infinity

  const isSame = (one: SeedReading | undefined, other: SeedReading) => one?.up === other.up && one.upSpeed === other.upSpeed
  const keep = (task_id: string): Promise<void> => store.change(task_id, { up_size: seeds.get(task_id)?.up ?? 0 })

  /** Counts all bytes that it sent, also those between the last look and its end. */
  async function ended(row: TaskRow, before: SeedReading): Promise<TaskRow> {
    const job = engine.isUp(row.kind) ? await engine.job(row.task_id, row.kind) : undefined
    const up_size = Math.max(before.up, job?.up_bytes ?? 0)
    await store.change(row.task_id, { up_size })
    return { ...row, up_size }
  }

  return {
    of: (task_id: string): SeedReading | undefined => seeds.get(task_id),

    /** The tasks that are to be published; isState: it began or ended. */
    async look(): Promise<{ row: TaskRow; isState: boolean }[]> {
      if (now() - lookedAt < lookEveryMs) return []
      lookedAt = now()
      const jobs = engine.isUp('magnet') ? (await engine.active()).filter(({ state }) => state === 'seeding') : []
      const current = new Map(jobs.map((job) => [job.gid, job]))
      const news: { row: TaskRow; isState: boolean }[] = []
      for (const row of await store.byIds([...new Set([...current.keys(), ...seeds.keys()])])) {
        const [job, before] = [current.get(row.task_id), seeds.get(row.task_id)]
        if (row.status === TaskStatus.done && job) {
          const reading = { up: Math.max(row.up_size, job.up_bytes ?? 0), upSpeed: job.up_speed_bytes ?? 0 }
          seeds.set(row.task_id, reading)
          if (!isSame(before, reading)) news.push({ row, isState: !before })
        } else if (before) {
          news.push({ row: await ended(row, before), isState: true })
          seeds.delete(row.task_id)
        }
      }
      const taskIds = new Set([...current.keys(), ...news.map(({ row }) => row.task_id)])
      for (const task_id of seeds.keys()) if (!taskIds.has(task_id)) seeds.delete(task_id)
      return news
    },

    /** Its files stay. The row as it is then; undefined if it was not sent to others. */
    async end(row: TaskRow): Promise<TaskRow | undefined> {
      if (row.kind !== 'magnet' || !engine.isUp(row.kind)) return undefined
      const job = await engine.job(row.task_id, row.kind)
      if (job?.state !== 'seeding') return undefined
      const up_size = Math.max(row.up_size, job.up_bytes ?? 0)
      await store.change(row.task_id, { up_size })
      seeds.delete(row.task_id)
      await unlessAway(engine.forget(row.task_id, row.kind))
      return { ...row, up_size }
    },

    /** Stores what was sent, so that it is shown after a restart. */
    async store(): Promise<void> {
      for (const task_id of seeds.keys()) await keep(task_id)
    },
  }
}
