/** Checks and handles what a box publishes at the broker: its presence, and messages for a realm. */
import type { AedesOptions, Client } from 'aedes'
import { Presence, FromBox } from '@homeport/contract/kit/connection.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { publishRule } from './topic-access.ts'

/** One connection of a box; epoch 0 until its birth. address: '' if it is not known. */
export type BoxState = { client: Client; isBound: boolean; epoch: number; address: string }
type Packet = Parameters<NonNullable<AedesOptions['authorizePublish']>>[1]

export type PublishHandlerDeps = {
  log: { warn(about: object, words: string): void }
  /** False if a newer birth is known. */
  onBirth: (devsn: string, presence: Presence, address: string) => boolean
  /** False if a newer birth is known, or the box was offline already. */
  onGone: (devsn: string, epoch: number) => boolean
  onUp: (devsn: string, lang: Lang, up: FromBox) => void
}

/** Handles one publication, also a late will; an error refuses it and closes the connection of a live box. */
export function publishHandler({ log, onBirth, onGone, onUp }: PublishHandlerDeps) {
  function handlePresence(state: BoxState, message: unknown): Error | null {
    const presence = Presence.safeParse(message)
    if (!presence.success || presence.data.epoch <= 0) return new Error('not a presence')
    const { epoch, online } = presence.data
    if (epoch < state.epoch) return new Error('an older epoch')
    if (!online) return epoch === state.epoch && onGone(state.client.id, epoch) ? null : new Error('a late will')
    if (!onBirth(state.client.id, presence.data, state.address)) return new Error('an older epoch')
    state.epoch = epoch
    return null
  }

  return (state: BoxState | undefined, client: Client, packet: Packet): Error | null => {
    const rule = state && publishRule(client.id, packet.topic)
    if (!state || !rule || packet.qos > 1) return new Error('not your topic')
    if (rule.part === 'presence') {
      packet.retain = packet.retain && state.isBound
      return handlePresence(state, readJson(packet.payload))
    }
    packet.retain = false
    const up = FromBox.safeParse(readJson(packet.payload))
    if (up.success) onUp(client.id, rule.lang, up.data)
    else log.warn({ devsn: client.id }, 'A message of a box is not understood')
    return null
  }
}

function readJson(payload: Buffer | string): unknown {
  try {
    return JSON.parse(payload.toString())
  } catch {
    return undefined
  }
}
