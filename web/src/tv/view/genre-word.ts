/** The name of a genre in the language of the page. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { genreText } from '../../shared/genre-words.ts'

export function genreWord(genre: string, lang: Lang): string {
  return genreText[lang].genre(genre)
}
