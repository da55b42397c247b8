/** The box's downloads: starting, stopping and watching them. Operations are serialized, so that acts and engine events do not interleave. */
import * as z from 'zod/mini'
import { maxRunningMost, TaskStatus, taskLimit, type Task } from '@homeport/contract/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { Refusal } from '../kit/refusal.ts'
import type { StationEventBus } from '../kit/event-bus.ts'
import { EngineAway, type Engine } from './engine.ts'
import type { TaskFilms } from './task-films.ts'
import type { TorrentMetadata } from './source/torrent-metadata.ts'
import type { DownloadDir } from './download-dir.ts'
import { createRemoval } from './removal.ts'
import { retryWhenSpaceIsFree } from './disk-space-retry.ts'
import { newRow } from './new-row.ts'
import { createReconcileTask } from './reconcile-task.ts'
import type { Accepted } from './source/accept-link.ts'
import type { TaskRow, TaskStore } from './store.ts'
import { toTask, type EngineReading } from './to-wire.ts'

const Reason = z.object({ reason: z.string() })
/** Longer than an engine restart takes. */
const awayMs = 10_000
/** Interval of the check of jobs that the engine does not list as active. */
const wholeLookMs = 15_000

export type TasksParts = {
  store: TaskStore
  films: TaskFilms
  engine: Engine
  magnets: TorrentMetadata
  place: DownloadDir
  events: StationEventBus
  now: () => number
  onFault: (fault: unknown) => void
  shutLately: () => 'private' | 'own_port' | undefined
  /** Limit of jobs in the engine; the other tasks wait in the table, so ten thousand of them cost the engine nothing. */
  maxRunning?: () => number
}
/** oldTaskId: the id that the app had for this link and that the box no longer has (spec 4). */
type Start = { id: string; accepted: Accepted; select: number[] | undefined; oldTaskId?: string }
export type Started = { task_id: string; old_task_id: string }
export type Tasks = ReturnType<typeof createTasks>

