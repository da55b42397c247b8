/** Keeps in the database which film plays on each screen: if the box restarts, it goes on where it was, for the same person. */
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import { pendingPlayMs } from '@homeport/contract/playback/playback.ts'
import type { PlayRequest } from '../session/pending-play.ts'
import type { PlayerRooms, PlayerState } from '../player-state.ts'
import { isPaused, pointOf, type Session } from '../session/session.ts'
import type { NowPlayingRow, NowPlayingStore } from './queue.store.ts'

/** During playback the position is written at this interval. */
const everyMs = 10_000

export function createNowPlaying(
  player: PlayerState,
  store: NowPlayingStore,
): Pick<PlayerRooms, 'record' | 'closed' | 'stopping' | 'recall'> {
  /** Writes run one after the other. */
  const oneAtATime = createOneAtATime()
  const write = (work: () => Promise<void>) => void oneAtATime(work).catch(player.onFault)
  const last = new Map<string, NowPlayingRow>()

  return {
    record(session) {
      const row = rowOf(session, player.now())
      const before = last.get(session.screen_id)
      const isSame = before?.file_id === row.file_id && before.is_paused === row.is_paused
      if (isSame && row.at - before.at < everyMs) return
      last.set(session.screen_id, row)
      write(() => store.keep(row))
    },
    closed({ screen_id }) {
      last.delete(screen_id)
      write(() => store.remove(screen_id))
    },
    async stopping() {
      for (const session of player.sessions.values()) await store.keep(rowOf(session, player.now()))
      await oneAtATime.idle()
    },
    async recall(screen_id) {
      const row = await store.of(screen_id)
      if (!row || player.now() - row.at >= pendingPlayMs) return undefined
      const film = await player.files.filmOf({ id: row.file_id, path: row.path })
      return film && requestOf(row, film)
    },
  }
}

function rowOf(session: Session, now: number): NowPlayingRow {
  const { screen_id, file, speed, by } = session
  return {
    screen_id,
    file_id: file.id,
    path: file.path,
    point_ms: pointOf(session, now),
    is_paused: isPaused(session) ? 1 : 0,
    speed_percent: Math.round(speed * 100),
    realm: by?.realm ?? '',
    user_id: by?.user_id ?? '',
    at: now,
  }
}

function requestOf(row: NowPlayingRow, film: Pick<PlayRequest, 'file' | 'parts'>): PlayRequest {
  const { point_ms, is_paused, speed_percent, realm, user_id } = row
  const by = realm === '' ? undefined : { realm, user_id }
  return { ...film, point: point_ms, isPaused: is_paused === 1, speed: speed_percent / 100, by }
}
