/** The queue of downloads: higher priorities first, then in the order that people gave it. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { TaskStatus, type TaskKind, type TaskReason } from '@homeport/contract/download/download.ts'
import type { Db } from '../../kit/db.ts'
import { longestWaitOf } from './retry.ts'
import type { TaskRow } from './task-row.ts'

const dueAtOnce = 100
/** Rows between two pauses: the database answers without one. */
const rowsAtOnce = 100
/** Between two tasks less than this is left: the whole queue gets new numbers. */
const smallestGap = 1e-6

export type QueueTarget = { to: 'first' | 'last' | 'before'; before: string }
type QueuePosition = Pick<TaskRow, 'task_id' | 'priority' | 'queue_order'>

/** Tasks that are being removed are excluded. */
export const tasks = (db: Db) => db.selectFrom('task').where('removing', 'is', null)
const toRun = (db: Db) => tasks(db).where('status', '=', TaskStatus.run).where('next_at', 'is', null).where('moving_to', '=', '')
/** A task that waits for space has this as its reason, and a time though nothing is due then. */
export const waitsForSpace: TaskReason = 'no_space'
/** So does one whose folder is away. */
const waitsForFolder: TaskReason = 'no_folder'
/** And one whose server asked for it waits longer than any other. */
const askedToWait: TaskReason = 'asked_to_wait'
const unfinished = [TaskStatus.stop, TaskStatus.run, TaskStatus.failed]

export function taskQueue(db: Db) {
  /** Places of all that are not done, in the order of the queue. */
  const positions = (tx: Db): Promise<QueuePosition[]> =>
    tasks(tx)
      .select(['task_id', 'priority', 'queue_order'])
      .where('status', 'in', unfinished)
      .orderBy('priority', 'desc')
      .orderBy('queue_order')
      .orderBy('seq')
      .execute()

  return {
    ...folderWaits(db),
    /** The tasks that should run and whose engine is up: those in the engine, then the next ones of the queue, those that were never tried first. */
    async running({
      handedToEngine,
      more,
      kinds,
    }: {
      handedToEngine: readonly string[]
      more: number
      kinds: readonly TaskKind[]
    }): Promise<TaskRow[]> {
      const all = toRun(db)
        .selectAll()
        .where('kind', 'in', kinds)
        .orderBy('priority', 'desc')
        .orderBy('queue_order')
        .orderBy('seq')
      const held = handedToEngine.length > 0 ? await all.where('task_id', 'in', handedToEngine).execute() : []
      if (more <= 0) return held
      const next = handedToEngine.length > 0 ? all.where('task_id', 'not in', handedToEngine) : all
      // Two queries: each is read in the order of its index.
      const first = await next.where('is_fruitless', '=', 0).limit(more).execute()
      const rest = more > first.length ? next.where('is_fruitless', '=', 1).limit(more - first.length) : undefined
      return [...held, ...first, ...((await rest?.execute()) ?? [])]
    },
    /** How many wait for their first try. */
    async waitingNew(handedToEngine: readonly string[]): Promise<number> {
      const untried = toRun(db).where('is_fruitless', '=', 0)
      return count(handedToEngine.length > 0 ? untried.where('task_id', 'not in', handedToEngine) : untried)
    },
    /** Whose time has come to be tried again, also by a clock that was set back meanwhile. */
    retriesDue: (now: number): Promise<TaskRow[]> =>
      tasks(db)
        .selectAll()
        .where('status', '=', TaskStatus.run)
        .where((eb) =>
          eb.or([
            eb('next_at', '<=', now),
            eb('next_at', '>', now + longestWaitOf.serverMs),
            eb.and([eb('next_at', '>', now + longestWaitOf.ownMs), eb('reason', '!=', askedToWait)]),
          ]),
        )
        .where('reason', '!=', waitsForSpace)
        .where((eb) => eb.or([eb('reason', '!=', waitsForFolder), eb('tries', '>', 0)]))
        .orderBy('priority', 'desc')
        .orderBy('queue_order')
        .limit(dueAtOnce)
        .execute(),
    /** All that wait for a slot in the engine or have one, in the order of the queue. */
    queued: (): Promise<Pick<TaskRow, 'task_id' | 'kind' | 'is_live'>[]> =>
      toRun(db)
        .select(['task_id', 'kind', 'is_live'])
        .orderBy('is_fruitless')
        .orderBy('priority', 'desc')
        .orderBy('queue_order')
        .orderBy('seq')
        .execute(),
    /** All that are not done, in the order of the queue. */
    inOrder: async (): Promise<string[]> => (await positions(db)).map(({ task_id }) => task_id),
    /** From 1, among those that are not done. */
    orderOf: async (row: TaskRow): Promise<number> => 1 + (await countBefore(tasks(db).where('status', 'in', unfinished), row)),
    /** From 1, without those that are in the engine. */
    async queuePositionOf(row: TaskRow, handedToEngine: readonly string[]): Promise<number> {
      const waiting = handedToEngine.length > 0 ? toRun(db).where('task_id', 'not in', handedToEngine) : toRun(db)
      const ofItsTurn = await countBefore(waiting.where('is_fruitless', '=', row.is_fruitless), row)
      return 1 + ofItsTurn + (row.is_fruitless === 1 ? await count(waiting.where('is_fruitless', '=', 0)) : 0)
    },
    /** Those that wait for one of these reasons are due now. */
    async endWaits(now: number, reasons: readonly string[]): Promise<void> {
      await db
        .updateTable('task')
        .set({ next_at: now, tries: 0, is_fruitless: 0 })
        .where('status', '=', TaskStatus.run)
        .where('next_at', '>', now)
        .where('reason', 'in', reasons)
        .execute()
    },
    /** Moves these tasks in the queue, in their order among themselves; they get the priority of where they go. undefined: there is no such position. */
    reorder: (ids: readonly string[], target: QueueTarget): Promise<string[] | undefined> =>
      db.transaction().execute(async (tx) => {
        const isMoved = new Set(ids)
        const all = await positions(tx)
        const moved = all.filter(({ task_id }) => isMoved.has(task_id))
        const rest = all.filter(({ task_id }) => !isMoved.has(task_id))
        const at = positionOf({ all, rest, isMoved }, target)
        if (at === undefined) return undefined
        for (const [count, { task_id, ...position }] of renumbered(moved, rest, at).entries()) {
          await tx.updateTable('task').set(position).where('task_id', '=', task_id).execute()
          if (count % rowsAtOnce === rowsAtOnce - 1) await nextTurn()
        }
        return moved.map(({ task_id }) => task_id)
      }),
  }
}

