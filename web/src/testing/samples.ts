/** For tests: a sample user, box, download and player. */
import type { ThreadRow } from '@homeport/contract/shape/thread.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { SignedIn } from '@homeport/contract/account.ts'
import type { Device, DeviceStatus } from '@homeport/contract/device.ts'
import type { DownloadConfig } from '@homeport/contract/download/download-config.ts'
import type { Task } from '@homeport/contract/download/download.ts'
import { idlePlayer, type PlayerInfo } from '@homeport/contract/playback/playback.ts'
import type { Screen } from '@homeport/contract/playback/screen.ts'
import type { ScreenFilm, ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import type { AppUpdate } from '@homeport/contract/update.ts'

export const aSignIn: SignedIn = {
  token: 'token-1',
  user: {
    user_id: '1',
    username: 'harbour',
    nickname: 'Harbour',
    avatar: '',
    gender: 'private',
    birthday: '',
    region: '',
    phone: '',
    area_code: '',
    email: '',
    created_at: 1,
    erase_at: null,
    has_password: true,
    wechat_since: null,
    role: '',
  },
  bind: { devices: 1, devid: 'D1', devsn: 'AAAAAAAAAAAAAAAA' },
}

export const aStatus: DeviceStatus = {
  cpu: 18,
  storage: 50,
  mem: 39,
  mem_used_bytes: 1,
  mem_total_bytes: 2,
  storage_used_bytes: 1,
  storage_total_bytes: 2,
  is_damaged: false,
}

export const aDevice: Device = {
  devid: 'D1',
  devsn: 'AAAAAAAAAAAAAAAA',
  showsn: 'AAAA',
  name: 'Box',
  isdefault: 1,
  online: 1,
  role: 'owner',
  images: { x1: '', x2: '' },
  version: '2.7.0',
  seen_at: null,
  cpu_max_freq: null,
  storage: null,
  mem: null,
}

export const aTask: Task = {
  task_id: 'T1',
  old_task_id: '',
  url: 'http://files/film.mkv',
  name: 'Metropolis.1927.mkv',
  status: 1,
  is_done: false,
  is_multifile: false,
  down_size: 6_200_000_000,
  download_size: 10_000_000_000,
  total_size: 10_000_000_000,
  down_text: '',
  size_text: '',
  total_size_text: '',
  speed: '',
  speed_bytes: 18_400_000,
  progress: 62,
  file_count: 1,
  select_count: 1,
  peers: 4,
  code: Code.ok,
  reason: '',
  created_at: 1,
  created_at_text: '',
  done_at: null,
  film: null,
  wait: null,
  stall: null,
  kind: 'http',
  order: 0,
  priority: 0,
  category: '',
  folder: '',
  up_size: 0,
  up_speed_bytes: 0,
  is_seeding: false,
  is_live: false,
  can_play: false,
  lacks_size: 0,
}

export const aPlayer: PlayerInfo = {
  ...idlePlayer,
  status: 3,
  current_point: 0,
  duration: 600_000,
  movie_id: 'M1',
  path: 'F1',
  title: 'Metropolis',
  poster: '',
  quality: '1080p',
  volume: 50,
  sound: 'on',
  night: 'off',
  screen_id: 'S1',
  screen_name: 'Living-room TV',
  user_id: '1',
}

export const aTv: Screen = {
  screen_id: 'S1',
  name: 'Living-room TV',
  is_online: true,
  seen_at: 1,
  kind: 'tv',
  is_awaited: false,
  user_id: '',
  player: 'page',
  lacks: [],
}

export const aScreenFilm: ScreenFilm = {
  id: 'M1',
  kind: 'film',
  title: 'Metropolis',
  year: 1927,
  duration_ms: 60_000,
  rating: null,
  poster: '',
  backdrop: '',
  quality: '',
  genres: [],
  overview: '',
  point: 0,
  seasons: 0,
  episodes: 0,
  is_watched: false,
  is_favorite: false,
  episode: null,
}

/** The box's order to a screen to play a film of a minute, from its fifth second. */
export const aLoad: Extract<ToScreen, { kind: 'load' }> = {
  kind: 'load',
  play_id: 'p1',
  seq: 1,
  url: 'media/x',
  is_seekable: true,
  offset: 0,
  point: 5_000,
  duration: 60_000,
  is_paused: false,
  path: 'f',
  title: 'x',
  poster: '',
  quality: '',
  stream: 'file',
  media_type: 'video/mp4',
  series: null,
  speed: 1,
  next: null,
  by: '',
}

export const aDownloadConfig: DownloadConfig = {
  download_path: '/srv/downloads',
  folders: [],
  folder_id: '',
  categories: [],
  schedule: {
    is_on: false,
    from_min: 1_380,
    to_min: 420,
    days: [0, 1, 2, 3, 4, 5, 6],
    down_limit_bytes: 0,
    up_limit_bytes: 0,
    is_paused: false,
  },
  watched: { is_on: false, folder_id: '', folder_path: '' },
  has_on_done: false,
  max_running: 10,
  down_limit_bytes: 0,
  up_limit_bytes: 0,
  seed_ratio: 1,
  seed_minutes: 60,
}

export const anAppUpdate: AppUpdate = {
  version_code: 20800,
  version_name: '2.8.0',
  title_cn: 'Homeport 2.8.0',
  title_en: 'Homeport 2.8.0',
  content_cn: '搜索更快\n更安静',
  content_en: 'Search is faster\nCalmer notices',
  is_force: 0,
  url: 'https://example.org/homeport.apk',
  size: 18_000_000,
}

export const aThreadRow: ThreadRow = {
  id: '1',
  board_id: 5,
  title: 'A thread',
  excerpt: '',
  author: null,
  tags: [],
  images: [],
  replies: 0,
  likes: 0,
  favorites: 0,
  views: 0,
  is_pinned: false,
  is_featured: false,
  is_locked: false,
  is_new: false,
  is_liked: false,
  is_favorite: false,
  created_at: 1,
  active_at: 1,
}
