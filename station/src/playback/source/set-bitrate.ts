/** Limits the bit rate of a screen: a film that plays there goes on at its position, converted if it is above the limit. */
import type { Lang } from '@homeport/contract/kit/promise.ts'
import { closedPlayer, type PlayerInfo } from '@homeport/contract/playback.ts'
import { loadSource } from '../load-source.ts'
import { pickScreen, type PlayerState } from '../player-state.ts'
import { waitDone } from '../report-wait.ts'
import { infoOf, pointOf } from '../session.ts'

type BitrateChange = { target: string; kbit: number; realm: Lang }

export async function setBitrate(player: PlayerState, { target, kbit, realm }: BitrateChange): Promise<PlayerInfo> {
  const { sessions, limits, now } = player
  const port = pickScreen(player, target)
  const session = sessions.get(port.screen_id)
  const before = await limits.of(port.screen_id)
  await limits.keep(port.screen_id, kbit)
  if (!session) return { ...closedPlayer, screen_id: port.screen_id }
  if (session.limitKbit === kbit) return infoOf(session, realm, now())
  try {
    await loadSource(player, { session, port, point: pointOf(session, now()) })
  } catch (error) {
    // The film goes on as it was.
    await limits.keep(port.screen_id, before)
    session.limitKbit = before
    throw error
  }
  await waitDone(player, session)
  return infoOf(session, realm, now())
}
