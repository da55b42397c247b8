/** Moves, copies and deletes many entries one after the other, while the phone follows how far it is. One kind of trouble with one entry leaves the others alone. */
import { randomUUID } from 'node:crypto'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { fileJob, fileReasons } from '@homeport/contract/files.ts'
import type { Out } from '@homeport/contract/kit/operation.ts'
import { Refusal } from '../kit/refusal.ts'
import { fileRefusal, type AllowedFolders, type Entry } from './allowed-folders.ts'
import { folderOf, joinPath } from './entry-name.ts'
import { codeOf, GoneMeanwhile, PathTaken } from './rename-into.ts'
import { sizeOf, type Trees } from './trees.ts'

type Reason = (typeof fileReasons)[number]
type JobState = Out<(typeof fileJob)['output']>
type Job = JobState & { stop: AbortController; endedAt: number }
const jobKeptMs = 3_600_000

export type FileJobDeps = {
  folders: AllowedFolders
  isInUse: (path: string) => Promise<boolean>
  /** Moves into the recycle bin of their allowed folder. Throws a Refusal with a reason. */
  toBin: (entry: Entry, size: number) => Promise<void>
  /** Paths that came or went. */
  onChange: (moves: readonly { from: string; to: string }[]) => void
  trees: Trees
  now: () => number
  onFault: (fault: unknown) => void
}
export type FileJobs = ReturnType<typeof createFileJobs>

export function createFileJobs({ folders, isInUse, toBin, onChange, trees, now, onFault }: FileJobDeps) {
  const jobs = new Map<string, Job>()

  async function begin(paths: readonly string[], work: (entry: Entry, job: Job) => Promise<void>): Promise<{ job_id: string }> {
    const entries: Entry[] = []
    for (const path of paths) entries.push(await changeable(path))
    const stop = new AbortController()
    const job: Job = { job_id: randomUUID(), state: 'running', done: 0, total: 0, failed: [], stop, endedAt: Infinity }
    for (const [id, old] of jobs) if (now() - old.endedAt > jobKeptMs) jobs.delete(id)
    jobs.set(job.job_id, job)
    void run(job, entries, work).catch(onFault)
    return { job_id: job.job_id }
  }

  async function run(job: Job, entries: readonly Entry[], work: (entry: Entry, job: Job) => Promise<void>): Promise<void> {
    const sizes: number[] = []
    for (const { abs, stats } of entries) sizes.push(await sizeOf({ abs, stats }))
    job.total = sizes.reduce((sum, size) => sum + size, 0)
    let done = 0
    for (const [at, entry] of entries.entries()) {
      if (job.stop.signal.aborted) break
      try {
        await work(await folders.again(entry), job)
      } catch (error) {
        if (job.stop.signal.aborted) break
        const reason = reasonOf(error)
        if (!reason) onFault(error)
        job.failed.push({ reason: reason ?? 'gone', name: entry.names.at(-1) ?? '' })
      }
      done += sizes[at] ?? 0
      job.done = done
    }
    job.state = job.stop.signal.aborted ? 'cancelled' : 'done'
    job.endedAt = now()
  }

  /** An entry that may be moved, renamed or deleted. */
  async function changeable(path: string): Promise<Entry> {
    const entry = await folders.entryAt(path)
    const name = entry.names.at(-1) ?? ''
    if (entry.names.length < 2) throw fileRefusal('read_only', name)
    const above = await folders.folderAt(path.slice(0, path.lastIndexOf('/')))
    if (!(await folders.canWrite(above))) throw fileRefusal('read_only', name)
    if (await isInUse(entry.abs.toString())) throw fileRefusal('in_use', name)
    return entry
  }

  async function targetOf(to: string): Promise<Entry> {
    const target = await folders.folderAt(to)
    if (!(await folders.canWrite(target))) throw fileRefusal('read_only', target.names.at(-1))
    return target
  }

  async function moveOne(entry: Entry, target: Entry, job: Job): Promise<void> {
    const into = await folders.again(target)
    const to = pathIn(entry, into)
    const change = { from: entry.abs.toString(), to: to.toString() }
    try {
      await trees.moveWithin(entry, to)
    } catch (error) {
      if (codeOf(error) !== 'EXDEV') throw error
      await trees.moveAcross(entry, { folder: into.folder, path: to }, copyingOf(job))
    }
    onChange([change])
  }

  return {
    changeable,
    async move(paths: readonly string[], to: string): Promise<{ job_id: string }> {
      const target = await targetOf(to)
      return begin(paths, (entry, job) => moveOne(entry, target, job))
    },
    async copy(paths: readonly string[], to: string): Promise<{ job_id: string }> {
      const target = await targetOf(to)
      return begin(paths, async (entry, job) => {
        const into = await folders.again(target)
        const path = pathIn(entry, into)
        await trees.copy(entry, { folder: into.folder, path }, copyingOf(job))
        onChange([{ from: path.toString(), to: path.toString() }])
      })
    },
    delete: (paths: readonly string[], isFinal: boolean): Promise<{ job_id: string }> =>
      begin(paths, async (entry) => {
        const { abs } = entry
        if (isFinal) await trees.remove(abs)
        else await toBin(entry, await sizeOf(entry))
        onChange([{ from: abs.toString(), to: abs.toString() }])
      }),
    async rename(path: string, name: string): Promise<string> {
      const entry = await changeable(path)
      const to = joinPath(folderOf(entry.abs), Buffer.from(name))
      await withFileRefusal(name, () => trees.moveWithin(entry, to))
      onChange([{ from: entry.abs.toString(), to: to.toString() }])
      return `${path.slice(0, path.lastIndexOf('/'))}/${name}`
    },
    state(jobId: string, isCancelled: boolean): JobState {
      const job = jobs.get(jobId)
      if (!job || now() - job.endedAt > jobKeptMs) throw new Refusal(Code.notFound)
      if (isCancelled) job.stop.abort()
      const { stop: _, endedAt: __, ...state } = job
      return { ...state, failed: state.failed.slice(0, 99) }
    },
    targetOf,
    stop(): void {
      for (const job of jobs.values()) job.stop.abort()
    },
  }
}

