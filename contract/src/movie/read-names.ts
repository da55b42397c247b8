/** Names of films that are not on the box yet, such as those of pasted links, as the library will read them. */
import * as z from 'zod/mini'
import { act } from '../kit/operation.ts'

/** Names in one request. */
export const maxNames = 50
export const maxNameLength = 512

/**
 * title: of the film or the series, '' where nothing tells that the name is a film's: no year, number or word of a release, or the suffix of another kind of file. year: of the film. season, number, number_end: of the
 * episode, or of its span; null where the name has none; date: '2021-03-05' of an episode that has no number, else ''. quality as in `FilmItem`.
 */
export const NameReading = z.object({
  title: z.string(),
  year: z.nullable(z.int()),
  season: z.nullable(z.int()),
  number: z.nullable(z.int()),
  number_end: z.nullable(z.int()),
  date: z.string(),
  quality: z.string(),
})
export type NameReading = z.infer<typeof NameReading>

/** data: a reading for each name, in their order. */
export const namesRead = act({
  name: 'names_read',
  input: z.object({
    names: z.array(z.string().check(z.maxLength(maxNameLength, 'range'))).check(z.maxLength(maxNames, 'limit')),
  }),
  output: z.object({ data: z.array(NameReading) }),
})
