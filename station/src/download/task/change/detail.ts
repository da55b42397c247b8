/** All that a task's page shows beside the task, and what one changes there: its trackers, the priority of its files, another try at once. */
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { maxPeers, taskWorks, type Peer, type TaskDetail, type TaskLack } from '@homeport/contract/download/task-control.ts'
import { TaskStatus } from '@homeport/contract/download/download.ts'
import { selectionOf } from '@homeport/contract/shape/selection.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { SourceRule } from '../../../kit/outside.ts'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import { EngineAway, isLink, unlessAway, type Engine, type Swarm } from '../../engine/engine.ts'
import { allowedTrackers } from '../../torrent/allowed-trackers.ts'
import type { TorrentMetadata } from '../../torrent/torrent-metadata.ts'
import { availabilityOf, shareOf } from '../../stall/swarm-verdict.ts'
import { addedTo, infoHashOf, removedFrom, type TrackersOf } from '../../stall/torrent-trackers.ts'
import type { TrackerAnswers } from '../../stall/trackers.ts'
import type { TaskRow, TaskStore } from '../../table/store.ts'
import type { OneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import type { Progress } from '../view/progress.ts'
import type { Reconcile } from '../reconcile/reconcile.ts'
import { notTried } from '../../table/retry.ts'
import type { Slots } from '../limits/slots.ts'
import { chosenOf, columnsOf } from '../torrent/torrent-columns.ts'

export type DetailDeps = {
  store: TaskStore
  engine: Engine
  folders: DownloadFolders
  magnets: TorrentMetadata
  trackersOf: TrackersOf
  answers: TrackerAnswers
  slots: Slots
  progress: Progress
  oneAtATime: OneAtATime
  reconcile: Reconcile
  rule: SourceRule
  /** Starts a task again with another choice of files. */
  restart: (task_id: string, request: { id: string; select: string; withinMs: number }) => Promise<unknown>
}

type FilePriority = { select: string; priority: 'skip' | 'normal' | 'high'; id: string; withinMs: number }

export function createDetail(deps: DetailDeps) {
  const { store, engine, folders, magnets, trackersOf, answers, slots, progress, oneAtATime, reconcile, restart, rule } = deps

  async function rowOf(task_id: string): Promise<TaskRow> {
    const row = await store.byId(task_id)
    if (!row) throw new Refusal(TaskCode.notCreated)
    return row
  }

  async function swarmNow(row: TaskRow): Promise<Swarm | undefined> {
    if (row.kind !== 'magnet' || !engine.isUp(row.kind)) return undefined
    return engine.swarmOf(row.task_id).catch((error: unknown) => {
      if (error instanceof EngineAway) return undefined
      throw error
    })
  }

  /** The engine begins its job again, with what is on the disk. */
  async function beginAgain(row: TaskRow): Promise<void> {
    if (slots.has(row.task_id)) await unlessAway(engine.forget(row.task_id, row.kind))
  }

  return {
    async detail(task_id: string): Promise<TaskDetail> {
      const row = await rowOf(task_id)
      const infoHash = infoHashOf(row)
      const urls = infoHash === '' ? [] : await trackersOf.of(row)
      if (infoHash !== '') answers.ask(infoHash, urls)
      const swarm = await swarmNow(row)
      const peers = swarm?.peers ?? []
      return {
        task_id,
        info_hash: infoHash,
        original_name: await originalName(magnets, row),
        folder_id: folders.idOf(row.folder_id),
        folder_path: row.folder_path,
        path: folders.of(row).absolute(row.path || row.folder_path),
        seeds: peers.filter(({ is_seed }) => is_seed).length,
        peers: peers.length,
        dht_peers: null,
        availability: swarm && peers.length > 0 ? availabilityOf(swarm) : null,
        down_limit_bytes: row.down_limit,
        up_limit_bytes: row.up_limit,
        seed_ratio: row.seed_ratio,
        seed_minutes: row.seed_minutes,
        server: isLink(row.kind) && URL.canParse(row.url) ? new URL(row.url).host : '',
        trackers: answers.of(infoHash, urls),
        peer_list: peers.slice(0, maxPeers).map((peer) => peerOf(peer, swarm?.pieces ?? 0)),
        cannot: await lacksOf({ engine, folders }, row),
      }
    },

    /** Also what waits to be tried again is tried. */
    async lookAgain(task_id: string): Promise<{ task_id: string }> {
      const row = await rowOf(task_id)
      if (row.kind === 'magnet') answers.ask(infoHashOf(row), await trackersOf.of(row), { isNow: true })
      if (row.status === TaskStatus.run && row.next_at !== null) await progress.change(row, notTried)
      void reconcile.look()
      return { task_id }
    },

    async changeTrackers(task_id: string, { add, remove }: { add: readonly string[]; remove: readonly string[] }) {
      await oneAtATime(async () => {
        const row = await rowOf(task_id)
        if (row.kind !== 'magnet') throw new Refusal(TaskCode.notStarted, { reason: 'other' })
        if (await trackersOf.isPrivate(row)) throw new Refusal(Code.notAllowed, { reason: 'private_torrent' })
        const allowed = await allowedTrackers([...add], rule)
        const isRemoved = new Set(remove)
        const isAdded = new Set(allowed)
        const added = [...new Set([...addedTo(row), ...allowed])].filter((url) => !isRemoved.has(url))
        const removed = [...new Set([...removedFrom(row), ...remove])].filter((url) => !isAdded.has(url))
        const change = { trackers_added: JSON.stringify(added), trackers_removed: JSON.stringify(removed) }
        await beginAgain(await progress.change(row, change))
      })
      void reconcile.look()
      return { task_id }
    },

    /** Skipped ones are not chosen any more; high ones are downloaded before the others. */
    async changeFiles(task_id: string, { select, priority, id, withinMs }: FilePriority): Promise<{ task_id: string }> {
      const row = await rowOf(task_id)
      const torrent = row.kind === 'magnet' ? (await magnets.torrentOf(infoHashOf(row)))?.torrent : undefined
      if (!torrent) throw new Refusal(TaskCode.noFiles, { reason: 'no_files' })
      const named = selectionOf(select)
      if (named.last > torrent.files.lastIndex) throw new Refusal(Code.invalid, { field: 'select', rule: 'range' })
      const before = new Set(torrent.files.indexes(chosenOf(row)))
      const first = row.first_files === '' ? undefined : selectionOf(row.first_files)
      const all = torrent.files.indexes(undefined)
      const chosen = all.filter((index) => (named.has(index) ? priority !== 'skip' : before.has(index)))
      if (chosen.length === 0) throw new Refusal(TaskCode.noFiles, { reason: 'no_files' })
      const high = chosen.filter((index) => (named.has(index) ? priority === 'high' : first?.has(index)))
      const text = selectionOf(chosen).text
      await oneAtATime(async () => beginAgain(await progress.change(row, { first_files: selectionOf(high).text })))
      const isSame = chosen.length === before.size && chosen.every((index) => before.has(index))
      if (isSame) void reconcile.look()
      else if (row.status === TaskStatus.run || row.status === TaskStatus.done)
        await restart(task_id, { id, select: text, withinMs })
      else await progress.change(row, { chosen: text, ...columnsOf({ torrent }, { ...row, chosen: text }) })
      return { task_id }
    },

    /** The engine verifies what is on the disk against the torrent. */
    async recheck(task_id: string): Promise<{ task_id: string }> {
      await oneAtATime(async () => {
        const row = await rowOf(task_id)
        if (row.kind !== 'magnet') throw new Refusal(TaskCode.notStarted, { reason: 'no_checksum' })
        await beginAgain(row)
        const running = { status: TaskStatus.run, code: TaskCode.added, reason: '', done_at: null, ...notTried }
        await unlessAway(engine.forget(task_id, row.kind))
        await progress.change(row, { ...running, checking: 1 })
      })
      void reconcile.look()
      return { task_id }
    },
  }
}

function peerOf({ has, share, client = '', ...peer }: Swarm['peers'][number], pieces: number): Peer {
  const progress = share === undefined ? shareOf(has, pieces) : Math.round(share * 10_000) / 100
  return { ...peer, client, progress: peer.is_seed ? 100 : progress, rank: 0 }
}

/** A change that a program cannot make now would look done and not be. */
async function lacksOf({ engine, folders }: Pick<DetailDeps, 'engine' | 'folders'>, row: TaskRow): Promise<TaskLack[]> {
  if (isLink(row.kind) || engine.programName() === '') return []
  if (!engine.isUp(row.kind)) return taskWorks.map((what) => ({ what, why: 'program_away' }))
  if (!folders.isOfProgram(row.folder_id) || (await folders.of(row).isWritable())) return []
  return ['rename', 'move'].map((what) => ({ what, why: 'folder_unseen' }))
}

async function originalName(magnets: TorrentMetadata, row: TaskRow): Promise<string> {
  const torrent = row.kind === 'magnet' ? await magnets.torrentOf(infoHashOf(row)) : undefined
  return torrent?.torrent.name ?? row.name
}
