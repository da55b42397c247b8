/** Acts of the queue, and to the next or previous film. */
import { playQueue, playQueueAdd, playQueueMove, playQueueRemove } from '@homeport/contract/playback/play-queue.ts'
import { playerNext } from '@homeport/contract/playback/playback.ts'
import { answer, type Handler } from '../../kit/connection/answer.ts'
import { starterOf } from '../acts.ts'
import type { Player } from '../player.ts'
import type { Queue } from './play-queue.ts'

export function queueActs(player: Player, queue: Queue): Handler[] {
  /** Without a target and without a film: a screen that is online. */
  const screenOf = (target: string) => player.targetOf(target) || player.pick().screen_id
  return [
    answer(playQueue, async ({ target }) => queue.view(player.targetOf(target))),
    answer(playQueueAdd, ({ target, ...added }, by) => queue.add(screenOf(target), added, starterOf(by))),
    answer(playQueueMove, ({ target, id, to }) => queue.move(player.targetOf(target), id, to)),
    answer(playQueueRemove, ({ target, ...removed }) => queue.remove(player.targetOf(target), removed)),
    answer(playerNext, async ({ target, ...to }, by) => {
      const screen_id = player.targetOf(target)
      player.note(screen_id, 'next', starterOf(by))
      await queue.next(screen_id, to)
      return player.view(by.realm, screen_id)
    }),
  ]
}
