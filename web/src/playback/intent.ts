/** What a person wants to play and how far they are with it: kept, so that a reload of the page in the middle goes on, and forgotten after ten minutes. */
import { pendingPlayMs } from '@homeport/contract/playback.ts'
import { observable } from '../kit/observable.ts'
import { now } from '../kit/clock.ts'
import { stored } from '../kit/storage.ts'
import { onSessionEnd, session } from '../kit/session.ts'

/** movie_id, or path: a file's id or url. left: ms where the asker left it, 0 where they never began; duration 0 while unknown. */
export type PlayWish = { movie_id: string; path: string; title: string; point: number; left: number; duration: number }
/**
 * looking: which TVs are there is being asked. choosing: the sheet asks where. starting: on its way to the screen (target '' = the box chooses).
 * from: the address it began at, where a reload goes on. at: ms.
 */
export type PlayIntent = PlayWish & {
  devsn: string
  step: 'looking' | 'choosing' | 'starting'
  target: string
  screen_name: string
  from: string
  at: number
}

export const playIntent = observable<PlayIntent | null>(null)

export function setIntent(next: PlayIntent | null): void {
  stored.realm(session.get().lang, 'playIntent').set(next)
  playIntent.set(next)
}

/** What an earlier life of this page left unfinished; null where that is long ago, of another box or of another page. */
export function unfinishedIntent(devsn: string): PlayIntent | null {
  const kept = stored.realm(session.get().lang, 'playIntent').get()
  return kept && kept.devsn === devsn && kept.from === location.hash && now() - kept.at < pendingPlayMs ? kept : null
}

onSessionEnd(() => playIntent.set(null))
