/** The pending play request and its step: stored, so that a page reload resumes it; expires after ten minutes. */
import { pendingPlayMs } from '@homeport/contract/playback/playback.ts'
import { observable } from '../../kit/observable.ts'
import { now } from '../../kit/time/clock.ts'
import { storageKeys } from '../../kit/storage.ts'
import { onSessionEnd, session } from '../../kit/session.ts'

/** movie_id, or path: a file's id or url. left: ms where the user stopped watching, 0 if not started; duration 0 while unknown. */
export type PlayWish = { movie_id: string; path: string; title: string; point: number; left: number; duration: number }
/**
 * looking: loading the TV list. choosing: the sheet asks where. starting: play was sent to the TV (target '' = the box chooses).
 * from: the address where it began and where a reload resumes it. at: ms.
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
  storageKeys.realm(session.get().lang, 'playIntent').set(next)
  playIntent.set(next)
}

/** The unfinished request from before a reload; null if expired, or of another box or page. */
export function unfinishedIntent(devsn: string): PlayIntent | null {
  const stored = storageKeys.realm(session.get().lang, 'playIntent').get()
  return stored && stored.devsn === devsn && stored.from === location.hash && now() - stored.at < pendingPlayMs ? stored : null
}

onSessionEnd(() => playIntent.set(null))
