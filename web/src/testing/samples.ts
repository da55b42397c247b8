/** For tests: a sample user, box, download and player. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { SignedIn } from '@homeport/contract/account.ts'
import type { Device } from '@homeport/contract/device.ts'
import type { Task } from '@homeport/contract/download.ts'
import { closedPlayer, type PlayerInfo } from '@homeport/contract/playback.ts'
import type { Screen } from '@homeport/contract/screen.ts'
import type { ScreenFilm, ToScreen } from '@homeport/contract/screen-page.ts'

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
    role: '',
  },
  bind: { devices: 1, devid: 'D1', devsn: 'AAAAAAAAAAAAAAAA' },
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
}

export const aPlayer: PlayerInfo = {
  ...closedPlayer,
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
  user_id: '',
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

/** What the box tells a screen to play: a film of a minute, from its fifth second. */
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
  series: null,
  speed: 1,
  next: null,
}
