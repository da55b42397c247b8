/** What the person usually hears and reads, as the current box keeps it. */
import type { TrackHabit } from '@homeport/contract/shape/track.ts'
import { setTrackHabit, trackHabit } from '@homeport/contract/tracks.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { send } from '../kit/link.ts'
import { edit, optimistic } from '../kit/optimistic.ts'
import { session } from '../kit/session.ts'

export const habitOf = (devsn: string) =>
  queryOptions({
    queryKey: [session.get().lang, 'playback', 'habit', devsn],
    queryFn: (): Promise<TrackHabit> => send(trackHabit, {}),
    retry: 1,
    meta: { isSaved: true, isQuiet: true },
  })

export const setHabit = (client: QueryClient, devsn: string) =>
  mutationOptions({
    mutationFn: (habit: TrackHabit) => send(setTrackHabit, habit),
    ...optimistic((habit: TrackHabit) => edit(client, habitOf(devsn).queryKey, () => habit)),
  })
