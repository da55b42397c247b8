/** The rows of the box's database, as the migrations make them. Times in ms, flags 0/1, JSON as text. */
import type { Lang } from '@homeport/contract/kit/promise.ts'

export type Tables = {
  meta: { key: string; value: string }
  household: { realm: string; user_id: string; role: string; name: string }
  inbox: {
    id: string
    realm: string
    act: string
    data: string
    state: string
    tries: number
    reply: string | null
    begun_at: number
  }
  mirror_row: { report: string; key: string; rev: number; value: string | null }
  task: TaskRow
  task_file: TaskFileRow
  movie_film: FilmRow
  movie_file: FilmFileRow
  movie_picture: { realm: string; poster: string }
  screen: ScreenRow
  film_point: { movie_id: string; point_ms: number; left_at: number }
  pending_play: PendingRow
}

/** A play that waits for its screen. path: where the file lies. realm, user_id: who asked for it, '' where the TV did. */
export type PendingRow = {
  screen_id: string
  file_id: string
  path: string
  point_ms: number
  is_paused: number
  realm: Lang | ''
  user_id: string
  until: number
}

/** is_own 1: a browser on the box itself, let in by its key. */
export type ScreenRow = {
  screen_id: string
  name: string
  session_hash: string
  is_own: number
  created_at: number
  seen_at: number
}

export type FilmRow = {
  film_id: string
  /** What its files have in common: one film for each. */
  group_key: string
  title: string
  original_title: string
  year: number | null
  added_at: number
  /** Hash of its picture; '' without one. */
  poster: string
  /** new: to be looked for. */
  picture_state: 'new' | 'made' | 'none'
  /** 1 where at least one file may be shown. */
  is_listed: number
  /** How often it changed since the mirror had it. */
  changed: number
}

export type FilmFileRow = {
  file_id: string
  film_id: string
  path: string
  root: string
  size: number
  modified_at: number
  /** device:number, to know a moved file again. */
  inode: string
  /** 1, 2 … of a film cut in parts; 0 whole. */
  part: number
  /** As the name claims it. */
  quality: string
  /** new: ffprobe has not read it; film: a picture moves in it; other: none does. */
  state: 'new' | 'film' | 'other'
  duration_ms: number | null
  width: number | null
  height: number | null
  video: string
  audio: string
  pix_fmt: string
  container: string
  /** JSON list. */
  subtitles: string
}

export type TaskRow = {
  /** Also the gid of the engine's job. */
  task_id: string
  /** Order of making. */
  seq: number
  /** The info hash or the normalised url: one task for each. */
  key: string
  kind: 'http' | 'magnet'
  /** As first typed. */
  url: string
  /** The act that made or last started it. */
  act_id: string
  name: string
  status: number
  /** JSON list of file indexes; null: all. */
  chosen: string | null
  /** 1 once the engine may have written for it. */
  has_begun: number
  /** Where the finished thing stands or is about to stand, relative to the download root; '' while unknown. */
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
  /** On its way out of the list: 1 with its files, 0 without; null: it stays. */
  removing: number | null
  /** The id that an app asked to start again and that the box did not know any more; '' none. */
  old_task_id: string
}

export type TaskFileRow = {
  task_id: string
  /** As in FileInfo; 1 for a link's only file. */
  file_index: number
  /** Relative to the download root. */
  path: string
  size: number
  is_selected: number
}
