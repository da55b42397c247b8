/** The act that limits the bit rate of a screen. */
import { playerBitrate } from '@homeport/contract/playback/playback.ts'
import { answer, type Handler } from '../../kit/connection/answer.ts'
import type { Player } from '../player.ts'

export function bitrateActs(player: Pick<Player, 'bitrate'>): Handler[] {
  return [answer(playerBitrate, ({ target, kbit }, { realm }) => player.bitrate({ target, kbit, realm }))]
}
