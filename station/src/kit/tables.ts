/** Row types of the station's database, as created by the migrations. Times in ms, flags 0/1, JSON as text. */
import type { SortNumbers } from '@homeport/contract/shape/list-keys/film-sort.ts'
import type { TaskKind } from '@homeport/contract/download/download.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { FilmChange, FilmMarkKind } from '@homeport/contract/movie/watch-history.ts'
import type { FeedTables } from './feed-tables.ts'

export type Tables = FeedTables & {
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
  movie_identity: FilmIdentityRow
  movie_episode_facts: EpisodeFactsRow
  movie_identity_change: IdentityChangeRow
  /** Pictures of a film besides its poster: backdrop, photos of people, stills; the hashes of their bytes. */
  movie_art: { film_id: string; picture: string }
  /** Answers of the film database, kept for 30 days. request: the path with its query, without the key; body: gzip. fetched_at in ms. */
  movie_database_answer: { request: string; status: number; body: Uint8Array; fetched_at: number }
  movie_unreadable: UnreadableRow
  /** The film or series into which another one went. */
  movie_merged: { former_id: string; film_id: string }
  movie_catalog: CatalogRow
  /** Genres and people of the films of movie_catalog; value: a genre or a FilmPerson.id. */
  movie_catalog_value: { film_id: string; field: 'genre' | 'person'; value: string; added_at: number }
  movie_beside: BesideRow
  /** path: of the first file, relative to its library folder; moves: Move[] as JSON (movie/recycle-bin/moves.ts). */
  movie_bin: { bin_id: string; title: string; path: string; files: number; size: number; moves: string; deleted_at: number }
  screen: ScreenRow
  /** Where a film was left by somebody who is not known. */
  film_point: { movie_id: string; point_ms: number; left_at: number }
  /** Where a person left a film; point_ms 0: nowhere, it is watched or cleared. left_at: ms by the cloud's clock. */
  viewer_point: { realm: Lang; user_id: string; movie_id: string; point_ms: number; left_at: number }
  /** Changes that people made on the screens of this box, until their cloud has them; value: a FilmChange as JSON. A later change of the same thing takes the place of an earlier one, under a new number. */
  viewer_change: {
    change_id: number
    realm: Lang
    user_id: string
    kind: FilmChange['kind']
    movie_id: string
    value: string
  }
  /** Films and episodes that were watched to their end on a screen of this box. */
  film_watched: { movie_id: string; watched_at: number }
  /** Films that a person marked in the app, or watched to their end on a screen of this box. marked_at in ms. */
  viewer_film: { realm: Lang; user_id: string; kind: FilmMarkKind; movie_id: string; marked_at: number }
  /** How far a person's marks are those of the cloud: its word for their state, '' while they are being sent. */
  viewer_state: { realm: Lang; user_id: string; state: string }
  /** until_ms: when the timer pauses the film; 0: at the end of this film. */
  sleep_timer: { screen_id: string; until_ms: number }
  pending_play: PendingRow
  /** A person's choice for a film or series, as JSON. viewer: realm and user, '' = the household's last one. */
  track_choice: { viewer: string; film: string; choice: string; updated_at: number }
  /** A person's usual choice, as JSON. */
  track_habit: { viewer: string; habit: string; updated_at: number }
  /** How much later a subtitle of a file is shown. */
  subtitle_offset: { file_id: string; track_id: string; offset_ms: number; updated_at: number }
  /** The encoding of the text of a subtitle of a file, as a person chose it. */
  subtitle_encoding: { file_id: string; track_id: string; encoding: string; updated_at: number }
  fetched_subtitle: FetchedSubtitleRow
  play_queue: QueueRow
  now_playing: NowPlayingRow
  film_bullet: FilmBulletRow
  screen_limit: { screen_id: string; kbit: number }
  /** One per sign-in of a user and address of the page. session: the sign-in, as the cloud names it to this box. created_at in ms. */
  lan_access: { access_id: string; realm: string; user_id: string; session: string; origin: string; created_at: number }
  /** owner: realm and user. path: where it will be; part: where it lies until then; both absolute. created_at in ms. */
  file_upload: {
    upload_id: string
    owner: string
    path: string
    part: string
    name: string
    size: number
    created_at: number
  }
}

/** A subtitle that was fetched for a film file; name: of its file in the box's folder. */
export type FetchedSubtitleRow = {
  file_id: string
  hit_id: string
  language: string
  release: string
  format: string
  is_hearing_impaired: number
  name: string
  fetched_at: number
}

/** A listed film or series, as the box sorts and searches it (movie/catalog/catalog-keys.ts). */
export type CatalogRow = Omit<SortNumbers, 'added_at'> & {
  film_id: string
  kind: 'film' | 'series'
  /** s. */
  added_at: number
  region: string
  quality: string
  collection_id: string
  is_unidentified: number
  /** FilmKeys.sort of the title in each language. */
  sort_zh: string
  sort_en: string
  /** The folded title without spaces. */
  title_zh: string
  title_en: string
  /** FilmKeys as a line, without files; keys_en is '' where it is the same. */
  keys_zh: string
  keys_en: string
}

