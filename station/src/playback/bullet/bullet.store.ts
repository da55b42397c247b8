/** Table of the bullet comments over the films of the box. */
import { maxFilmBullets } from '@homeport/contract/playback/film-bullet.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Db } from '../../kit/db.ts'
import { formerFilms } from '../../shared/former-films.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    film_bullet: FilmBulletRow
  }
}

export type FilmBulletRow = {
  bullet_id: string
  movie_id: string
  text: string
  time_ms: number
  color: string
  mode: string
  realm: Lang
  user_id: string
  /** The name of the user when it was written. */
  author: string
  created_at: number
}

export type BulletStore = ReturnType<typeof bulletStore>

export function bulletStore(db: Db) {
  return {
    /** The newest of a film, ordered by position; also those of films that went into it. */
    async of(movie_id: string): Promise<FilmBulletRow[]> {
      const newest = db
        .selectFrom('film_bullet')
        .selectAll()
        .where((eb) => eb.or([eb('movie_id', '=', movie_id), eb('movie_id', 'in', formerFilms(db, movie_id))]))
        .orderBy('created_at', 'desc')
        .limit(maxFilmBullets)
      return (await newest.execute()).toSorted((one, other) => one.time_ms - other.time_ms || one.created_at - other.created_at)
    },
    one: (bullet_id: string): Promise<FilmBulletRow | undefined> =>
      db.selectFrom('film_bullet').selectAll().where('bullet_id', '=', bullet_id).executeTakeFirst(),
    latestBy: (realm: Lang, user_id: string): Promise<{ created_at: number } | undefined> =>
      db
        .selectFrom('film_bullet')
        .select('created_at')
        .where('realm', '=', realm)
        .where('user_id', '=', user_id)
        .orderBy('created_at', 'desc')
        .executeTakeFirst(),
    async add(row: FilmBulletRow): Promise<void> {
      await db.insertInto('film_bullet').values(row).execute()
    },
    async remove(bullet_id: string): Promise<void> {
      await db.deleteFrom('film_bullet').where('bullet_id', '=', bullet_id).execute()
    },
  }
}
