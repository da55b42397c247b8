/** Posters of films: which are to be made, and which were uploaded to which realm. */
import type { Db } from '../../kit/db.ts'
import { nextFilms, wholeFilms, type NextFilms, type WholeFilm } from '../film/film.query.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    movie_picture: { realm: string; poster: string }
  }
}

export type PosterStore = ReturnType<typeof posterStore>

export function posterStore(db: Db) {
  return {
    /** Listed films without a poster, newest first. */
    async unpictured(next: NextFilms): Promise<WholeFilm[]> {
      const films = await nextFilms(db, next)
        .where('picture_state', '=', 'new')
        .where('is_listed', '=', 1)
        .where('beside_changed', '=', 0)
        .orderBy('added_at', 'desc')
        .orderBy('film_id', 'desc')
        .execute()
      return wholeFilms(db, films)
    },
    async keepPicture(filmId: string, poster: string): Promise<void> {
      const picture_state = poster === '' ? 'none' : 'made'
      await db
        .updateTable('movie_film')
        .set((eb) => ({ poster, picture_state, changed: eb('changed', '+', 1) }))
        .where('film_id', '=', filmId)
        .execute()
    },
    /** The poster file is missing: it is made again. */
    async lostPicture(poster: string): Promise<void> {
      await db.updateTable('movie_film').set({ picture_state: 'new' }).where('poster', '=', poster).execute()
      await db.deleteFrom('movie_art').where('picture', '=', poster).execute()
    },
    async posters(): Promise<string[]> {
      const rows = await db.selectFrom('movie_film').select('poster').distinct().where('poster', '!=', '').execute()
      return rows.map(({ poster }) => poster)
    },
    ...uploads(db),
  }
}

function uploads(db: Db) {
  return {
    /** Posters and other pictures of films that are not uploaded to a realm. */
    async unsent(realm: string, limit: number): Promise<string[]> {
      const sent = db.selectFrom('movie_picture').select('poster').where('realm', '=', realm)
      const rows = await db
        .selectFrom('movie_film')
        .select('poster')
        .distinct()
        .where('poster', '>', '')
        .where('poster', 'not in', sent)
        .union(db.selectFrom('movie_art').select('picture as poster').distinct().where('picture', 'not in', sent))
        .limit(limit)
        .execute()
      return rows.map(({ poster }) => poster)
    },
    async sent(realm: string, poster: string): Promise<void> {
      await db
        .insertInto('movie_picture')
        .values({ realm, poster })
        .onConflict((on) => on.doNothing())
        .execute()
    },
    /** The cloud deletes the posters of a realm without bound users. */
    async forgetSent(bound: readonly string[]): Promise<void> {
      await db
        .deleteFrom('movie_picture')
        .$if(bound.length > 0, (query) => query.where('realm', 'not in', [...bound]))
        .execute()
    },
  }
}
