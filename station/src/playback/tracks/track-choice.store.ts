/** Tables of choices: per film and person, a person's habit, and the offset of a subtitle. viewer '': the household's last choice. */
import type { Db } from '../../kit/db.ts'
import { formerFilms } from '../../shared/former-films.ts'
import { PlayHabit, textEncodings, type PlayHabitChange, type TextEncoding } from '@homeport/contract/shape/film/track.ts'
import { FilmChoice, noChoice, noHabit } from './choose-tracks.ts'
import * as z from 'zod/mini'

declare module '../../kit/db.ts' {
  interface Tables {
    /** A person's choice for a film or series, as JSON. viewer: realm and user, '' = the household's last one. */
    track_choice: { viewer: string; film: string; choice: string; updated_at: number }
    /** A person's usual choice, as JSON. */
    track_habit: { viewer: string; habit: string; updated_at: number }
    /** How much later a subtitle of a file is shown. */
    subtitle_offset: { file_id: string; track_id: string; offset_ms: number; updated_at: number }
    /** The encoding of the text of a subtitle of a file, as a person chose it. */
    subtitle_encoding: { file_id: string; track_id: string; encoding: string; updated_at: number }
  }
}

const maxChoices = 5_000
export type TrackChoiceStore = ReturnType<typeof trackChoiceStore>

export function trackChoiceStore(db: Db) {
  return {
    /** The last one for the film, or for one that went into it. */
    async choice(viewer: string, film: string): Promise<FilmChoice> {
      const row = await db
        .selectFrom('track_choice')
        .select('choice')
        .where('viewer', '=', viewer)
        .where((eb) => eb.or([eb('film', '=', film), eb('film', 'in', formerFilms(db, film))]))
        .orderBy('updated_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row ? z.parse(FilmChoice, JSON.parse(row.choice)) : noChoice
    },
    habit: (viewer: string): Promise<PlayHabit> => habitOf(db, viewer),
    /** The oldest beyond the limit are forgotten. */
    async keepChoice(viewer: string, { film, choice, updated_at }: { film: string; choice: FilmChoice; updated_at: number }) {
      const row = { choice: JSON.stringify(choice), updated_at }
      await db
        .insertInto('track_choice')
        .values({ viewer, film, ...row })
        .onConflict((on) => on.columns(['viewer', 'film']).doUpdateSet(row))
        .execute()
      const last = await db
        .selectFrom('track_choice')
        .select('updated_at')
        .orderBy('updated_at', 'desc')
        .offset(maxChoices)
        .limit(1)
        .executeTakeFirst()
      if (last) await db.deleteFrom('track_choice').where('updated_at', '<=', last.updated_at).execute()
    },
    /** Fields that the change leaves out stay. */
    changeHabit: (viewer: string, change: PlayHabitChange, updated_at: number): Promise<PlayHabit> =>
      db.transaction().execute(async (transaction) => {
        const habit = { ...(await habitOf(transaction, viewer)), ...change }
        const row = { habit: JSON.stringify(habit), updated_at }
        await transaction
          .insertInto('track_habit')
          .values({ viewer, ...row })
          .onConflict((on) => on.column('viewer').doUpdateSet(row))
          .execute()
        return habit
      }),
    /** By track id; 0 is not kept. */
    async offsets(file_id: string): Promise<Map<string, number>> {
      const rows = await db
        .selectFrom('subtitle_offset')
        .select(['track_id', 'offset_ms'])
        .where('file_id', '=', file_id)
        .execute()
      return new Map(rows.map(({ track_id, offset_ms }) => [track_id, offset_ms]))
    },
    /** Chosen ones, by track id. */
    async encodings(file_id: string): Promise<Map<string, TextEncoding>> {
      const rows = await db
        .selectFrom('subtitle_encoding')
        .select(['track_id', 'encoding'])
        .where('file_id', '=', file_id)
        .execute()
      return new Map(rows.map(({ track_id, encoding }) => [track_id, z.parse(z.enum(textEncodings), encoding)]))
    },
    async keepEncoding(key: { file_id: string; track_id: string }, encoding: TextEncoding, updated_at: number): Promise<void> {
      const row = { encoding, updated_at }
      await db
        .insertInto('subtitle_encoding')
        .values({ ...key, ...row })
        .onConflict((on) => on.columns(['file_id', 'track_id']).doUpdateSet(row))
        .execute()
    },
    async keepOffset(key: { file_id: string; track_id: string }, offset_ms: number, updated_at: number): Promise<void> {
      await db.deleteFrom('subtitle_offset').where('file_id', '=', key.file_id).where('track_id', '=', key.track_id).execute()
      if (offset_ms !== 0)
        await db
          .insertInto('subtitle_offset')
          .values({ ...key, offset_ms, updated_at })
          .execute()
    },
  }
}

async function habitOf(db: Db, viewer: string): Promise<PlayHabit> {
  const row = await db.selectFrom('track_habit').select('habit').where('viewer', '=', viewer).executeTakeFirst()
  return row ? z.parse(PlayHabit, JSON.parse(row.habit)) : noHabit
}
