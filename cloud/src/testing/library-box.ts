/** For tests: a box that reports films, episodes and unreadable files, bound by one user. */
import { until } from '../../../testing/until.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { idlePlayer, type PlayerInfo } from '@homeport/contract/playback/playback.ts'
import type { ReportedFilm } from '@homeport/contract/movie/movie.ts'
import type { ReportedEpisode } from '@homeport/contract/movie/series.ts'
import { bind, type TestCloud } from './app-socket.ts'
import { TestBox } from './box.ts'
import { reportedFilm } from './reported-film.ts'

const player = {
  ...idlePlayer,
  duration: 60_000,
  path: '',
  title: '',
  poster: '',
  quality: '',
  volume: 50,
  sound: 'on',
  screen_id: 'tv',
  screen_name: 'TV',
} as const

export type LibraryBox = Awaited<ReturnType<typeof openLibraryBox>>

export async function openLibraryBox(cloud: TestCloud, username = 'viewer') {
  const box = await new TestBox(cloud.url).start()
  const user = await cloud.signUp(username)
  const devid = await bind(cloud, box, user)
  let rev = 0

  /** Rows as [report, key, value]; value null is a tombstone. */
  async function report(rows: readonly (readonly [report: string, key: string, value: unknown])[]): Promise<void> {
    // Like a real box: nothing is sent before the cloud asks for it.
    await until('the cloud asks for the rows', () => box.receivedOf('mirror_from', 'en').length > 0)
    const sent = rows.map(([name, key, value]) => ({ report: name, key, rev: (rev += 1), value }))
    await box.send('en', { kind: 'mirror', epoch: box.mirrorEpoch, first: true, rev, rows: sent })
    await until('the cloud has the rows', () => box.receivedOf('mirror_ack', 'en').some((ack) => ack.rev >= rev))
  }

  /** The box says what it plays, of a length of one minute; the cloud has it when this returns. */
  async function pushPlayer(part: Pick<PlayerInfo, 'movie_id' | 'current_point' | 'user_id' | 'status'>): Promise<void> {
    const data: PlayerInfo = { ...player, ...part }
    await box.send('en', { kind: 'push', frame: { act: 'player_status', dev: box.devsn, code: Code.ok, data } })
    // Acknowledged after what was sent before it.
    await report([['movie.unreadable', 'none', null]])
  }

  return {
    pushPlayer,
    box,
    user,
    devid,
    report,
    reportFilms: (films: readonly ReportedFilm[]) => report(films.map((film) => ['movie.film', film.id, film] as const)),
    reportEpisodes: (episodes: readonly ReportedEpisode[]) =>
      report(episodes.map((episode) => ['movie.episode', episode.id, episode] as const)),
  }
}

/** s1e02 of the series `s1`: season 1, number 2. */
export function reportedEpisode(id: string, more: Partial<ReportedEpisode> = {}): ReportedEpisode {
  const [, series_id = '', number = '0'] = /^(.+)e(\d+)$/.exec(id) ?? []
  return {
    id,
    series_id,
    season: 1,
    number: Number(number),
    number_end: null,
    title: `Episode ${id}`,
    overview: '',
    air_date: '',
    still: '',
    duration_ms: 60_000,
    quality: '',
    file_size: 1,
    added_at: 1,
    files: [],
    ...more,
  }
}

export function reportedSeries(id: string, more: Partial<ReportedFilm> = {}): ReportedFilm {
  return reportedFilm(id, { kind: 'series', title: `Series ${id}`, ...more })
}
