/** Sends the remote's keys to the box: as frames on the open socket, else single presses by HTTP; a failed key is never sent again (P26). */
import { playReasons, PlayRefusal, remoteKey, type RemoteKey } from '@homeport/contract/playback/playback.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import * as z from 'zod/mini'
import { observable } from '../../kit/observable.ts'
import { later } from '../../kit/time/clock.ts'
import { isFailure } from '../../kit/failure.ts'
import { isConnected, send } from '../../kit/call/box-connection.ts'
import { isShown, tick, watchShown } from '../../kit/platform.ts'
import { player } from '../player.ts'
import { createKeys, type KeyPhase, type Keys } from './keys.ts'

export type KeyRefusal = (typeof playReasons)[number] | 'offline' | 'silent' | 'unsent'

/** Why the last key failed; null after a success. */
export const keyTrouble = observable<KeyRefusal | null>(null)

let downByFrame: RemoteKey | null = null
let isCalling = false

async function sendKey(key: RemoteKey, phase: KeyPhase): Promise<void> {
  if (phase === 'down' || phase === 'press') tick()
  if (isConnected.get() || (phase === 'up' && downByFrame === key)) {
    downByFrame = phase === 'down' || phase === 'repeat' ? key : null
    return showResult(send(remoteKey, { target: player.target(), key, phase }, { isFleeting: true }), phase)
  }
  // Without the socket only one press is in flight: others are dropped, not queued.
  if (isCalling || phase === 'up' || phase === 'repeat') return
  isCalling = true
  await showResult(send(remoteKey, { target: player.target(), key, phase: 'press' }, { isFleeting: true }), 'press')
  isCalling = false
}

async function showResult(answer: Promise<unknown>, phase: KeyPhase): Promise<void> {
  try {
    await answer
    keyTrouble.set(null)
  } catch (error) {
    if (phase === 'down' || phase === 'press') keyTrouble.set(troubleOf(error))
  }
}

function troubleOf(error: unknown): KeyRefusal | null {
  const refusal = isFailure(error) ? z.safeParse(PlayRefusal, error.data) : undefined
  if (refusal?.success) return refusal.data.reason
  if (isFailure(error) && error.code === Code.offline) return 'offline'
  if (isFailure(error, 'network')) return 'unsent'
  return isFailure(error) && error.code === Code.noResponse ? 'silent' : null
}

export const keys: Keys = createKeys({ tell: (key, phase) => void sendKey(key, phase), later })

/** Releases a held key when no pointer event will: page hidden, left, or connection closed. */
export function letGoWhenLost(): () => void {
  const releaseKey = () => keys.up()
  const stops = [watchShown(() => isShown() || releaseKey()), isConnected.watch(() => isConnected.get() || releaseKey())]
  addEventListener('blur', releaseKey)
  addEventListener('pagehide', releaseKey)
  return () => {
    releaseKey()
    stops.forEach((stop) => stop())
    removeEventListener('blur', releaseKey)
    removeEventListener('pagehide', releaseKey)
  }
}
