/** The speed of a film: set on the TV, or from a phone. */
import { playbackSpeeds } from '@homeport/contract/playback/playback.ts'
import { pushView, type PlayerState } from './player-state.ts'
import { pointOf, setPosition, type Session } from './session.ts'

/** The screen plays at this speed already. */
export function setSpeed(player: PlayerState, session: Session, speed: number): void {
  if (!playbackSpeeds.some((one) => one === speed) || speed === session.speed) return
  setPosition(session, pointOf(session, player.now()), player.now())
  session.speed = speed
  pushView(player, session.screen_id)
}
