/** Limits the bit rate of a screen: a film that plays there goes on at its position, converted if it is above the limit. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { connectedPort, waitDone } from '../session/await-report.ts'
import { pickScreen, viewOf, type PlayerState } from '../player-state.ts'
import { refuseLacking } from '../delivery/play-refusal.ts'
import { reload } from '../session-commands.ts'

type BitrateChange = { target: string; kbit: number; realm: Lang }

export async function setBitrate(player: PlayerState, { target, kbit, realm }: BitrateChange): Promise<PlayerInfo> {
  const { sessions, limits } = player
  const playing = target === '' ? undefined : sessions.get(target)
  const port = playing ? await connectedPort(player, playing) : pickScreen(player, target)
  refuseLacking(port, 'limit')
  const session = sessions.get(port.screen_id)
  const before = await limits.of(port.screen_id)
  await limits.keep(port.screen_id, kbit)
  if (!session || session.limitKbit === kbit) return viewOf(player, realm, port.screen_id)
  try {
    await reload(player, session)
  } catch (error) {
    // The film goes on as it was.
    await limits.keep(port.screen_id, before)
    throw error
  }
  await waitDone(player, session)
  return viewOf(player, realm, port.screen_id)
}
