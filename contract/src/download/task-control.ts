/** Ruling a box's downloads: one task's details, its order, limits, files, trackers, folder and name, and many tasks at once. */
import * as z from 'zod/mini'
import { act } from '../kit/operation.ts'
import { CategoryName, FileName, ShownFolderPath } from '../shape/field/file-name.ts'
import { isSelectionText, selectionMaxLength } from '../shape/selection.ts'

const TaskId = z.string().check(z.minLength(1, 'required'), z.maxLength(64, 'range'))
/** A frame holds them all. */
export const maxTaskIds = 990
const TaskIds = z.array(TaskId).check(z.minLength(1, 'required'), z.maxLength(maxTaskIds, 'limit'))
const rate = z.int().check(z.gte(0, 'range'), z.lte(10_000_000_000, 'range'))

/** waiting: not asked yet; working: it answered; silent: it does not answer; refused: it answered with an error, `message` in its own words. peers, seeds: that it told, null if unknown. next_at in seconds. */
export const trackerStates = ['waiting', 'working', 'silent', 'refused'] as const
export const Tracker = z.object({
  url: z.string(),
  state: z.enum(trackerStates),
  peers: z.nullable(z.number()),
  seeds: z.nullable(z.number()),
  message: z.string(),
  next_at: z.nullable(z.number()),
})
export type Tracker = z.infer<typeof Tracker>

/** progress 0 to 100. is_choking: it sends nothing to us; is_choked: we send nothing to it. rank: of ed2k, our place in its queue, 0 if none. client: its program, '' if unknown. */
export const Peer = z.object({
  address: z.string(),
  client: z.string(),
  progress: z.number(),
  down_speed_bytes: z.number(),
  up_speed_bytes: z.number(),
  is_seed: z.boolean(),
  is_choking: z.boolean(),
  is_choked: z.boolean(),
  rank: z.number(),
})
export type Peer = z.infer<typeof Peer>
export const maxPeers = 100

/** program_away: the program of the owner's that has the torrents does not answer. folder_unseen: the program keeps it in a folder that the box does not see, or may not write. */
export const taskWorks = ['files', 'trackers', 'limits', 'recheck', 'rename', 'move'] as const
export type TaskWork = (typeof taskWorks)[number]
export const lackReasons = ['program_away', 'folder_unseen'] as const
export type LackReason = (typeof lackReasons)[number]
export const TaskLack = z.object({ what: z.string(), why: z.string() })
export type TaskLack = z.infer<typeof TaskLack>

/**
 * original_name: of the link or torrent. path: of the file or folder, absolute on the box. dht_peers: null; boxes of earlier versions told what they heard from the DHT. seeds and peers: connected ones. availability: copies of the least common
 * piece among the connected peers, null if unknown. cannot: what cannot be done with this task now, each with the reason, for which the client has text. down_limit_bytes, up_limit_bytes: of this task alone, 0 = none. seed_ratio, seed_minutes: of this task, null = the box's. server: of a link, '' otherwise.
 */
export const TaskDetail = z.object({
  task_id: z.string(),
  info_hash: z.string(),
  original_name: z.string(),
  folder_id: z.string(),
  folder_path: z.string(),
  path: z.string(),
  seeds: z.number(),
  peers: z.number(),
  dht_peers: z.nullable(z.number()),
  availability: z.nullable(z.number()),
  down_limit_bytes: z.number(),
  up_limit_bytes: z.number(),
  seed_ratio: z.nullable(z.number()),
  seed_minutes: z.nullable(z.number()),
  server: z.string(),
  trackers: z.array(Tracker),
  peer_list: z.array(Peer),
  cannot: z._default(z.array(TaskLack), []),
})
export type TaskDetail = z.infer<typeof TaskDetail>

/** 1000 if there is no such task, as of all acts here. The box asks trackers itself, at most once in 30 s; what is not known yet comes with a later question. */
export const taskDetail = act({ name: 'task_detail', input: z.object({ task_id: TaskId }), output: TaskDetail })