export function createTasks({
  store,
  films,
  engine,
  magnets,
  place,
  events,
  now,
  onFault,
  shutLately,
  maxRunning = () => maxRunningMost,
}: TasksParts) {
  const live = new Map<string, EngineReading>()
  const touched = new Set<string>()
  /** Tasks with a job in the engine; the others wait in the table. */
  const inHand = new Set<string>()
  let lastWholeLook = -Infinity
  let awaySince: number | undefined = now()
  let queue: Promise<unknown> = Promise.resolve()
  let isLooking = false

  const settle = createReconcileTask({ store, engine, magnets, place, now, change, live: follow, shutLately, onFault })
  const removeNow = createRemoval({ engine, magnets, place, store, onFault })
  const nextWithRoom = retryWhenSpaceIsFree({ store, place, now })
  engine.onChange((gid) => {
    if (gid === '') {
      lastWholeLook = -Infinity
      inHand.clear()
    } else touched.add(gid)
    void reconcile()
  })
  events.on('films', ({ ids }) => void renewFilms(ids).catch(onFault))

  function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(work)
    queue = result.catch(() => {})
    return result
  }

  async function change(row: TaskRow, part: Partial<TaskRow>): Promise<TaskRow> {
    await store.change(row.task_id, part)
    const whole = { ...row, ...part }
    const { has_begun: _, ...shown } = part
    if (part.status !== undefined && part.status !== TaskStatus.run) {
      live.delete(row.task_id)
      inHand.delete(row.task_id)
    }
    if (part.status === TaskStatus.done) await films.read([row.task_id])
    else if (part.status !== undefined) films.forget(row.task_id)
    if (Object.keys(shown).length > 0) events.emit('task', { task: view(whole), isState: true })
    return whole
  }

  function follow(row: TaskRow, next: EngineReading): void {
    const before = live.get(row.task_id)
    if (before && before.down === next.down && before.speed === next.speed && before.peers === next.peers) return
    live.set(row.task_id, next)
    events.emit('task', { task: view(row), isState: false })
  }

  function view(row: TaskRow): Task {
    const isEngineAway = awaySince !== undefined && now() - awaySince > awayMs
    return toTask(row, live.get(row.task_id), { isEngineAway, film: films.of(row.task_id) })
  }

  /** Serialized with the other operations: a removed task is not reported again. */
  function renewFilms(filmIds: readonly string[]): Promise<void> {
    return oneAtATime(async () => {
      const rows = await store.byIds(await films.changed(filmIds))
      for (const row of rows) events.emit('task_film', { task: view(row) })
    })
  }

  /** Reconciles the table with the engine; cheap while little changes. */
  async function reconcile(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      await oneAtATime(lookNow)
    } catch (error) {
      if (!(error instanceof EngineAway)) onFault(error)
    } finally {
      isLooking = false
    }
  }

  async function lookNow(): Promise<void> {
    awaySince = engine.isUp() ? undefined : (awaySince ?? now())
    if (!engine.isUp()) return
    for (const row of await store.removals()) await removeNow(row)
    await putBack([...inHand].slice(maxRunning()))
    const isWhole = now() - lastWholeLook >= wholeLookMs
    if (isWhole) {
      const freed = await nextWithRoom()
      if (freed) await change(freed, { status: TaskStatus.run, code: TaskCode.added, reason: '' })
      lastWholeLook = now()
    }
    const rows = await store.running({ inHand: [...inHand], more: maxRunning() - inHand.size })
    if (rows.length === 0) return
    const active = new Map((await engine.active()).map((job) => [job.gid, job]))
    const news = new Set(touched)
    touched.clear()
    for (const row of rows) {
      const job = active.get(row.task_id)
      const isNews =
        isWhole ||
        !inHand.has(row.task_id) ||
        news.has(row.task_id) ||
        live.has(row.task_id) ||
        (row.kind === 'magnet' && row.total_size === 0)
      inHand.add(row.task_id)
      if (job) await settle(row, job)
      else if (isNews) await settle(row, await engine.job(row.task_id))
    }
  }

  /** Over the limit of running tasks: the newest go back to waiting. */
  async function putBack(ids: string[]): Promise<void> {
    for (const task_id of ids) {
      const row = await store.byId(task_id)
      const down_size = live.get(task_id)?.down
      live.delete(task_id)
      inHand.delete(task_id)
      await engine.pause(task_id)
      if (row && down_size !== undefined) await change(row, { down_size })
    }
  }

  /** Code 200 with the task's id, or a Refusal with the task code. id: the act's id; a repeat finds the same task. */
  function start({ id, accepted, select, oldTaskId = '' }: Start): Promise<Started> {
    return oneAtATime(async () => {
      const row = (await store.byAct(id)) ?? (await store.byKey(accepted.key))
      if (row) return startAgain({ id, row, select })
      if ((await store.countUnfinished()) >= taskLimit) throw new Refusal(TaskCode.limit)
      const made = await store.add(newRow({ id, accepted, select, oldTaskId, named: await namedBy(accepted), now: now() }))
      events.emit('task', { task: view(made), isState: true })
      return begin(made)
    })
  }

  async function namedBy(accepted: Accepted) {
    return accepted.kind === 'magnet' ? magnets.known(accepted.infoHash) : undefined
  }

  function restart({
    id,
    task_id,
    select,
  }: {
    id: string
    task_id: string
    select: number[] | undefined
  }): Promise<Started | undefined> {
    return oneAtATime(async () => {
      const row = await store.byId(task_id)
      return row && startAgain({ id, row, select })
    })
  }

  /** The task that this act created, if the act is a repeat. */
  function ofAct(id: string): Promise<Started | undefined> {
    return oneAtATime(async () => {
      const row = await store.byAct(id)
      return row && startAgain({ id, row, select: undefined })
    })
  }

  async function startAgain({ id, row, select }: { id: string; row: TaskRow; select: number[] | undefined }): Promise<Started> {
    const same = { task_id: row.task_id, old_task_id: '' }
    if (row.act_id === id && row.status !== TaskStatus.stop) return row.status === TaskStatus.run ? begin(row) : same
    if (row.status === TaskStatus.run) throw new Refusal(TaskCode.inDownloading, same)
    const isHere = row.status === TaskStatus.done && (await place.has(row.path))
    if (isHere) throw new Refusal(TaskCode.inComplete, same)
    const isNew = row.status === TaskStatus.done || (select !== undefined && JSON.stringify(select) !== row.chosen)
    if (isNew && engine.isUp()) await engine.forget(row.task_id).catch(orLater)
    const chosen = select === undefined ? row.chosen : JSON.stringify(select)
    const sizes = isNew && row.kind === 'magnet' ? { total_size: 0, down_size: 0 } : {}
    const fresh = row.status === TaskStatus.done ? { path: '', down_size: 0, done_at: null } : {}
    const running = { status: TaskStatus.run, code: TaskCode.added, reason: '', act_id: id, chosen }
    return begin(await change(row, { ...running, ...sizes, ...fresh }))
  }

  /** Passes the task to the engine if there is a free slot; otherwise it waits. */
  async function begin(row: TaskRow): Promise<Started> {
    if (engine.isUp() && (inHand.has(row.task_id) || inHand.size < maxRunning())) {
      inHand.add(row.task_id)
      await engine
        .job(row.task_id)
        .then((job) => settle(row, job))
        .catch(orLater)
    }
    const after = await store.byId(row.task_id)
    // spec 4: a start that is answered with any other code leaves the task at stop; its reason is kept.
    if (after?.status === TaskStatus.failed) await change(after, { status: TaskStatus.stop })
    if (after?.status === TaskStatus.failed)
      throw new Refusal(after.code, { task_id: row.task_id, old_task_id: '', reason: after.reason })
    return { task_id: row.task_id, old_task_id: '' }
  }

  /** A start that was refused before the engine got it: its task is set to stop, with the reason. */
  function keepRefusal(task_id: string, { code, data }: Refusal): Promise<void> {
    return oneAtATime(async () => {
      const row = task_id === '' ? undefined : await store.byId(task_id)
      if (!row || row.status === TaskStatus.run || row.status === TaskStatus.done) return
      const parsed = Reason.safeParse(data)
      await change(row, { status: TaskStatus.stop, code, reason: parsed.success ? parsed.data.reason : '' })
    })
  }

  function stop(task_id: string): Promise<{ task_id: string }> {
    return oneAtATime(async () => {
      const row = await store.byId(task_id)
      if (!row) throw new Refusal(TaskCode.notCreated)
      if (row.status !== TaskStatus.run) return { task_id }
      const down_size = Math.max(row.down_size, live.get(task_id)?.down ?? 0)
      await change(row, { status: TaskStatus.stop, down_size })
      if (engine.isUp()) await engine.pause(task_id).catch(orLater)
      return { task_id }
    })
  }

  /** Stored first: an interrupted removal is finished by the next reconcile. */
  function remove({ task_id, files }: { task_id: string; files: 0 | 1 }): Promise<{ task_id: string }> {
    return oneAtATime(async () => {
      const row = await store.byId(task_id)
      if (!row) return { task_id }
      await store.beginRemoval(task_id, files)
      films.forget(task_id)
      live.delete(task_id)
      inHand.delete(task_id)
      events.emit('task_gone', { task_id })
      await removeNow({ ...row, removing: files }).catch(orLater)
      return { task_id }
    })
  }

  /** spec 4's unknown: the task should run, but the engine has no job for it. The next reconcile adds it again. */
  async function isLost({ task_id, status, kind, total_size }: TaskRow): Promise<boolean> {
    const isRunning = status === TaskStatus.run && inHand.has(task_id) && engine.isUp()
    // A magnet without metadata runs under another job.
    if (!isRunning || (kind === 'magnet' && total_size === 0) || (await jobNow(task_id))) return false
    // A queued operation may have changed the task: check again after it.
    const lost = await oneAtATime(async () => {
      const row = await store.byId(task_id)
      return row?.status === TaskStatus.run && inHand.has(task_id) && engine.isUp() && !(await jobNow(task_id))
    })
    if (lost) touched.add(task_id)
    if (lost) void reconcile()
    return lost
  }

  async function jobNow(task_id: string): Promise<boolean> {
    try {
      return (await engine.job(task_id)) !== undefined
    } catch (error) {
      // An absent engine does not mean a lost job: its progress is in the table.
      if (error instanceof EngineAway) return true
      throw error
    }
  }

  /** Ignores calls missed by an absent engine: it comes back empty, and the next reconcile adds the running jobs. */
  function orLater(error: unknown): void {
    if (!(error instanceof EngineAway)) throw error
  }

  return {
    start,
    restart,
    ofAct,
    keepRefusal,
    stop,
    remove,
    look: reconcile,
    view,
    async list(limit: number, offset: number): Promise<{ data: Task[]; total: number }> {
      return { data: (await store.list(limit, offset)).map(view), total: await store.count() }
    },
    async find({ task_id, key }: { task_id: string; key: string }): Promise<Task | undefined> {
      const row = (task_id ? await store.byId(task_id) : undefined) ?? (key ? await store.byKey(key) : undefined)
      if (!row) return undefined
      const lost = await isLost(row)
      // The row may have changed or gone while waiting.
      const current = await store.byId(row.task_id)
      if (!current) return undefined
      return lost ? { ...view(current), status: TaskStatus.unknown } : view(current)
    },
    /** Stores the progress of running tasks, so that it is shown after a restart. */
    async keepNumbers(): Promise<void> {
      for (const [task_id, { down }] of live) await store.change(task_id, { down_size: down })
    },
  }
}
