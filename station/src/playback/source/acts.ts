/** The act that limits the bit rate of a screen. */
import { playerBitrate } from '@homeport/contract/playback.ts'
import { answer, type Handler } from '../../kit/answer.ts'
import { starterOf } from '../acts.ts'
import { refused } from '../play-refusal.ts'
import type { Player } from '../player.ts'

export function bitrateActs(player: Pick<Player, 'bitrate' | 'isOpenTo'>): Handler[] {
  return [
    answer(playerBitrate, async ({ target, kbit }, by) => {
      if (!player.isOpenTo(target, starterOf(by))) throw refused('no_screen')
      return player.bitrate({ target, kbit, realm: by.realm })
    }),
  ]
}
