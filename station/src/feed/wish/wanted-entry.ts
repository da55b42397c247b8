/** A film or series of the film database that somebody wants to see, as far as releases of it are recognised and it is shown. */
import * as z from 'zod/mini'

const Title = z.object({ title: z.string() })

/** tmdb: movie/603, tv/1399. imdb: '' if unknown. other_titles: translations and titles of other countries. poster: a picture's id or ''. */
export const WantedEntry = z.object({
  tmdb: z.string(),
  imdb: z.string(),
  kind: z.enum(['film', 'series']),
  texts: z.object({ zh: Title, en: Title }),
  original_title: z.string(),
  other_titles: z.array(z.string()),
  year: z.nullable(z.number()),
  poster: z.string(),
})
export type WantedEntry = z.infer<typeof WantedEntry>

export function titleOf({ texts, original_title }: WantedEntry, lang: 'zh' | 'en'): string {
  return texts[lang].title || original_title || texts[lang === 'zh' ? 'en' : 'zh'].title
}
