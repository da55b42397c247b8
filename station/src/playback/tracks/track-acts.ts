/** Acts on the subtitles and audio tracks of the film that plays. */
import type { Out } from '@homeport/contract/kit/operation.ts'
import { playHabit, setPlayHabit } from '@homeport/contract/playback/play-habit.ts'
import { fileTracks, playerSetTracks, playerTracks, subtitleReadings } from '@homeport/contract/playback/tracks.ts'
import { answer, type Handler } from '../../kit/connection/answer.ts'
import type { PlayStarter } from '../session/session.ts'
import type { createSessionTracks } from './session-tracks.ts'

export function trackActs(
  tracks: Pick<ReturnType<typeof createSessionTracks>, 'view' | 'set' | 'readings' | 'habit' | 'setHabit'> & {
    tracksOf: (path: string, by: PlayStarter) => Promise<Out<typeof fileTracks.output>>
  },
): Handler[] {
  return [
    answer(fileTracks, ({ path }, { realm, from }) => tracks.tracksOf(path, from && { realm, user_id: from.user_id })),
    answer(playerTracks, async ({ target }) => tracks.view(target)),
    answer(playerSetTracks, ({ target, ...choice }, { realm, from }) =>
      tracks.set(target, choice, from && { realm, user_id: from.user_id }),
    ),
    answer(subtitleReadings, ({ target }) => tracks.readings(target)),
    answer(playHabit, (_, { realm, from }) => tracks.habit(from && { realm, user_id: from.user_id })),
    answer(setPlayHabit, (change, { realm, from }) => tracks.setHabit(from && { realm, user_id: from.user_id }, change)),
  ]
}
