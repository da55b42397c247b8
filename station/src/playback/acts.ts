/** Playback acts: play, seek and stop on a screen, and the keys of the remote (spec 7; wire.md). */
import { Code } from '@homeport/contract/kit/codes.ts'
import {
  exitPlayer,
  play,
  playerList,
  playerPause,
  playerResume,
  playerSeek,
  playerSleep,
  playerSpeed,
  playerStatus,
  playerStay,
  playerVolume,
  remoteKey,
  type PlayerChange,
  type PlayerInfo,
  type RemoteKey,
} from '@homeport/contract/playback/playback.ts'
import { answer, type ActCaller, type Handler } from '../kit/connection/answer.ts'
import { Refusal } from '../kit/refusal.ts'
import type { createFinder } from './resolve-film.ts'
import { monotonicMs } from '../kit/monotonic.ts'
import { createKeyGate } from './key-gate.ts'
import { startOf } from './delivery/parts.ts'
import { refused, refuseLacking } from './delivery/play-refusal.ts'
import type { Player } from './player.ts'
import { screenNameOf } from './player-state.ts'
import { isAwaited, type PlayStarter, type Session } from './session/session.ts'

export type PlaybackDeps = {
  player: Player
  finder: ReturnType<typeof createFinder>
  /** ms by the cloud's clock. */
  cloudNow: () => number
}

const volumeKeys: readonly RemoteKey[] = ['volume_up', 'volume_down', 'mute']

export function starterOf({ realm, from }: ActCaller): PlayStarter {
  return from ? { realm, user_id: from.user_id } : undefined
}

export function playbackActs({ player, finder, cloudNow }: PlaybackDeps): Handler[] {
  const gates = new Map<string, ReturnType<typeof createKeyGate>>()
  /** kind: undefined if the others need not hear of it. */
  async function control(
    { target, by, kind }: { target: string; by: ActCaller; kind?: PlayerChange['kind'] },
    work: (screen_id: string) => Promise<void>,
  ): Promise<PlayerInfo> {
    const screen_id = player.targetOf(target)
    if (kind) player.note(screen_id, kind, starterOf(by))
    await work(screen_id)
    return player.view(by.realm, screen_id)
  }
  return [
    answer(play, async ({ movie_id, path, point, target, is_replacing }, by) => {
      const film = await finder.find({ movie_id, path })
      const starter = starterOf(by)
      const screen_id = target || player.pick().screen_id
      if (!is_replacing) refuseIfInUse(player, player.playing(screen_id), starter)
      player.note(screen_id, 'play', starter)
      await player.playOn(screen_id, { ...film, point: point || startOf(film), by: starter })
      return player.view(by.realm, screen_id)
    }),
    answer(playerPause, ({ target }, by) => control({ target, by, kind: 'pause' }, player.pause)),
    answer(playerResume, ({ target }, by) => control({ target, by, kind: 'resume' }, player.resume)),
    answer(playerSeek, ({ target, point }, by) =>
      control({ target, by, kind: 'seek' }, (screen_id) => player.seek(point, screen_id)),
    ),
    answer(playerVolume, ({ target, ...change }, by) =>
      control({ target, by }, (screen_id) => player.volume(change, target === '' ? '' : screen_id)),
    ),
    answer(playerStay, ({ target }, by) => control({ target, by }, (screen_id) => player.stay(screen_id))),
    answer(playerSpeed, ({ target, speed }, by) => control({ target, by }, (screen_id) => player.speed(speed, screen_id))),
    answer(playerSleep, async ({ target, minutes, at_end }, by) => {
      const screen_id = player.targetOf(target)
      if (!player.playing(screen_id)) throw refused('no_screen')
      player.sleep(screen_id, at_end ? 'end' : minutes || undefined)
      return player.view(by.realm, screen_id)
    }),
    answer(exitPlayer, async ({ target }, by) => {
      player.note(player.targetOf(target), 'stop', starterOf(by))
      await player.exit(target)
      return player.view(by.realm, target)
    }),
    answer(playerStatus, async ({ target }, by) => player.view(by.realm, target)),
    answer(playerList, async (_, { realm, from }) => ({
      data: player.list(realm).filter(({ is_here, user_id }) => !is_here || user_id === from?.user_id),
    })),
    answer(remoteKey, async ({ target, key, phase }, by) => {
      const port = player.pick(target)
      refuseLacking(port, volumeKeys.some((one) => one === key) ? 'volume' : 'keys')
      const gate = gates.get(port.screen_id) ?? createKeyGate(monotonicMs)
      gates.set(port.screen_id, gate)
      const life_ms = by.expiresAt - cloudNow()
      if (gate({ key, phase }) && phase !== 'up' && life_ms > 0 && port.isFree())
        port.send({ kind: 'key', key, phase, at: monotonicMs(), life_ms })
      return {}
    }),
  ]
}

/** A film that somebody else started, and that is not only awaited, is replaced only on purpose. */
function refuseIfInUse({ state }: Player, session: Session | undefined, starter: PlayStarter): void {
  const by = session?.by
  if (!session || !by || isAwaited(session)) return
  if (by.realm === starter?.realm && by.user_id === starter.user_id) return
  const { title } = session.file
  throw new Refusal(Code.taken, {
    user_name: state.nameOf(by.realm, by.user_id),
    title,
    screen_name: screenNameOf(state, session.screen_id),
  })
}
