/** Readings from the video element and the player's state together: sound, position, duration, state of playback. */
import type { Night, Sound } from '@homeport/contract/shape/film/remote.ts'
import type { FilmPlayerState, Load, PlaybackState, PlayerContext } from './state.ts'

export function currentSound({ isMuted, isBlocked }: FilmPlayerState): Sound {
  return isMuted ? 'muted' : isBlocked ? 'blocked' : 'on'
}

export function currentNight({ night, state: { isNight } }: PlayerContext): Night {
  return night.stateFor(isNight)
}

export function currentPoint({ video, state: { load, preroll } }: PlayerContext): number {
  if (!load) return 0
  const point = preroll?.point ?? Math.max(0, Math.round(sourcePoint(video, load)))
  return load.end === undefined ? point : Math.min(point, load.end)
}

/** The point of the picture in the video element, ms. */
export function sourcePoint({ currentTime }: HTMLVideoElement, { offset }: Load): number {
  return offset + currentTime * 1000
}

/** 0: unknown. */
export function currentDuration({ video, state: { load } }: PlayerContext): number {
  if (!load) return 0
  if (load.duration > 0) return load.duration
  return load.is_seekable && Number.isFinite(video.duration) ? Math.round(video.duration * 1000) : 0
}

/** The source has ended and the next part of the film follows. */
export function isBetweenParts({ video, state: { load } }: PlayerContext): boolean {
  return load?.end !== undefined && video.ended
}

export function playbackState(player: PlayerContext): PlaybackState {
  const { video } = player
  if (player.state.isDormant) return 'paused'
  if (hasBroken(player)) return 'failed'
  if (isBetweenParts(player)) return 'loading'
  if (video.ended) return 'ended'
  if (player.state.preroll) return 'loading'
  if (video.paused) return player.state.isHeld && video.readyState > 0 ? 'paused' : 'loading'
  return video.seeking || video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA ? 'loading' : 'playing'
}

/** The source ended before its time. */
export function hasBroken({ video, state }: PlayerContext): boolean {
  return video.error !== null || state.hasGivenUp
}

/** The film that plays, as the hello message says it after a reconnect. */
export function nowPlaying(player: PlayerContext) {
  const { state } = player
  return (
    state.load && {
      play_id: state.load.play_id,
      path: state.load.path,
      point: hasBroken(player) ? state.lastPoint : currentPoint(player),
      is_paused: state.isHeld && !isBetweenParts(player),
    }
  )
}
