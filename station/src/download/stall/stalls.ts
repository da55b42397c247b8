/** Why a task in the engine brings nothing: found out within a minute, by what its peers, its trackers or its server do. */
import type { StallReason, TaskStall } from '@homeport/contract/download/download.ts'
import { isLink, type Engine, type Job } from '../engine/engine.ts'
import type { TaskRow } from '../table/store.ts'
import { swarmVerdict } from './swarm-verdict.ts'
import { infoHashOf, type TrackersOf } from './torrent-trackers.ts'
import type { TrackerAnswers } from './trackers.ts'

const stalledAfterMs = 45_000
const againMs = 5_000
const deadAfterMs = 86_400_000
/** Less within the time of a verdict is slow. */
const slowBytes = 60 * 1024

export type StallsDeps = {
  engine: Engine
  trackersOf: TrackersOf
  answers: TrackerAnswers
  /** Bytes a second that the box may download, 0: no limit. */
  downLimit: () => number
  now: () => number
  elapsed?: () => number
  /** Called when a verdict is another than before. */
  onVerdict: (task_id: string) => void
  onFault: (fault: unknown) => void
}
export type Stalls = ReturnType<typeof createStalls>
type Verdict = Pick<TaskStall, 'reason' | 'peers' | 'trackers' | 'silent_trackers' | 'rank' | 'next_at'>
/** from: bytes at the beginning of the present window. Times are of the steady clock. */
type Watch = { down: number; movedAt: number; from: number; fromAt: number; checkedAt: number; verdict: Verdict | undefined }

const plain = { peers: 0, trackers: 0, silent_trackers: 0, rank: 0, next_at: null }

export function createStalls({ engine, trackersOf, answers, downLimit, now, elapsed = now, onVerdict, onFault }: StallsDeps) {
  const watched = new Map<string, Watch>()

  function watch(row: TaskRow, job: Job | undefined): Watch {
    const down = Math.max(job?.done_bytes ?? 0, 0)
    const before = watched.get(row.task_id)
    const current = before ?? {
      down,
      movedAt: elapsed(),
      from: down,
      fromAt: elapsed(),
      checkedAt: -Infinity,
      verdict: undefined,
    }
    watched.set(row.task_id, current)
    if (current.down !== down) Object.assign(current, { down, movedAt: elapsed() })
    return current
  }

  async function verdictOf(row: TaskRow, job: Job | undefined, isSlow: boolean): Promise<Verdict | undefined> {
    if (row.kind === 'ed2k') return ed2kVerdict(job)
    if (isLink(row.kind)) return { ...plain, reason: isSlow ? 'server_slow' : 'server_silent', peers: job?.peers ?? 0 }
    const infoHash = infoHashOf(row)
    const swarm = row.total_size > 0 ? await engine.swarmOf(row.task_id) : undefined
    const reason: StallReason = (swarm ? swarmVerdict(swarm) : 'no_peers') ?? 'other'
    const urls = await trackersOf.of(row)
    answers.ask(infoHash, urls)
    const trackers = answers.of(infoHash, urls)
    const silent = trackers.filter(({ state }) => state === 'silent' || state === 'refused').length
    return { ...plain, reason, peers: swarm?.peers.length ?? 0, trackers: trackers.length, silent_trackers: silent }
  }

  /** Changes the verdict; the bytes of a task do not come while this is asked. */
  async function check(row: TaskRow, job: Job | undefined, current: Watch): Promise<void> {
    current.checkedAt = elapsed()
    const isSlow = elapsed() - current.movedAt < stalledAfterMs
    const verdict = await verdictOf(row, job, isSlow)
    if (watched.get(row.task_id) !== current) return
    const isSame = JSON.stringify(verdict) === JSON.stringify(current.verdict)
    current.verdict = verdict
    if (!isSame) onVerdict(row.task_id)
  }

  return {
    /** Those that have a place in the engine, with its jobs. */
    look(rows: readonly TaskRow[], jobs: ReadonlyMap<string, Job>): void {
      const isRunning = new Set(rows.map(({ task_id }) => task_id))
      for (const task_id of watched.keys()) if (!isRunning.has(task_id)) watched.delete(task_id)
      for (const row of rows) {
        const job = jobs.get(row.task_id)
        const current = watch(row, job)
        const isStalled = elapsed() - current.movedAt >= stalledAfterMs
        const isWindow = elapsed() - current.fromAt >= stalledAfterMs
        const isLimited = row.down_limit > 0 || downLimit() > 0
        const isSlow = isLink(row.kind) && !isLimited && isWindow && current.down - current.from < slowBytes
        if (isWindow) Object.assign(current, { from: current.down, fromAt: elapsed() })
        if ((isStalled || isSlow) && elapsed() - current.checkedAt >= againMs) void check(row, job, current).catch(onFault)
        else if (!isStalled && isWindow && !isSlow && current.verdict) {
          current.verdict = undefined
          onVerdict(row.task_id)
        }
      }
    },

    /** null while it moves, and before it is known why not. isInEngine: it has a place there. */
    of(row: TaskRow, isInEngine: boolean): TaskStall | null {
      // Nothing can come before that.
      if (row.reason === 'asked_to_wait' && row.next_at !== null) return null
      const current = watched.get(row.task_id)
      const movedAt = current && current.down > 0 ? now() - elapsed() + current.movedAt : 0
      const lastAt = Math.max(row.moved_at ?? row.created_at, movedAt)
      const is_dead = now() - lastAt >= deadAfterMs
      const since = Math.floor(lastAt / 1000)
      if (isInEngine && current?.verdict) return { ...current.verdict, since, is_dead }
      return is_dead && row.tries > 0 ? { ...plain, reason: reasonOfTry(row), since, is_dead } : null
    },

    forget: (task_id: string): void => void watched.delete(task_id),
  }
}

function ed2kVerdict(job: Job | undefined): Verdict {
  const rank = job?.rank ?? 0
  const next_at = job?.next_at ? Math.ceil(job.next_at / 1000) : null
  return { ...plain, reason: rank > 0 ? 'source_queue' : 'no_source', peers: job?.sources ?? 0, rank, next_at }
}

function reasonOfTry({ kind, reason }: TaskRow): StallReason {
  if (!isLink(kind)) return 'no_peers'
  return reason === 'timed_out' || reason === 'no_network' || reason === 'unknown_host' ? 'server_silent' : 'other'
}
