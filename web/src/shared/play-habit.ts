/** The person's habits of playback, as the current box keeps them: the settings change them, and films and series are shown by them. */
import type { PlayHabit, PlayHabitChange } from '@homeport/contract/shape/film/track.ts'
import { playHabit, setPlayHabit } from '@homeport/contract/playback/play-habit.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { send } from '../kit/call/box-connection.ts'
import { edit, optimistic } from '../kit/keep/optimistic.ts'
import { session } from '../kit/session.ts'

export const habitOf = (devsn: string) =>
  queryOptions({
    queryKey: [session.get().lang, 'playback', 'habit', devsn],
    queryFn: (): Promise<PlayHabit> => send(playHabit, {}),
    retry: 1,
    meta: { isSaved: true, isQuiet: true },
  })

export const setHabit = (client: QueryClient, devsn: string) => {
  const { queryKey } = habitOf(devsn)
  return mutationOptions({
    mutationFn: (change: PlayHabitChange) => send(setPlayHabit, change),
    ...optimistic((change: PlayHabitChange) => edit(client, queryKey, (habit) => ({ ...habit, ...change })), {
      client,
      queryKey,
    }),
  })
}
