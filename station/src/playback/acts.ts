/** Playback acts: play, seek and stop on a screen, and the keys of the remote (spec 7; wire.md). */
import {
  exitPlayer,
  play,
  playerPause,
  playerResume,
  playerSeek,
  playerStatus,
  playerVolume,
  remoteKey,
} from '@homeport/contract/playback.ts'
import { answer, type ActCaller, type Handler } from '../kit/answer.ts'
import type { createFinder } from './files.ts'
import { createKeyGate } from './key-gate.ts'
import { startOf } from './parts.ts'
import type { Player } from './player.ts'

export type PlaybackParts = {
  player: Player
  finder: ReturnType<typeof createFinder>
  now: () => number
  /** ms by the cloud's clock. */
  cloudNow: () => number
}

export function playbackActs({ player, finder, now, cloudNow }: PlaybackParts): Handler[] {
  const gates = new Map<string, ReturnType<typeof createKeyGate>>()
  const starter = ({ realm, from }: ActCaller) => (from ? { realm, user_id: from.user_id } : undefined)
  return [
    answer(play, async ({ movie_id, path, point, target }, by) => {
      const film = await finder.find({ movie_id, path })
      await player.playOn(target, { ...film, point: point || startOf(film), by: starter(by) })
      return player.view(by.realm)
    }),
    answer(playerPause, async (_, { realm }) => {
      await player.pause()
      return player.view(realm)
    }),
    answer(playerResume, async (_, { realm }) => {
      await player.resume()
      return player.view(realm)
    }),
    answer(playerSeek, async ({ point }, { realm }) => {
      await player.seek(point)
      return player.view(realm)
    }),
    answer(playerVolume, async (change, { realm }) => {
      await player.volume(change)
      return player.view(realm)
    }),
    answer(exitPlayer, async (_, { realm }) => {
      await player.exit()
      return player.view(realm)
    }),
    answer(playerStatus, async (_, { realm }) => player.view(realm)),
    answer(remoteKey, async ({ key, phase }, { expiresAt }) => {
      const port = player.pick()
      const gate = gates.get(port.screen_id) ?? createKeyGate(now)
      gates.set(port.screen_id, gate)
      const life_ms = expiresAt - cloudNow()
      if (gate({ key, phase }) && phase !== 'up' && life_ms > 0 && port.isFree())
        port.send({ kind: 'key', key, phase, at: now(), life_ms })
      return {}
    }),
  ]
}