const waitingForFolder = (db: Db) =>
  tasks(db)
    .where('status', '=', TaskStatus.run)
    .where('next_at', 'is not', null)
    .where('reason', '=', waitsForFolder)
    .where('tries', '=', 0)

function folderWaits(db: Db) {
  return {
    /** Folders that tasks wait for. */
    async foldersWaitedFor(): Promise<string[]> {
      const rows = await waitingForFolder(db).select('folder_id').distinct().execute()
      return rows.map(({ folder_id }) => folder_id)
    },
    /** Returns the tasks that waited for them. */
    async endFolderWaits(folderIds: readonly string[]): Promise<string[]> {
      const waiting = waitingForFolder(db).select('task_id').where('folder_id', 'in', folderIds)
      const rows = await db
        .updateTable('task')
        .set({ next_at: null, reason: '' })
        .where('task_id', 'in', waiting)
        .returning('task_id')
        .execute()
      return rows.map(({ task_id }) => task_id)
    },
  }
}

async function countBefore(query: ReturnType<typeof tasks>, { priority, queue_order, seq }: TaskRow): Promise<number> {
  const before = query.where((eb) =>
    eb.or([
      eb('priority', '>', priority),
      eb.and([eb('priority', '=', priority), eb('queue_order', '<', queue_order)]),
      eb.and([eb('priority', '=', priority), eb('queue_order', '=', queue_order), eb('seq', '<', seq)]),
    ]),
  )
  return count(before)
}

async function count(query: ReturnType<typeof tasks>): Promise<number> {
  return (await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirst())?.n ?? 0
}

type QueueMove = { all: readonly QueuePosition[]; rest: readonly QueuePosition[]; isMoved: ReadonlySet<string> }

/** Index among the rest. */
function positionOf({ all, rest, isMoved }: QueueMove, { to, before }: QueueTarget): number | undefined {
  if (to === 'first') return 0
  if (to === 'last') return rest.length
  const target = all.findIndex(({ task_id }) => task_id === before)
  if (target === -1) return undefined
  const next = all.slice(target).find(({ task_id }) => !isMoved.has(task_id))
  return next ? rest.indexOf(next) : rest.length
}

/** The positions that change: those of the moved tasks, or all of them where their numbers leave no room. */
function renumbered(moved: readonly QueuePosition[], rest: readonly QueuePosition[], at: number): QueuePosition[] {
  const [previous, next] = [rest[at - 1], rest[at]]
  const neighbour = next ?? previous
  if (!neighbour || moved.length === 0) return []
  const { priority } = neighbour
  const low = previous?.priority === priority ? previous.queue_order : neighbour.queue_order - moved.length - 1
  const high = next?.priority === priority ? next.queue_order : low + moved.length + 1
  const step = (high - low) / (moved.length + 1)
  const between = moved.map((position, count) => ({ ...position, priority, queue_order: low + step * (count + 1) }))
  if (step >= smallestGap) return between
  return [...rest.slice(0, at), ...between, ...rest.slice(at)].map((position, count) => ({ ...position, queue_order: count + 1 }))
}
