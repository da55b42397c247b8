/** Titles, names and queries folded for search, by one rule for cloud, box and app: case, width, accents, punctuation, and traditional or simplified characters do not matter; the signs of C++ and .NET do. */
import { foldWords } from '../search-words.ts'
import { simplify } from '../letters/simplify.ts'

/** Lower-case words with one space between. */
export function foldText(text: string): string {
  return simplify(foldWords(text.replace(/[&＆]/g, ' and ')))
}

/** The distinct words of a folded text; Chinese without spaces is one word. */
export function wordsOf(folded: string): string[] {
  return [...new Set(folded.split(' '))].filter((word) => word !== '')
}
