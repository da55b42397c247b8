/** The box is told that somebody is there; after long without a sign it asks whether somebody watches, and any key is the answer. */
import type { Key } from '../keys.ts'
import { waitForNext } from './indicators.ts'
import { update, type TvContext } from './state.ts'

const touchEveryMs = 60_000

/** A key or a touch during a film. */
export function noteTouch(tv: TvContext): void {
  const play_id = tv.player()?.playing()?.play_id
  const { touched } = tv.state.get()
  if (play_id === undefined || (touched.play_id === play_id && tv.now() - touched.at < touchEveryMs)) return
  update(tv, { touched: { play_id, at: tv.now() } })
  tv.send({ kind: 'touched', play_id })
}

export function pressAsking(tv: TvContext, key: Key): void {
  const play_id = tv.state.get().asking
  update(tv, { asking: '' })
  if (key === 'back' || key === 'home' || key === 'stop') return tv.send({ kind: 'exit', play_id })
  waitForNext(tv)
  tv.send({ kind: 'touched', play_id })
}
