/** The text that a person types to search for: 1 to 80 characters without blanks around them. */
import * as z from 'zod/mini'
import { seen } from './text.ts'

export const SearchQuery = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.trim()),
  ),
  z.string().check(seen('query_filled'), z.maxLength(80, 'query_length')),
)
