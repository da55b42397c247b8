/** Downloads: tasks of a box, adding links, choosing files (spec 3, 4, 8; wire.md). */
import * as z from 'zod/mini'
import { act, call, report } from './kit/promise.ts'
import { Limit, Page, page } from './shape/page.ts'

export const TaskStatus = { stop: 0, run: 1, done: 2, failed: 3, error: -1, unknown: -2 } as const

export const taskLimit = 10_000
export const taskPageLimit = 6
export const startWithinMs = 3_000

/** Words for why a task failed are the client's, by these keys; '' where it did not. */
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
  'no_files',
  'private',
  'own_port',
  'no_engine',
  'duplicate',
  'other',
] as const
export type TaskReason = (typeof taskReasons)[number]

/**
 * One download. Bytes: down_size here, download_size selected, total_size all. progress 0 to 100. The *_text fields use the 1024 helper.
 * created_at in seconds; created_at_text in the box's zone. code is the task code of a failure (spec 8), 200 otherwise.
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
})
export type Task = z.infer<typeof Task>

export const FileInfo = z.object({ index: z.number(), file_name: z.string(), file_size: z.number(), is_selected: z.boolean() })
export type FileInfo = z.infer<typeof FileInfo>

export const TorrentInfo = z.object({
  name: z.string(),
  sub_fileinfo: z.array(FileInfo),
  select_count: z.number(),
  total: z.number(),
  total_size: z.number(),
})
export type TorrentInfo = z.infer<typeof TorrentInfo>

/** is_done absent: all tasks; true: complete; false: in progress. Newest first. `counts` over all of the box's tasks; stale_at seconds, null while the box is online. */
export const listTasks = call({
  host: 'device',
  path: '/device/task/lists',
  needs: 'device',
  device: 'devid',
  input: z.object({ devid: z.string(), page: Page, limit: Limit, is_done: z.optional(z.boolean()) }),
  output: z.extend(page(Task), {
    counts: z.object({ all: z.number(), progress: z.number(), done: z.number() }),
    stale_at: z.nullable(z.number()),
  }),
})

/** File list of a magnet (waits for its metadata) or of a .torrent blob. 1003 empty magnet, 1002 invalid, 1005 no files; without torrent_info: 'device no response'. */
export const magnetUri = act({
  name: 'magnet_uri',
  input: z.object({ url: z._default(z.string(), ''), torrent: z._default(z.string(), ''), page: Page, limit: Limit }),
  output: z.object({ torrent_info: z.optional(TorrentInfo) }),
})

/** Starts a new link, or an existing task by task_id. select: file indexes of FileInfo, all when absent. */
export const startTask = act({
  name: 'start_task',
  once: true,
  input: z.object({
    url: z._default(z.string(), ''),
    torrent: z._default(z.string(), ''),
    task_id: z._default(z.string(), ''),
    select: z.optional(z.array(z.int())),
  }),
  output: z.object({ task_id: z.string(), old_task_id: z.string() }),
})

export const stopTask = act({
  name: 'stop_task',
  once: true,
  input: z.object({ task_id: z.string() }),
  output: z.object({ task_id: z.string() }),
})

/** Also pushed by the box when something changed, at most once a second a task. 404-like answers are code 1000 with data null. */
export const downloadStatus = act({
  name: 'download_status',
  input: z.object({ url: z._default(z.string(), ''), task_id: z._default(z.string(), '') }),
  output: Task,
})

export const taskList = act({
  name: 'task_list',
  input: z.object({ limit: Limit, offset: z._default(z.int(), 0) }),
  output: z.object({ data: z.array(Task), total: z.number() }),
})

export const getDownloadConfig = act({
  name: 'get_download_config',
  input: z.object({}),
  output: z.object({ download_path: z.string() }),
})

/** Mirror rows; key = task_id. */
export const taskRow = report({ name: 'download.task', row: Task })
