/** Reconciles the engine's jobs with the task table, one task at a time: adds missing jobs, moves out finished files, records failures. Idempotent. */
import { TaskStatus } from '@homeport/contract/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { sourceOf } from '@homeport/contract/shape/source.ts'
import { basename } from 'node:path'
import { EngineAway, EngineRefusal, type Engine, type Job } from './engine.ts'
import { diskFailureOf, failureOf, fileExists, type Failure } from './failure.ts'
import type { TorrentMetadata, FetchedTorrent } from './source/torrent-metadata.ts'
import { workName, type DownloadDir } from './download-dir.ts'
import type { TaskRow, TaskStore } from './store.ts'
import type { EngineReading } from './to-wire.ts'

export type ReconcileParts = {
  store: TaskStore
  engine: Engine
  magnets: TorrentMetadata
  place: DownloadDir
  now: () => number
  /** Writes the row and publishes the change. */
  change: (row: TaskRow, change: Partial<TaskRow>) => Promise<TaskRow>
  live: (row: TaskRow, live: EngineReading) => void
  onFault: (fault: unknown) => void
  /** Why the egress proxy blocked a recent connection. */
  shutLately: () => 'private' | 'own_port' | undefined
}

const badTorrent: Failure = { code: TaskCode.invalidLink, reason: 'bad_torrent' }
const noRoom: Failure = { code: TaskCode.noSpace, reason: 'no_space' }

