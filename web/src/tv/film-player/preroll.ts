/** The preroll of an endless answer: a copied picture begins at a keyframe, up to ten seconds before the point that was asked for, and browsers do not seek in such an answer. It is played fast, unseen and unheard, up to the point. */
import { sourcePoint } from './readings.ts'
import { draw, report } from './report.ts'
import { applySound } from './sound.ts'
import type { Load, PlayerContext } from './state.ts'

/** Less is not noticed. */
const leastMs = 400
const lookEveryMs = 40
/** It ends so much before the point. */
const nearMs = 250
/** Slower before the point: at each rate a third of a second is left, so that a page that is busy for as long does not run past it. */
const rates = [8, 4, 2]
const lastsMs = 333
/** A browser that is slower than this shows the film from where it is. */
const patienceMs = 5_000

export function prerollOf({ is_seekable, point, offset }: Load): { point: number } | null {
  return is_seekable || point - offset < leastMs ? null : { point }
}

/** A film that is paused plays up to its point too: without sound, which no browser forbids. */
export function runPreroll(player: PlayerContext, load: Load): void {
  const { video, state } = player
  if (!state.preroll) return
  look(player, load, undefined)
  if (state.isHeld) video.play().catch(() => load === state.load && endPreroll(player))
}

/** Drops the preroll of a source that is replaced or over. */
export function dropPreroll({ video, state }: PlayerContext): void {
  if (!state.preroll) return
  state.cancelLook()
  state.preroll = null
  video.playbackRate = video.defaultPlaybackRate
}

/** movedAt: when the first picture was there; a source that is late is waited for. */
function look(player: PlayerContext, load: Load, movedAt: number | undefined): void {
  const { video, state, now, later } = player
  const leftMs = load.point - sourcePoint(video, load)
  const isLate = movedAt !== undefined && now() - movedAt > patienceMs
  const isStopped = movedAt !== undefined && state.isHeld && video.paused
  if (leftMs <= nearMs || isLate || isStopped || !hasRate(video, leftMs)) return endPreroll(player)
  const since = movedAt ?? (video.currentTime > 0 ? now() : undefined)
  state.cancelLook = later(lookEveryMs, () => look(player, load, since))
}

/** False in a browser that plays no faster than it must. */
function hasRate(video: HTMLVideoElement, leftMs: number): boolean {
  const rate = rates.find((one) => one * lastsMs <= leftMs) ?? 1
  try {
    if (video.playbackRate !== rate) video.playbackRate = rate
    return true
  } catch {
    return false
  }
}

function endPreroll(player: PlayerContext): void {
  const { video, state } = player
  dropPreroll(player)
  if (state.isHeld) video.pause()
  applySound(player)
  draw(player)
  report(player)
}
