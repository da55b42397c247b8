/** How well a film fits a search. The cloud looks its words up in an index and the box in its database; both give a film this worth, so that a search finds the same everywhere, in the same order. */
import { maxOf } from '../kit/extremes.ts'
import { foldText, wordsOf } from '../shape/list-keys/fold-text.ts'
import type { FilmKeys } from './film-keys.ts'

/** The worth of a word in a text. start: at the beginning of the text; word: at that of a word; inside: elsewhere (Chinese only). */
export const searchWeights = {
  titles: { start: 100, word: 80, inside: 70 },
  otherTitles: { start: 60, word: 50, inside: 45 },
  pinyin: { start: 55, word: 30, inside: 0 },
  initials: { start: 52, word: 28, inside: 0 },
  person: 20,
} as const
/** The whole title is the query. */
export const exactBonus = 1_000
/** A shorter word is in nearly every film as a letter of its initials: it counts only at their beginning. */
export const syllablesFrom = 2
/** Shorter words are not looked for in pairs of words: they begin one of the two. */
export const joinedFrom = 4
/** Longer titles count as this long. */
export const maxTitleLength = 1_000

const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}ー〆]/u

/** Written without spaces between words, such as Chinese: matched by any part. */
export function isDense(word: string): boolean {
  return dense.test(word)
}

/** compact: without spaces: "blade runner" for "Bladerunner", and 蜘蛛侠 英雄归来 for 蜘蛛侠英雄归来. */
export type FilmQuery = { folded: string; words: readonly string[]; compact: string }

export function filmQueryOf(query: string): FilmQuery {
  const folded = foldText(query)
  return { folded, words: wordsOf(folded), compact: folded.replaceAll(' ', '') }
}

/** 0: it is not found. Every word must be; of films of equal worth the one with the shorter title comes first, then by their ids. */
export function worthOf(keys: Omit<FilmKeys, 'sort' | 'files'>, { folded, words, compact }: FilmQuery): number {
  if (words.length === 0) return 0
  const ofWords = words.reduce((least, word) => Math.min(least, wordWorth(keys, word)), Infinity)
  const worth = words.length > 1 ? Math.max(ofWords, wordWorth(keys, compact)) : ofWords
  return worth >= searchWeights.titles.start && isExact(keys.title, { folded, compact }) ? worth + exactBonus : worth
}

export function isExact(title: string, { folded, compact }: Pick<FilmQuery, 'folded' | 'compact'>): boolean {
  return title === folded || title.replaceAll(' ', '') === compact
}

/** Neighbours in a title as one word: "spiderman" for The Amazing Spider-Man. The first two begin the whole title as one word, which is found without them. */
export function joinedPairs(text: string): string[] {
  const words = text.split(' ').slice(1)
  return words.flatMap((word, at) => {
    const next = words[at + 1]
    return next === undefined || small.has(word) || small.has(next) || isDense(word + next) ? [] : [word + next]
  })
}
/** Nobody writes these and a neighbour as one word. */
const small = new Set(['the', 'a', 'an', 'and', 'of', 'in', 'on', 'to', 'for', 'la', 'le', 'de', 'der', 'die', 'das', 'el'])

type Weight = { start: number; word: number; inside: number }

function wordWorth({ title, otherTitles, pinyin, people }: Omit<FilmKeys, 'sort' | 'files'>, word: string): number {
  const worths = [
    titleWorth(title, word, searchWeights.titles),
    ...otherTitles.map((text) => titleWorth(text, word, searchWeights.otherTitles)),
    ...people.map(({ folded }) => (textWorth(folded, word, searchWeights.titles) > 0 ? searchWeights.person : 0)),
  ]
  if (!isDense(word))
    for (const syllables of pinyin) {
      const initials = syllables.map((syllable) => syllable.slice(0, 1))
      worths.push(spokenWorth(syllables, word, searchWeights.pinyin), spokenWorth(initials, word, searchWeights.initials))
    }
  return maxOf(worths, 0)
}

function titleWorth(text: string, word: string, weight: Weight): number {
  const isJoined = word.length >= joinedFrom && joinedPairs(text).some((pair) => pair.startsWith(word))
  return Math.max(textWorth(text, word, weight), isJoined ? weight.word : 0)
}

function textWorth(text: string, word: string, { start, word: atWord, inside }: Weight): number {
  const all = text.split(' ')
  const first = (index: number) => (index === 0 ? start : atWord)
  let worth = 0
  for (const [index, own] of [...all.entries(), ...(all.length > 1 ? [[0, all.join('')] as const] : [])]) {
    // .hack is found as hack too.
    if (own.startsWith(word) || (own.startsWith('.') && own.startsWith(word, 1))) worth = Math.max(worth, first(index))
    else if (isDense(word) && own.includes(word)) worth = Math.max(worth, inside)
  }
  return worth
}

function spokenWorth(syllables: readonly string[], word: string, { start, word: atSyllable }: Weight): number {
  const text = syllables.join('')
  if (text.startsWith(word)) return start
  if (word.length < syllablesFrom) return 0
  let at = 0
  for (const syllable of syllables) {
    if (text.startsWith(word, at)) return atSyllable
    at += syllable.length
  }
  return 0
}
