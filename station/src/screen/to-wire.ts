/** Converts screens, admitted and waiting ones, to their wire form. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Screen, Screens } from '@homeport/contract/playback/screen.ts'
import type { ScreenLack } from '@homeport/contract/shape/film/remote.ts'
import type { PageSocket } from './page/page-socket.ts'
import type { ScreenRow } from './store.ts'

type ScreenNow = { isOnline: boolean; isAwaited: boolean; now: number; lacks?: readonly ScreenLack[] }

/** user_id: in that user's own realm. */
export function toWire(row: ScreenRow, { isOnline, isAwaited, now, lacks = [], realm }: ScreenNow & { realm?: Lang }): Screen {
  const { screen_id, name, kind } = row
  return {
    screen_id,
    name,
    kind: kind === 'here' ? 'here' : 'tv',
    player: kind === 'tv' || kind === 'here' ? 'page' : kind,
    lacks: [...lacks],
    user_id: row.realm !== '' && row.realm === realm ? row.user_id : '',
    is_online: isOnline,
    is_awaited: isAwaited,
    seen_at: Math.floor((isOnline ? now : row.seen_at) / 1000),
  }
}

/** until: when its digits expire, in ms. */
export function waitingToWire(page: PageSocket, { until, now }: { until: number; now: number }): Screens['waiting'][number] {
  const { address, browser } = page
  return { address, name: browser, until: Math.floor(until / 1000), left_ms: Math.max(0, until - now) }
}
