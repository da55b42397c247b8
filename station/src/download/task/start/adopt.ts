/** Torrents that a program of the owner's has already become tasks, with their place on the disk and their progress. Nothing is moved, begun or deleted by it. */
import { TaskStatus, taskLimit } from '@homeport/contract/download/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import type { OneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import {
  EngineAway,
  EngineRefusal,
  unlessAway,
  type Engine,
  type ProgramLibrary,
  type ProgramTorrent,
} from '../../engine/engine.ts'
import { DownloadRefusal } from '../../engine/failure.ts'
import { infoHashOfRow } from '../../house-program/torrent-tasks.ts'
import { notTried } from '../../table/retry.ts'
import type { TaskRow, TaskStore } from '../../table/store.ts'
import type { Slots } from '../limits/slots.ts'
import type { Progress } from '../view/progress.ts'
import { createAdoptedRow, type AdoptedRowDeps } from './adopted-row.ts'
import { createFollowProgram } from './follow-program.ts'

const lookEveryMs = 5_000
/** A look is not longer than this many of them. */
const atOnce = 20

type AdoptDeps = AdoptedRowDeps & {
  store: TaskStore
  engine: Engine
  slots: Slots
  progress: Progress
  admission: OneAtATime
  oneAtATime: OneAtATime
  elapsed: () => number
  onFault: (fault: unknown) => void
}

export function createAdopt(deps: AdoptDeps) {
  const { store, engine, slots, progress, admission, oneAtATime, elapsed, onFault } = deps
  const rowOf = createAdoptedRow(deps)
  const followProgram = createFollowProgram(deps)
  /** Torrents that cannot be tasks: of version 2 only, or with names that leave their folder. */
  const refused = new Set<string>()
  let begunOutside = new Set<string>()
  let lookedAt = -Infinity
  let looking: Promise<void> | undefined

  /** False where it is none that the box can have. */
  async function adoptOne(library: ProgramLibrary, given: ProgramTorrent): Promise<boolean> {
    const made = await rowOf(library, given)
    if (!made) return false
    const { task_id, key } = made.row
    await admission(() =>
      oneAtATime(async () => {
        // Somebody started it meanwhile, or it was removed with its task.
        if ((await store.byKey(key)) ?? (await store.byId(task_id))) return
        if ((await store.removals([])).some((row) => infoHashOfRow(row) === given.hash) || !(await library.has(given.hash)))
          return
        const row = await store.add(made.row)
        await store.setFiles(task_id, made.files)
        if (row.status === TaskStatus.run && slots.canTake(row)) slots.take(row)
        // It has its turn when one before it is done.
        else if (row.status === TaskStatus.run) await unlessAway(engine.pause(task_id, row.kind))
        await progress.adopted(row)
      }),
    )
    return true
  }

  /** The owner began it in the program: at the second look, since the first may still see what the box has stopped. */
  async function followOwner(all: readonly ProgramTorrent[], rows: readonly TaskRow[]): Promise<void> {
    const isMoving = new Set(all.filter(({ state }) => state === 'active').map(({ hash }) => `btih:${hash}`))
    const moving = rows.filter(
      ({ key, status }) => isMoving.has(key) && (status === TaskStatus.stop || status === TaskStatus.failed),
    )
    const begun = moving.filter(({ task_id }) => begunOutside.has(task_id))
    begunOutside = new Set(moving.map(({ task_id }) => task_id))
    for (const { task_id } of begun)
      await oneAtATime(async () => {
        const row = await store.byId(task_id)
        if (row && row.status !== TaskStatus.run && row.status !== TaskStatus.done)
          await progress.change(row, { status: TaskStatus.run, code: TaskCode.added, reason: '', ...notTried })
      })
  }

  async function lookNow(library: ProgramLibrary): Promise<void> {
    const all = (await library.torrents()).filter(({ hash }) => !refused.has(hash))
    const rows = await store.byKeys(all.map(({ hash }) => `btih:${hash}`))
    const existing = new Set(rows.map(({ key }) => key))
    await followOwner(all, rows)
    await followProgram(library, all, rows)
    const going = new Set((await store.removals([])).map(infoHashOfRow))
    const strangers = all.filter(({ hash }) => !existing.has(`btih:${hash}`) && !going.has(hash))
    for (const given of strangers.slice(0, atOnce)) {
      if ((await store.count()) >= taskLimit) return
      try {
        if (!(await adoptOne(library, given))) refused.add(given.hash)
      } catch (error) {
        if (error instanceof EngineAway) return
        // It has left the program.
        if (error instanceof EngineRefusal && !(await library.has(given.hash))) continue
        if (!(error instanceof DownloadRefusal || error instanceof EngineRefusal)) onFault(error)
        refused.add(given.hash)
      }
    }
    if (strangers.length > atOnce) lookedAt = -Infinity
  }

  /** While one look is under way a second one waits for its end. */
  return (library: ProgramLibrary): Promise<void> => {
    if (!looking && elapsed() - lookedAt < lookEveryMs) return Promise.resolve()
    lookedAt = elapsed()
    looking ??= lookNow(library)
      .catch((error: unknown) => {
        if (!(error instanceof EngineAway)) onFault(error)
      })
      .finally(() => (looking = undefined))
    return looking
  }
}
