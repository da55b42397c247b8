/** Limits the bit rate of a screen: a film that plays there goes on at its position, converted if it is above the limit. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { loadSource } from '../load-source.ts'
import { pickScreen, viewOf, type PlayerState } from '../player-state.ts'
import { waitDone } from '../await-report.ts'
import { connectedPort } from '../screen-away.ts'
import { pointOf } from '../session.ts'

type BitrateChange = { target: string; kbit: number; realm: Lang }

export async function setBitrate(player: PlayerState, { target, kbit, realm }: BitrateChange): Promise<PlayerInfo> {
  const { sessions, limits, now } = player
  const playing = target === '' ? undefined : sessions.get(target)
  const port = playing ? await connectedPort(player, playing) : pickScreen(player, target)
  const session = sessions.get(port.screen_id)
  const before = await limits.of(port.screen_id)
  await limits.keep(port.screen_id, kbit)
  if (!session) return viewOf(player, realm, port.screen_id)
  if (session.limitKbit === kbit) return viewOf(player, realm, port.screen_id)
  try {
    await loadSource(player, { session, port, point: pointOf(session, now()) })
  } catch (error) {
    // The film goes on as it was.
    await limits.keep(port.screen_id, before)
    session.limitKbit = before
    throw error
  }
  await waitDone(player, session)
  return viewOf(player, realm, port.screen_id)
}
