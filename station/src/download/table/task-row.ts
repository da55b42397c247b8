/** The tables of tasks and their files. */
import type { TaskKind } from '@homeport/contract/download/download.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    task: TaskRow
    task_file: TaskFileRow
  }
}

export type TaskRow = {
  /** Also the gid of the engine's job. */
  task_id: string
  /** Creation order. */
  seq: number
  /** The info hash, the normalized url or a torrent file's blob; unique per task. */
  key: string
  /** torrent: a torrent file that is not here yet; it becomes its magnet. */
  kind: TaskKind
  /** As first entered. */
  url: string
  /** The act that created or last started it. */
  act_id: string
  name: string
  status: number
  /** Ranges of file indexes ('1-5,7'), a JSON list in rows of older versions; null: all. */
  chosen: string | null
  /** 1 once the engine may have written files for it. */
  has_begun: number
  /** Final path of the finished download, relative to the download root; '' while unknown. */
  path: string
  down_size: number
  download_size: number
  total_size: number
  file_count: number
  select_count: number
  code: number
  reason: string
  created_at: number
  done_at: number | null
  /** Removal in progress: 1 with its files, 0 without; null: none. */
  removing: number | null
  /** The id that an app asked to restart and that the box no longer had; '' if none. */
  old_task_id: string
  /** Tries in a row that failed without a new byte. */
  tries: number
  /** When it is tried again; null if it does not wait for that. */
  next_at: number | null
  /** The most bytes that an earlier try had. */
  tried_size: number
  /** 1: its last try brought too little: it goes behind those that were never tried, whatever its priority. */
  is_fruitless: number
  /** Sorts the queue, after the priority: seq until somebody moves it. */
  queue_order: number
  priority: number
  /** Name of a category, '' if none. */
  category: string
  /** The download folder, '' for the first one; and the folder within it. */
  folder_id: string
  folder_path: string
  /** Bytes a second, 0: none of its own. */
  down_limit: number
  up_limit: number
  /** Null: the box's. */
  seed_ratio: number | null
  seed_minutes: number | null
  up_size: number
  /** The name that a person gave it, '' if none. */
  given_name: string
  /** User and password of the link as JSON, '' if none; in no report, log or export. */
  login: string
  /** JSON lists of addresses. */
  trackers_added: string
  trackers_removed: string
  /** Ranges of the files to be downloaded before the others, '' if none. */
  first_files: string
  /** When its last byte came; null before the first. */
  moved_at: number | null
  /** Where its files are being moved, as JSON; '' if they are not. */
  moving_to: string
  /** 1 while its files are to be verified. */
  checking: number
  /** 1: a stream without an end. */
  is_live: number
}

export type TaskFileRow = {
  task_id: string
  /** As in FileInfo; 1 for a link's only file. */
  file_index: number
  /** Relative to the download root. */
  path: string
  size: number
  is_selected: number
  /** 1: the file was on the disk before the task. */
  is_adopted: number
}
