/** A person's habits of playback on a box: languages, subtitles, the film that follows. */
import * as z from 'zod/mini'
import { act } from '../kit/operation.ts'
import { PlayHabit, PlayHabitChange } from '../shape/film/track.ts'

/** The caller's habit on this box. */
export const playHabit = act({ name: 'track_habit', input: z.object({}), output: PlayHabit })

/** The languages are for films to come; one with a choice of its own keeps it. The film that follows, and the comments, change also where the caller's film plays. */
export const setPlayHabit = act({ name: 'track_set_habit', input: PlayHabitChange, output: PlayHabit })
