/** Bullet comments of a household over its films: kept by the box, written on the phone, shown on the TV. */
import * as z from 'zod/mini'
import { act } from '../kit/operation.ts'
import { BulletText, bulletColors, bulletModes } from '../shape/film/bullet.ts'

/** Maximum per film and response; the newest if there are more. */
export const maxFilmBullets = 1_000
/** One in three seconds a person. */
export const filmBulletEveryMs = 3_000

/** time_ms: position in the whole film. author: nickname. created_at in seconds. */
export const FilmBullet = z.object({
  id: z.string(),
  text: z.string(),
  time_ms: z.number(),
  color: z._default(z.enum(bulletColors), '#ffffff'),
  mode: z._default(z.enum(bulletModes), 'roll'),
  author: z.string(),
  is_mine: z.boolean(),
  created_at: z.number(),
})
export type FilmBullet = z.infer<typeof FilmBullet>

/** movie_id: of a film or an episode. Ordered by position. */
export const filmBullets = act({
  name: 'film_bullets',
  input: z.object({ movie_id: z.string().check(z.minLength(1, 'required')) }),
  output: z.object({ data: z.array(FilmBullet) }),
})

/** Shown on the TV at once if that film plays. time_ms left out: where the film is now (4004 {reason: no_screen} if it does not play). id: chosen by the sender; a repeat is the same comment. 4029 for more than one in three seconds. */
export const filmBulletAdd = act({
  name: 'film_bullet_add',
  once: true,
  input: z.object({
    id: z._default(z.string().check(z.regex(/^([\w-]{16,64})?$/, 'invalid')), ''),
    movie_id: z.string().check(z.minLength(1, 'required')),
    text: BulletText,
    time_ms: z.optional(z.int().check(z.gte(0, 'point'), z.lte(86_400_000, 'range'))),
    color: z._default(z.enum(bulletColors), '#ffffff'),
    mode: z._default(z.enum(bulletModes), 'roll'),
  }),
  output: FilmBullet,
})

/** By its author, or by the owner of the box. 4003, 4004. */
export const filmBulletRemove = act({
  name: 'film_bullet_remove',
  input: z.object({ id: z.string().check(z.minLength(1, 'required')) }),
  output: z.object({ id: z.string() }),
})
