/** The preroll of an endless answer: a copied picture begins at a keyframe, up to ten seconds before the point that was asked for, and browsers do not seek in such an answer. It is played fast, unseen and unheard, up to the point. */
import { sourcePoint } from './readings.ts'
import { draw, report } from './report.ts'
import { requestSourceNow } from './request-source.ts'
import { applySound } from './sound.ts'
import { startVideo } from './start-video.ts'
import type { Load, PlayerContext } from './state.ts'

/** Less is not noticed. */
const leastMs = 400
const lookEveryMs = 40
/** It ends so much before the point. */
const nearMs = 250
/** Slower before the point: at each rate some time is left, so that a page that is busy for as long does not run past it. */
const fast = { rates: [8, 4, 2], lastsMs: 333 }
/** After a page was busy for longer. */
const careful = { rates: [4], lastsMs: 1_000 }
/** The picture of a paused film stays on screen: if it is further from the point than this, the source is asked for once more. */
const pastMs = 500
/** A picture that stands for so long is shown where it is. */
const patienceMs = 5_000

/** The place of the video at the last look, in seconds, and since when; 0 and undefined before the first picture, which is waited for. */
type Seen = { at: number; since: number | undefined }

export function prerollOf({ is_seekable, point, offset }: Load): { point: number } | null {
  return is_seekable || point - offset < leastMs ? null : { point }
}

/** A film that is paused plays up to its point too: without sound, which no browser forbids. */
export function runPreroll(player: PlayerContext, load: Load): void {
  const { video, state } = player
  if (state.overran !== load.point) state.overran = null
  if (!state.preroll) return
  look(player, load, { at: 0, since: undefined })
  if (state.isHeld) video.play().catch(() => load === state.load && endPreroll(player))
}

/** Drops the preroll of a source that is replaced or over. */
export function dropPreroll({ video, state }: PlayerContext): void {
  if (!state.preroll) return
  state.cancelLook()
  state.preroll = null
  video.playbackRate = video.defaultPlaybackRate
}

function look(player: PlayerContext, load: Load, before: Seen): void {
  const { video, state, now, later } = player
  const at = video.currentTime
  const since = at > before.at ? now() : before.since
  const leftMs = load.point - sourcePoint(video, load)
  if (leftMs < -pastMs && state.isHeld && state.overran === null) return playAgain(player, load)
  const isLate = since !== undefined && now() - since > patienceMs
  const isStopped = since !== undefined && state.isHeld && video.paused
  if (leftMs <= nearMs || isLate || isStopped || !hasRate(player, leftMs)) return endPreroll(player)
  state.cancelLook = later(lookEveryMs, () => look(player, load, { at, since }))
}

/** False in a browser that plays no faster than it must. */
function hasRate({ video, state }: PlayerContext, leftMs: number): boolean {
  const { rates, lastsMs } = state.overran === null ? fast : careful
  const rate = rates.find((one) => one * lastsMs <= leftMs) ?? 1
  try {
    if (video.playbackRate !== rate) video.playbackRate = rate
    return true
  } catch {
    return false
  }
}

function playAgain(player: PlayerContext, load: Load): void {
  const { video, state } = player
  dropPreroll(player)
  video.pause()
  applySound(player)
  state.overran = load.point
  requestSourceNow(player, load, load.point)
}

function endPreroll(player: PlayerContext): void {
  const { video, state } = player
  dropPreroll(player)
  state.overran = null
  if (state.isHeld) video.pause()
  applySound(player)
  // A browser that forbids sound let it play unheard, and pauses it now that it is to be heard.
  if (!state.isHeld) void startVideo(player)
  draw(player)
  report(player)
}
