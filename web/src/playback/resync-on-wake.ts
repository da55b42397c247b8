/** After sleep or a lost network the box is asked at once what plays, by the socket or by a call, and again until it answers. */
import { playerList } from '@homeport/contract/playback/playback.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Out } from '@homeport/contract/kit/operation.ts'
import { later } from '../kit/time/clock.ts'
import { isFailure } from '../kit/failure.ts'
import { isConnected, send } from '../kit/call/box-connection.ts'
import { isShown, watchConnected, watchShown } from '../kit/platform.ts'
import { session } from '../kit/session.ts'

/** A network that has just come back does not carry the first request yet. */
const againMs = 400
const maxTries = 12
const socketMs = 2_000

/** request: called when the box is asked; what it returns takes the answer. */
export function watchWake(request: () => (list: Out<typeof playerList.output>['data']) => void): () => void {
  let turn = 0
  let stopWait = () => {}

  function ask(): void {
    turn += 1
    stopWait()
    void tryOnce(turn, 1)
  }

  async function tryOnce(own: number, tries: number): Promise<void> {
    const { token, device } = session.get()
    if (token === '' || !device || !isShown()) return
    const heard = request()
    try {
      const call = send(playerList, {}, { isByCall: true })
      const list = await (isConnected.get() ? Promise.any([call, send(playerList, {}, { waitMs: socketMs })]) : call)
      if (own === turn) heard(list.data)
    } catch (thrown) {
      const error = thrown instanceof AggregateError ? thrown.errors[0] : thrown
      // A box that is off says so; a network that is not up yet does not.
      const isUnheard = isFailure(error, 'network') || (isFailure(error) && error.code === Code.noResponse)
      if (own !== turn || tries >= maxTries || !isUnheard) return
      stopWait = later(againMs, () => void tryOnce(own, tries + 1))
    }
  }

  const stops = [
    watchShown((isVisible) => isVisible && ask()),
    watchConnected(ask),
    isConnected.watch(() => isConnected.get() && ask()),
  ]
  return () => {
    turn += 1
    stopWait()
    stops.forEach((stop) => stop())
  }
}
