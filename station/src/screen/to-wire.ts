/** Converts screens, admitted and waiting ones, to their wire form. */
import type { Screen, Screens } from '@homeport/contract/screen.ts'
import type { PageSocket } from './page-socket.ts'
import type { ScreenRow } from './store.ts'

export function toWire(row: ScreenRow, { isOnline, now }: { isOnline: boolean; now: number }): Screen {
  const { screen_id, name } = row
  return {
    screen_id,
    name,
    kind: 'tv',
    user_id: '',
    is_online: isOnline,
    seen_at: Math.floor((isOnline ? now : row.seen_at) / 1000),
  }
}

/** until: when its digits expire, in ms. */
export function waitingToWire(page: PageSocket, { until, now }: { until: number; now: number }): Screens['waiting'][number] {
  const { address, browser } = page
  return { address, name: browser, until: Math.floor(until / 1000), left_ms: Math.max(0, until - now) }
}