function copyingOf(job: Job) {
  return { signal: job.stop.signal, onBytes: (bytes: number) => void (job.done += bytes) }
}

function pathIn({ abs, path }: Entry, target: Entry): Buffer {
  if (target.path === path || target.path.startsWith(`${path}/`)) throw fileRefusal('into_itself')
  return joinPath(target.abs, abs.subarray(abs.lastIndexOf('/') + 1))
}

/** A refusal in place of the disk's own error. */
export async function withFileRefusal<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const reason = reasonOf(error)
    if (!reason || error instanceof Refusal) throw error
    throw fileRefusal(reason, name)
  }
}

const reasonsByCode: Record<string, Reason> = {
  EEXIST: 'exists',
  EACCES: 'read_only',
  EPERM: 'read_only',
  EROFS: 'read_only',
  ENODEV: 'gone',
  ENXIO: 'gone',
  ENOTCONN: 'gone',
  ESTALE: 'gone',
  ENOSPC: 'no_space',
  EDQUOT: 'no_space',
  EFBIG: 'no_space',
  ENOENT: 'gone',
  ENOTDIR: 'gone',
  ENAMETOOLONG: 'name_too_long',
}

function reasonOf(error: unknown): Reason | undefined {
  if (error instanceof PathTaken) return 'exists'
  if (error instanceof GoneMeanwhile) return 'gone'
  if (error instanceof Refusal) return reasonIn(error.data)
  return reasonsByCode[codeOf(error)]
}

function reasonIn(data: unknown): Reason | undefined {
  const reason = typeof data === 'object' && data !== null && 'reason' in data ? data.reason : undefined
  if (reason === 'other_disk') return 'read_only'
  return Object.values(reasonsByCode)
    .concat('in_use', 'into_itself')
    .find((one) => one === reason)
}