/** Changes only the given fields; applies at once. A stream (rtmp, mms) comes at its own speed: a limit above 0 is refused for all of them (4000, rule stream). category '' takes it out of its category; its files stay where they are. seed_ratio and seed_minutes null: the box's. */
export const taskChange = act({
  name: 'task_change',
  once: true,
  input: z.object({
    task_ids: TaskIds,
    priority: z.optional(z.int().check(z.gte(-1, 'range'), z.lte(1, 'range'))),
    category: z.optional(CategoryName),
    down_limit_bytes: z.optional(rate),
    up_limit_bytes: z.optional(rate),
    seed_ratio: z.optional(z.nullable(z.number().check(z.gte(0, 'range'), z.lte(100, 'range')))),
    seed_minutes: z.optional(z.nullable(z.int().check(z.gte(0, 'range'), z.lte(525_600, 'range')))),
  }),
  output: z.object({ changed: z.int() }),
})

/** Moves unfinished tasks in the queue, keeping their order among themselves: to its front or end, or to before another task. A task that enters the running ones by it takes the place of the last of them that is no live stream: what such a one sends meanwhile would be lost. */
export const taskOrder = act({
  name: 'task_order',
  once: true,
  input: z.object({
    task_ids: TaskIds,
    to: z.enum(['first', 'last', 'before']),
    before: z._default(z.string(), ''),
  }),
  output: z.object({ changed: z.int() }),
})

/** Priorities of a torrent's files: high ones are downloaded before the others, skipped ones not at all. select: ranges of indexes. 1005 if nothing would remain. */
export const filePriorities = ['skip', 'normal', 'high'] as const
export const taskFilePriority = act({
  name: 'task_file_priority',
  once: true,
  input: z.object({
    task_id: TaskId,
    select: z
      .string()
      .check(z.minLength(1, 'required'), z.maxLength(selectionMaxLength, 'too_large'), z.refine(isSelectionText, 'range')),
    priority: z.enum(filePriorities),
  }),
  output: z.object({ task_id: z.string() }),
})

const TrackerUrl = z.string().check(
  z.maxLength(2_000, 'range'),
  z.refine((url) => /^(https?|udp):\/\/\S+$/i.test(url) && URL.canParse(url), 'tracker'),
)
/** Kept for the task; 4003 for a private torrent (data.reason private_torrent). */
export const taskTrackers = act({
  name: 'task_trackers',
  once: true,
  input: z.object({
    task_id: TaskId,
    add: z._default(z.array(TrackerUrl).check(z.maxLength(50, 'limit')), []),
    remove: z._default(z.array(z.string()).check(z.maxLength(50, 'limit')), []),
  }),
  output: z.object({ task_id: z.string() }),
})

/** Verifies what is on the disk; what is damaged is downloaded again. 1001 for a kind without checksums (data.reason no_checksum). */
export const taskRecheck = act({
  name: 'task_recheck',
  once: true,
  input: z.object({ task_id: TaskId }),
  output: z.object({ task_id: z.string() }),
})

/** Also asks trackers, and tries what waits to be tried again. */
export const taskLookAgain = act({
  name: 'task_look_again',
  once: true,
  input: z.object({ task_id: TaskId }),
  output: z.object({ task_id: z.string() }),
})

/** The file, or a torrent's folder, on the disk too. 1008 if it cannot be renamed (data.reason exists, name_too_long, no_folder). */
export const taskRename = act({
  name: 'task_rename',
  once: true,
  input: z.object({ task_id: TaskId, name: FileName.check(z.minLength(1, 'required')) }),
  output: z.object({ task_id: z.string(), name: z.string() }),
})

/** Moves the files of tasks to another download folder; answered at once, the task's `wait` is moving meanwhile and it goes on there. A move that fails leaves everything where it was. */
export const taskMove = act({
  name: 'task_move',
  once: true,
  input: z.object({
    task_ids: TaskIds,
    folder_id: z.string(),
    folder_path: z._default(ShownFolderPath, ''),
  }),
  output: z.object({ changed: z.int() }),
})

/** of: all tasks in that state; else task_ids. stop completes a live stream with what has come, as stop_task does. files 1: removes their files too. refused: those that could not be, with their code and reason. */
export const taskActions = ['start', 'stop', 'retry', 'remove', 'recheck'] as const
export const taskMany = act({
  name: 'task_many',
  once: true,
  input: z.object({
    action: z.enum(taskActions),
    task_ids: z._default(z.array(TaskId).check(z.maxLength(maxTaskIds, 'limit')), []),
    of: z._default(z.enum(['', 'all', 'running', 'stopped', 'failed', 'done']), ''),
    files: z._default(z.union([z.literal(0), z.literal(1)]), 0),
  }),
  output: z.object({
    changed: z.int(),
    refused: z.array(z.object({ task_id: z.string(), code: z.int(), reason: z.string() })),
  }),
})
