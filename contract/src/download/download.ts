/** Downloads: a box's tasks, adding links, choosing files (spec 3, 4, 8; wire.md). */
import * as z from 'zod/mini'
import { act, call, report } from '../kit/operation.ts'
import { CategoryName, FileName, ShownFolderPath } from '../shape/field/file-name.ts'
import { Limit, Page, page } from '../shape/page.ts'
import { isSelectionText, selectionMaxLength } from '../shape/selection.ts'

export const TaskStatus = { stop: 0, run: 1, done: 2, failed: 3, error: -1, unknown: -2 } as const

export const taskLimit = 10_000
export const taskPageLimit = 6
/** The app sends no larger torrent file, and the box reads none. */
export const torrentMaxBytes = 20_000_000
/** A start is answered within this, from frame to reply (wire.md). */
export const startWithinMs = 3_000

/** Failure reasons of a task; the client has text for each key; '' if it did not fail. A task that is tried again by itself has the reason of its last try. */
export const taskReasons = [
  '',
  'not_found',
  'no_network',
  'timed_out',
  'no_space',
  'no_folder',
  'no_peers',
  'refused',
  'login',
  'bad_torrent',
  'torrent_too_large',
  'no_files',
  'private',
  'own_port',
  'no_engine',
  'version_2',
  'duplicate',
  'unknown_host',
  'busy',
  'asked_to_wait',
  'bad_answer',
  'certificate',
  'certificate_expired',
  'certificate_early',
  'certificate_name',
  'name_too_long',
  'engine_ended',
  'other',
] as const
export type TaskReason = (typeof taskReasons)[number]

/** How a task is fetched. torrent: a torrent file that is not on the box yet; it becomes its magnet. */
export const taskKinds = ['magnet', 'torrent', 'http', 'ftp', 'sftp', 'ed2k', 'rtmp', 'mms'] as const
export type TaskKind = (typeof taskKinds)[number]

/** high ones leave the queue first, low ones last. */
export const TaskPriority = { low: -1, normal: 0, high: 1 } as const

/**
 * Why a task in the engine has brought nothing for 60 s. no_peers: nobody has it; missing_pieces: nobody of the connected has what is missing; choked: all
 * connected ones refuse; server_slow, server_silent: of a link; no_source, source_queue: ed2k. The client has text for each.
 */
export const stallReasons = [
  'no_peers',
  'missing_pieces',
  'choked',
  'server_slow',
  'server_silent',
  'no_source',
  'source_queue',
  'other',
] as const
export type StallReason = (typeof stallReasons)[number]

/** since: of the last byte, in seconds. is_dead: for a day. rank: in the queue of an ed2k source, 0 if unknown. trackers, silent_trackers: how many there are, and how many do not answer. */
export const TaskStall = z.object({
  reason: z.string(),
  since: z.number(),
  is_dead: z.boolean(),
  peers: z.number(),
  trackers: z.number(),
  silent_trackers: z.number(),
  rank: z.number(),
  next_at: z.nullable(z.number()),
})
export type TaskStall = z.infer<typeof TaskStall>

/** The library film of a finished download. poster: a blob id or ''. */
export const TaskFilm = z.object({ movie_id: z.string(), title: z.string(), poster: z.string() })
export type TaskFilm = z.infer<typeof TaskFilm>

/** Why a task of status 1 is not in the engine. queued: `place` in the queue, from 1; retry: it failed `tries` times and is tried again at `next_at`, in seconds; server: as retry, at the time that its server asked for; space: until the disk has room; folder: until its folder is there again; program: until the program that fetches torrents answers again; schedule: paused by the clock until `next_at`; moving: its files are moved to another folder; checking: they are verified. */
export const TaskWait = z.object({
  reason: z.string(),
  place: z.number(),
  tries: z.number(),
  next_at: z.nullable(z.number()),
})
export type TaskWait = z.infer<typeof TaskWait>

/**
 * One download. Bytes: down_size downloaded, download_size selected, total_size all. progress 0 to 100. The *_text fields use the 1024 helper.
 * created_at in seconds; created_at_text in the box's time zone. code is the task code of a failure (spec 8), 200 otherwise.
 * film: null until the task is done and its film is in the library, or if it contains several films; absent from boxes and mirrors of older versions.
 * wait: null while it is in the engine, and for every status but 1, unless its files are being moved; absent like film. stall: why one in the engine does not move, null while it does.
 * kind: a TaskKind, '' from older boxes. order: in the queue, the first 1; 0 when done. category: its name, '' if none. folder: where its files lie, as the download folder's name and the path within ('Films/Foreign').
 * lacks_size: of one that waits for room, or failed for want of it, the bytes that its disk has too few; 0 if unknown, and for all others.
 * Sent so far: up_size; ratio is up_size by down_size. is_seeding: done and sending. is_live: a stream without an end; stopping it completes it. can_play: it plays while it loads.
 */