/** job: the engine's current answer for this task's gid; undefined: it has no such job. */
export function createReconcileTask({ store, engine, magnets, place, now, change, live, shutLately, onFault }: ReconcileParts) {
  /** A disk error fails only its own task. */
  async function settle(row: TaskRow, job: Job | undefined): Promise<void> {
    try {
      await settleNow(row, job)
    } catch (error) {
      if (error instanceof EngineAway) throw error
      onFault(error)
      await fail(row, diskFailureOf(error))
    }
  }

  async function settleNow(row: TaskRow, job: Job | undefined): Promise<void> {
    if (row.status !== TaskStatus.run) return
    if (row.kind === 'http') return settleJob(row, job, () => addHttp(row))
    if (row.total_size > 0 && job && job.state !== 'removed') return settleJob(row, job, async () => {})
    const source = sourceOf(row.url)
    if (source.kind !== 'magnet') return fail(row, badTorrent)
    const named = await magnets.known(source.infoHash)
    if (!named) {
      const failure = await magnets.ask(source.infoHash, source.url)
      return failure && !(await magnets.known(source.infoHash)) ? fail(row, failure) : undefined
    }
    const whole = row.total_size === 0 ? await change(row, wordsOf(named, row)) : row
    return settleJob(whole, job, () => addTorrent(whole, named))
  }

  async function settleJob(row: TaskRow, job: Job | undefined, add: () => Promise<void>): Promise<void> {
    if (!job || job.state === 'removed') {
      if (job) await engine.forget(row.task_id)
      return addOrFail(row, add)
    }
    if (job.state === 'paused') return engine.unpause(row.task_id)
    if (job.state === 'error') return fail(row, whyOf(job), job.error)
    if (job.state === 'complete' || job.state === 'seeding') return finish(row, job)
    // A queued job has no progress to report.
    if (job.state === 'active' || job.done_bytes > 0) await follow(row, job)
  }

  function whyOf(job: Job): Failure {
    const shut = /proxy/i.test(job.error_text) ? shutLately() : undefined
    return failureOf(shut ? { ...job, error_text: shut } : job)
  }

  async function addOrFail(row: TaskRow, add: () => Promise<void>): Promise<void> {
    try {
      if (await place.isWritable()) await add()
      else await fail(row, { code: TaskCode.noFolder, reason: 'no_folder' })
    } catch (error) {
      if (!(error instanceof EngineRefusal)) throw error
      await fail(row, row.kind === 'magnet' ? badTorrent : failureOf({ error: 0, error_text: error.message }))
    }
  }

  async function addHttp(row: TaskRow): Promise<void> {
    const name = await place.finishedIn(row.task_id)
    // The file was complete and being moved out when the station was stopped.
    if (row.path !== '' && (name !== '' || (await place.has(row.path)))) return bringOut(row, name)
    const dir = await place.prepareWork(row.task_id)
    await change(row, { has_begun: 1 })
    await engine.addHttp({ gid: row.task_id, url: row.url, dir })
  }

  async function addTorrent(row: TaskRow, { torrent, bytes }: FetchedTorrent): Promise<void> {
    const files = torrent.files.filter((file) => !file.isPadding)
    const wanted = files.map((file) => file.index).filter((index) => chosenOf(row)?.includes(index) ?? true)
    const escapes = [torrent.name, ...torrent.files.flatMap((file) => file.path.split('/'))].some(
      (part) => part === '..' || part === workName,
    )
    if (escapes || wanted.length === 0) return fail(row, escapes ? badTorrent : { code: TaskCode.noFiles, reason: 'no_files' })
    const before = row.has_begun === 1
    if (!before && !(await place.hasRoomFor(row.download_size))) return fail(row, noRoom)
    await change(row, { has_begun: 1 })
    // Files on disk without the engine's control file (a kill before it was first written) are verified by hash.
    const check = before && !(await place.has(`${torrent.name}.aria2`))
    const chosen = wanted.length === files.length ? undefined : wanted
    await engine.addTorrent({ gid: row.task_id, torrent: bytes, dir: place.root, chosen, check })
    const job = await engine.job(row.task_id)
    if (job?.files.some((file) => !place.isInside(file.path))) {
      await engine.forget(row.task_id)
      return fail(row, badTorrent)
    }
    const isWanted = new Set(wanted)
    const isReal = new Set(files.map((file) => file.index))
    const own = (job?.files ?? []).filter((file) => isReal.has(file.index))
    await store.setFiles(
      row.task_id,
      own.map(({ index, path, length }) => ({
        file_index: index,
        path: place.pathOf(path),
        size: length,
        is_selected: isWanted.has(index) ? 1 : 0,
      })),
    )
  }

  async function follow(row: TaskRow, job: Job): Promise<void> {
    live(row, { down: job.done_bytes, speed: job.speed_bytes, peers: job.peers })
    if (row.kind !== 'http' || job.total_bytes === 0 || job.total_bytes === row.total_size) return
    const file = (await engine.job(row.task_id))?.files[0]
    if (!file) return
    const sizes = { total_size: job.total_bytes, download_size: job.total_bytes }
    const sized = await change(row, { name: basename(file.path), ...sizes })
    const missing = job.total_bytes - (await place.allocatedTo(row.task_id))
    if (!(await place.hasRoomFor(missing))) await fail(sized, noRoom)
  }

  async function finish(row: TaskRow, job: Job): Promise<void> {
    if (row.kind === 'http') {
      const name = await place.finishedIn(row.task_id)
      await engine.forget(row.task_id)
      // A complete job without its file was deleted from outside: it starts again.
      return name === '' ? undefined : bringOut({ ...row, total_size: job.total_bytes, download_size: job.total_bytes }, name)
    }
    // A partial selection is not seeded: the engine soon ends it and deletes the unselected stubs.
    if (job.state === 'seeding' && row.select_count < row.file_count)
      return live(row, { down: row.download_size, speed: 0, peers: 0 })
    const file = (await engine.job(row.task_id))?.files[0]
    const path = file ? place.topOf(file.path) : row.name
    if (job.state === 'complete') {
      await engine.forget(row.task_id)
      // The engine keeps its control file if files were left out; it is no longer needed.
      await place.dropNotes(path)
    }
    await done(row, { path })
  }

  /** The path is stored before the move, so a kill in between ends with the same path. */
  async function bringOut(row: TaskRow, name: string): Promise<void> {
    const isRetry = row.path !== ''
    const path = isRetry ? row.path : await place.freeName(name)
    if (!isRetry) await change(row, { path, name: path, total_size: row.total_size, download_size: row.download_size })
    const size = name === '' ? await place.sizeOf(path) : await place.sizeInWork(row.task_id, name)
    await store.setFiles(row.task_id, [{ file_index: 1, path, size, is_selected: 1 }])
    if (name !== '') await place.bringOut(row.task_id, name, path)
    await done(row, { path, name: path })
  }

  async function done(row: TaskRow, more: Partial<TaskRow>): Promise<void> {
    await change(row, {
      ...more,
      status: TaskStatus.done,
      code: TaskCode.added,
      reason: '',
      down_size: row.download_size,
      done_at: now(),
    })
  }

  async function fail(row: TaskRow, { code, reason }: Failure, error = 0): Promise<void> {
    await engine.forget(row.task_id)
    const isForeign = error === fileExists && row.kind === 'magnet'
    if (isForeign) await store.setFiles(row.task_id, [])
    const untouched = isForeign ? { has_begun: 0 } : {}
    await change(row, { status: TaskStatus.failed, code, reason, ...untouched })
  }

  return settle
}

export function chosenOf(row: Pick<TaskRow, 'chosen'>): number[] | undefined {
  const list: unknown = row.chosen === null ? undefined : JSON.parse(row.chosen)
  return Array.isArray(list) ? list.filter((one) => typeof one === 'number') : undefined
}

/** The columns that are set once the torrent is known. Padding files do not count. */
export function wordsOf({ torrent }: Pick<FetchedTorrent, 'torrent'>, row: Pick<TaskRow, 'chosen'>): Partial<TaskRow> {
  const files = torrent.files.filter((file) => !file.isPadding)
  const chosen = chosenOf(row)
  const selected = chosen ? files.filter((file) => chosen.includes(file.index)) : files
  const sum = (list: { size: number }[]) => list.reduce((total, file) => total + file.size, 0)
  return {
    name: torrent.name,
    file_count: files.length,
    select_count: selected.length,
    total_size: sum(files),
    download_size: sum(selected),
  }
}
