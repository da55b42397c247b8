/** Plays that wait for their screen: asked for while its page is away, begun when it says hello. One for each screen, kept in memory for ten minutes. */
import type { Lang } from '@homeport/contract/kit/promise.ts'
import { pendingPlayMs, type PlayerInfo } from '@homeport/contract/playback.ts'
import { closedInfo, type Starter } from './session.ts'
import type { PlayableFile } from './way.ts'

export type Wanted = { file: PlayableFile; point: number; by: Starter; isPaused?: boolean }
export type KnownScreen = { screen_id: string; name: string }
export type PendingPlay = { screen: KnownScreen; wanted: Wanted; began: (playing: Promise<unknown>) => void }

type Parts = {
  later: (ms: number, run: () => void) => () => void
  /** One came, or ran out. */
  onChange: () => void
}

export function createPending({ later, onChange }: Parts) {
  const plays = new Map<string, PendingPlay & { stopExpiry: () => void }>()

  function take(screen_id: string): PendingPlay | undefined {
    const play = plays.get(screen_id)
    plays.delete(screen_id)
    play?.stopExpiry()
    return play
  }

  function drop(screen_id: string): void {
    if (take(screen_id)) onChange()
  }

  return {
    has: (screen_id: string) => plays.has(screen_id),
    /** The one that was asked for last. */
    newest: (): PendingPlay | undefined => [...plays.values()].at(-1),
    /** A later wish for the same screen takes its place. */
    put(play: PendingPlay): void {
      take(play.screen.screen_id)
      plays.set(play.screen.screen_id, { ...play, stopExpiry: later(pendingPlayMs, () => drop(play.screen.screen_id)) })
      onChange()
    },
    take,
    drop,
    clear(): void {
      for (const screen_id of plays.keys()) take(screen_id)
    },
  }
}

/** A film that begins when its screen is there. */
export function pendingInfo({ screen, wanted: { file, point, by } }: PendingPlay, realm: Lang): PlayerInfo {
  return {
    ...closedInfo,
    current_point: point,
    duration: file.duration_ms ?? 0,
    movie_id: file.movie_id,
    path: file.id,
    title: file.title,
    poster: file.poster,
    quality: file.quality,
    screen_id: screen.screen_id,
    screen_name: screen.name,
    user_id: by?.realm === realm ? by.user_id : '',
    is_pending: true,
  }
}