export const Task = z.object({
  task_id: z.string(),
  old_task_id: z.string(),
  url: z.string(),
  name: z.string(),
  status: z.number(),
  is_done: z.boolean(),
  is_multifile: z.boolean(),
  down_size: z.number(),
  download_size: z.number(),
  total_size: z.number(),
  down_text: z.string(),
  size_text: z.string(),
  total_size_text: z.string(),
  speed: z.string(),
  speed_bytes: z.number(),
  progress: z.number(),
  file_count: z.number(),
  select_count: z.number(),
  peers: z.number(),
  code: z.number(),
  reason: z.string(),
  created_at: z.number(),
  created_at_text: z.string(),
  done_at: z.nullable(z.number()),
  film: z._default(z.nullable(TaskFilm), null),
  wait: z._default(z.nullable(TaskWait), null),
  stall: z._default(z.nullable(TaskStall), null),
  kind: z._default(z.string(), ''),
  order: z._default(z.number(), 0),
  priority: z._default(z.number(), 0),
  category: z._default(z.string(), ''),
  folder: z._default(z.string(), ''),
  up_size: z._default(z.number(), 0),
  up_speed_bytes: z._default(z.number(), 0),
  is_seeding: z._default(z.boolean(), false),
  is_live: z._default(z.boolean(), false),
  can_play: z._default(z.boolean(), false),
  lacks_size: z._default(z.number(), 0),
})
export type Task = z.infer<typeof Task>

/** down_size: bytes downloaded, if the file belongs to a task of the box. */
export const FileInfo = z.object({
  index: z.number(),
  file_name: z.string(),
  file_size: z.number(),
  is_selected: z.boolean(),
  down_size: z.optional(z.number()),
})
export type FileInfo = z.infer<typeof FileInfo>

/** A list of more files than this is also a blob. */
export const fileListAbove = 990
/** One page of the files. list: id of a blob with all of them, a JSON list of FileInfo, where total > 990, else ''; absent from older boxes. */
export const TorrentInfo = z.object({
  name: z.string(),
  sub_fileinfo: z.array(FileInfo),
  select_count: z.number(),
  total: z.number(),
  total_size: z.number(),
  list: z.optional(z.string()),
})
export type TorrentInfo = z.infer<typeof TorrentInfo>

export const taskSorts = ['queue', 'added', 'name', 'size', 'progress', 'speed'] as const
export const taskStates = ['', 'running', 'waiting', 'stopped', 'failed', 'seeding'] as const

/** The number of tasks in each group of the queue's order. waiting: stopped ones too. */
export const TaskGroups = z.object({ failed: z.number(), progress: z.number(), waiting: z.number(), done: z.number() })
export type TaskGroups = z.infer<typeof TaskGroups>

/**
 * is_done absent: all tasks; true: complete; false: in progress. sort: queue (failed ones, those in progress, those that wait or are stopped, each in their order, then complete ones, latest first),
 * added (newest first), name, size, progress, speed (most first); is_up turns it.
 * q: words in the name, the film's title or the link; state and category: only these, '' = all. `counts` covers all tasks of the box, `total` and `groups`, those of the queue's order, what was found; stale_at in seconds, null while the box is online.
 */
export const TaskQuery = z.object({
  page: Page,
  limit: Limit,
  is_done: z.optional(z.boolean()),
  sort: z._default(z.enum(taskSorts), 'added'),
  is_up: z._default(z.boolean(), false),
  q: z._default(z.string().check(z.maxLength(100, 'range')), ''),
  state: z._default(z.enum(taskStates), ''),
  category: z._default(CategoryName, ''),
})
export type TaskQuery = z.infer<typeof TaskQuery>
export const TaskPage = z.extend(page(Task), {
  counts: z.object({ all: z.number(), progress: z.number(), done: z.number() }),
  groups: z._default(TaskGroups, { failed: 0, progress: 0, waiting: 0, done: 0 }),
})
export type TaskPage = z.infer<typeof TaskPage>