/** A play that waits for its screen to connect. */
export type PendingRow = {
  screen_id: string
  file_id: string
  /** Absolute path of the file. */
  path: string
  point_ms: number
  is_paused: number
  /** Realm of the user who requested it; '' if started on the TV. */
  realm: Lang | ''
  /** The user who requested it; '' if started on the TV. */
  user_id: string
  until: number
}

/** A film or file that plays after others on a screen. path: absolute, of the file. realm, user_id: who added it. */
export type QueueRow = {
  entry_id: string
  screen_id: string
  place: number
  movie_id: string
  file_id: string
  path: string
  realm: Lang | ''
  user_id: string
}

/** The film that plays on a screen; realm and user_id '' if started on the TV. at: when it was written. */
export type NowPlayingRow = {
  screen_id: string
  file_id: string
  path: string
  point_ms: number
  is_paused: number
  speed_percent: number
  realm: Lang | ''
  user_id: string
  at: number
}

export type FilmBulletRow = {
  bullet_id: string
  movie_id: string
  text: string
  time_ms: number
  color: string
  mode: string
  realm: Lang
  user_id: string
  /** The name of the user when it was written. */
  author: string
  created_at: number
}

export type ScreenRow = {
  screen_id: string
  name: string
  session_hash: string
  /** 1: a browser on the box itself, admitted by its key. */
  is_own: number
  created_at: number
  seen_at: number
  /** here: the browser of one user, who watches on it. dlna: a renderer that was used once; no session opens it. */
  kind: 'tv' | 'here' | 'dlna'
  /** The user; '' for a TV. */
  realm: Lang | ''
  user_id: string
}

export type FilmRow = {
  film_id: string
  /** Key that groups files into one film. */
  group_key: string
  title: string
  original_title: string
  year: number | null
  added_at: number
  /** Hash of its poster; '' if none. */
  poster: string
  /** new: poster not made yet; none: not possible. If art is not '', it was made from that picture, else of a frame. */
  picture_state: 'new' | 'made' | 'none'
  /** 1 if at least one file may be listed; of a series: if one of its episodes is. */
  is_listed: number
  /** Number of changes since it was last mirrored. */
  changed: number
  /** Number of changes since movie_catalog was last written. */
  catalog_changed: number
  /** An episode is a film with a series_id; a series has no files of its own. */
  kind: 'film' | 'series' | 'episode'
  /** film_id of the series of an episode, else ''. */
  series_id: string
  /** The numbers of an episode, season 0 for specials. */
  season: number | null
  episode: number | null
  episode_end: number | null
  /** YYYY-MM-DD, of an episode that is named by its date; '' otherwise. */
  air_date: string
  /** Number of changes of what lies beside it since that was last read. */
  beside_changed: number
  /** The NFO file that was last read for it: size, time and path; '' if none was. */
  nfo: string
  /** The picture beside it from which its poster is made, in the same form; '' if its poster is a frame. */
  art: string
  /** A picture made of the wide picture beside it (backdrop_art, in the form of art), or ''. */
  backdrop: string
  backdrop_art: string
}

/** An NFO file or a picture in a library folder, as it was last seen. stem: its name without suffix, in small letters. */
export type BesideRow = { path: string; folder: string; stem: string; root: string; size: number; modified_at: number }

/** The facts of a film or series beyond its name (identity/facts.ts). */
export type FilmIdentityRow = {
  film_id: string
  source: 'no' | 'auto' | 'nfo' | 'person'
  /** 1: no scan and no search changes it by itself any more (a person chose, or said that none is right). */
  is_settled: number
  /** FilmFacts as JSON. */
  facts: string
  /** FoundCandidate[] as JSON, best first, at most three. */
  candidates: string
  /** The score of the best candidate, 0 to 1. */
  score: number
  /** Title, year and ids that were last searched for: another name is searched again. */
  searched_name: string
  /** ms; 0: never. */
  searched_at: number
}

export type EpisodeFactsRow = {
  series_id: string
  season: number
  episode: number
  source: 'auto' | 'nfo' | 'person'
  /** EpisodeFacts as JSON. */
  facts: string
}

/** One change of a film's identity by a person, to be undone. */
export type IdentityChangeRow = {
  change_id: string
  film_id: string
  /** The same for all changes of one bulk acceptance; '' for a single change. */
  sweep_id: string
  /** FilmIdentityRow as JSON, or 'null' if there was none. */
  before: string
  /** Hash of the identity after the change: if it differs now, it was changed again since. */
  after_hash: string
  changed_at: number
}

/** A file or folder that could be a film and cannot be shown as one. */
export type UnreadableRow = {
  id: string
  root: string
  /** Absolute. */
  path: string
  size: number
  files: number
  reason: 'no_video' | 'empty' | 'denied' | 'bad_name'
}

export type FilmFileRow = {
  file_id: string
  film_id: string
  path: string
  root: string
  size: number
  modified_at: number
  /** device:inode, to recognize a moved file. */
  inode: string
  /** 1, 2 … for a film split into parts; 0 for an undivided one. */
  part: number
  /** As claimed by the file name. */
  quality: string
  /** new: not probed yet; film: contains video; other: does not. */
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
