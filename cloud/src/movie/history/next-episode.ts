/** Which episode of a series its user goes on with. */
import type { EpisodeState } from '../film/episode.store.ts'

/** The one left in the middle, else the first unwatched one after the last watched one, else the first unwatched one. The states in the series' order. */
export function nextEpisode(states: readonly EpisodeState[]): EpisodeState | undefined {
  const latest = states.filter(({ is_watched, position_ms }) => !is_watched && position_ms > 0).reduce(later, undefined)
  if (latest) return latest
  const watched = states.filter(({ is_watched }) => is_watched).reduce(later, undefined)
  const after = watched ? states.indexOf(watched) + 1 : 0
  return states.slice(after).find(({ is_watched }) => !is_watched) ?? states.find(({ is_watched }) => !is_watched)
}

/** The episode that was watched later; of two watched at the same time, the later in the series. */
function later(one: EpisodeState | undefined, other: EpisodeState): EpisodeState {
  return one && one.watched_at > other.watched_at ? one : other
}