export const listTasks = call({
  host: 'device',
  path: '/device/task/lists',
  needs: 'device',
  device: 'devid',
  input: z.extend(TaskQuery, { devid: z.string() }),
  output: z.extend(TaskPage, { stale_at: z.nullable(z.number()) }),
})

/** The same list from the box itself, for an app in the house while the cloud is away. */
export const taskQuery = act({ name: 'task_query', input: TaskQuery, output: TaskPage })

/** File list of a magnet (waits for its metadata) or of a .torrent blob; for a task of the box, with the selection and the progress of each file. 1003 empty magnet, 1002 invalid, 1005 no files; without torrent_info: 'device no response'. */
export const magnetUri = act({
  name: 'magnet_uri',
  input: z.object({ url: z._default(z.string(), ''), torrent: z._default(z.string(), ''), page: Page, limit: Limit }),
  output: z.object({ torrent_info: z.optional(TorrentInfo) }),
})

/** Indexes of FileInfo as a list, or as text of ranges ('1-5,7', at most 32 KB). */
const Select = z.union([z.array(z.int().check(z.gte(1, 'range'))), z.string()]).check(
  z.refine((chosen) => typeof chosen !== 'string' || chosen.length <= selectionMaxLength, 'too_large'),
  z.refine((chosen) => typeof chosen !== 'string' || isSelectionText(chosen), 'range'),
)

/**
 * Starts a new link, or an existing task by task_id. select: the files to download, all when absent. For a task that the box has, another select is taken with
 * code 200: by a running task in place of the one before, by a finished one in addition; without another one 1006 or 1007.
 * For a new task: name '' is the link's own; folder_id '' is the category's folder, else the default one; folder_path within it.
 */
export const startTask = act({
  name: 'start_task',
  once: true,
  input: z.object({
    url: z._default(z.string(), ''),
    torrent: z._default(z.string(), ''),
    task_id: z._default(z.string(), ''),
    select: z.optional(Select),
    name: z._default(FileName, ''),
    folder_id: z._default(z.string().check(z.maxLength(64, 'range')), ''),
    folder_path: z._default(ShownFolderPath, ''),
    category: z._default(CategoryName, ''),
  }),
  output: z.object({ task_id: z.string(), old_task_id: z.string() }),
})

export const stopTask = act({
  name: 'stop_task',
  once: true,
  input: z.object({ task_id: z.string() }),
  output: z.object({ task_id: z.string() }),
})

/** Also pushed by the box on a change, at most once a second per task. Code 1000 with data null if not found. torrent: of a .torrent blob, whose task is found by its info hash. */
export const downloadStatus = act({
  name: 'download_status',
  via: 'frame',
  input: z.object({ url: z._default(z.string(), ''), torrent: z._default(z.string(), ''), task_id: z._default(z.string(), '') }),
  output: Task,
})

/** The box's push of what changed within a second; one changed task alone is a download_status. Both lists empty: so many changed that they are to be read anew. */
export const taskChanges = act({
  name: 'task_changes',
  via: 'frame',
  input: z.object({}),
  output: z.object({ tasks: z.array(Task), gone: z.array(z.string()) }),
})

export const taskList = act({
  name: 'task_list',
  input: z.object({ limit: Limit, offset: z._default(z.int(), 0) }),
  output: z.object({ data: z.array(Task), total: z.number() }),
})

/** Removes the task from the list. files 1: deletes its own files too, and nothing else; 0: keeps them. A task that no longer exists is not an error. */
export const removeTask = act({
  name: 'remove_task_and_file',
  once: true,
  input: z.object({ task_id: z.string(), files: z._default(z.union([z.literal(0), z.literal(1)]), 0) }),
  output: z.object({ task_id: z.string() }),
})

/** icon: file kind by suffix (spec 3). url: the path argument of `play`. */
export const fileIcons = ['video', 'audio', 'image', 'doc', 'txt', 'file'] as const
export const MediaFile = z.object({
  url: z.string(),
  name: z.string(),
  suffix: z.string(),
  icon: z.enum(fileIcons),
  file_size: z.number(),
})
export type MediaFile = z.infer<typeof MediaFile>

/** The complete videos of a task, or the one of a link that plays while it loads (can_play); without paths: 'player fail, not video' (spec 8). */
export const getMediaFiles = act({
  name: 'get_media_files',
  input: z.object({ task_id: z.string() }),
  output: z.object({ paths: z.optional(z.array(MediaFile)) }),
})

/** Mirror rows; key = task_id. */
export const taskRow = report({ name: 'download.task', row: Task })
