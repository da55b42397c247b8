/** Chooses the next try where a browser does not play a source: another way to the same film, never the same one again. */
import type { Ability } from '@homeport/contract/playback/screen-protocol.ts'
import type { PlayerState } from '../player-state.ts'
import type { ScreenPort } from '../screen-port.ts'
import type { Session } from './session.ts'

/** A browser that plays HLS by itself but has no Media Source Extensions (an iPhone, many TV sets) plays no endless answer. */
export function startsWithHls({ withoutEndless }: Pick<PlayerState, 'withoutEndless'>, { screen_id, can }: ScreenPort): boolean {
  return withoutEndless.has(screen_id) || (can.includes('hls') && !can.includes('mse'))
}

/** It is set in the session; undefined if nothing is left. A screen that names no format plays each file as it is, or not at all. */
export function nextAttempt(
  { stream, isHls, delivery }: Session,
  can: readonly Ability[],
): Partial<Pick<Session, 'isHls' | 'isForced'>> | undefined {
  const hasHls = can.includes('hls') || can.includes('mse')
  if (stream === 'fmp4' && hasHls && !isHls) return { isHls: true }
  return delivery === 'transcode' || can.length === 0 ? undefined : { isForced: true }
}
