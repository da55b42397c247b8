/**
 * Search in a box's films: every word of the query must match; films are ordered by how well their best text matches. It looks through an index of all films and one
 * of those that changed since that was made.
 */
import {
  exactBonus,
  filmQueryOf,
  isDense,
  isExact,
  joinedFrom,
  maxTitleLength,
  searchWeights,
  syllablesFrom,
  type FilmQuery,
} from '@homeport/contract/movie/film-worth.ts'
import { foldText, wordsOf } from '@homeport/contract/shape/list-keys/fold-text.ts'
import { allowsTypo, isLikelyTypo } from '../../shared/search/tokenizer.ts'
import { currentPerson, fileHits, noHits, peopleHits, type HitList, type SearchPage } from './search-hits.ts'
import type { FileOf, PersonFilms, SearchIndex } from './search-index.ts'

const columns = ['titles', 'otherTitles', 'pinyin', 'initials'] as const
/** The bound of a rank, which is worth and length of the title in one number. */
const maxWorth = 2_000
/** A typo in shorter words has too many neighbours. */
const typoFrom = 4
/** The number of films of a person, roughly. */
const filmsOfPerson = 10

/** worths: by slot, 0 without a match. slots: those with one. */
type Scores = { worths: Uint16Array; slots: number[] }
/** The hits of a query. films: slots in no order, with the rank of each, the lowest first; of equal ranks by their ids. */
export type Hits = {
  films: readonly number[]
  rankOf: (slot: number) => number
  files: HitList<FileOf>
  people: HitList<PersonFilms>
}
export type Search = ReturnType<typeof createSearch>

/** titleOf: folded. */
export type SearchDeps = SearchPage & { titleOf: (slot: number) => string | undefined }

export function createSearch({ titleOf, ...parts }: SearchDeps) {
  const { all, changed, outdated } = parts
  const indexes = changed ? [all, changed] : [all]
  const slotCount = Math.max(all.slotCount, changed?.slotCount ?? 0)
  const isOutdated = (index: SearchIndex, slot: number) => index === all && outdated[slot] === 1

  /** The best worth of a word in each film; within: only in these. */
  function scoresOf(word: string, within?: Scores): Scores {
    const worths = new Uint16Array(slotCount)
    const slots: number[] = []
    const isInside = isDense(word)
    const raise = (slot: number, worth: number) => {
      const before = worths[slot] ?? 0
      if (worth <= before || (within && within.worths[slot] === 0)) return
      if (before === 0) slots.push(slot)
      worths[slot] = worth
    }
    for (const index of indexes) {
      const raiseIn = (slot: number, worth: number) => isOutdated(index, slot) || raise(slot, worth)
      for (const column of columns) {
        const isSpoken = column === 'pinyin' || column === 'initials'
        if (isSpoken && isInside) continue
        const isWord = !isSpoken || word.length >= syllablesFrom
        const { start, word: atWord, inside } = searchWeights[column]
        index[column].scan(word, (slot, isWordStart, isTextStart) => {
          if (isTextStart) raiseIn(slot, start)
          else if (isWordStart && isWord) raiseIn(slot, atWord)
          else if (isInside) raiseIn(slot, inside)
        })
      }
      scanPairs(index, word, raiseIn)
      index.peopleWords.scan(word, (person) => {
        for (const slot of index.people[person]?.slots ?? []) raiseIn(slot, searchWeights.person)
      })
    }
    return { worths, slots }
  }

  /** Rare words first: only their films are looked up for the others. */
  function scoresOfAll(words: readonly string[]): Scores[] {
    const costs = new Map(words.map((word) => [word, costOf(word)]))
    const scores: Scores[] = []
    for (const word of words.toSorted((a, b) => (costs.get(a) ?? 0) - (costs.get(b) ?? 0)))
      scores.push(scoresOf(word, scores.at(-1)))
    return scores
  }
  const costOf = (word: string) =>
    all.titles.count(word) + all.otherTitles.count(word) + all.peopleWords.count(word) * filmsOfPerson

  function find(query: string): Hits {
    const typed = filmQueryOf(query)
    const { words, compact } = typed
    if (words.length === 0) return { films: [], rankOf: () => 0, files: noHits, people: noHits }
    const scores = scoresOfAll(words)
    const asOneWord = words.length > 1 ? scoresOf(compact) : undefined
    const worthOf = (slot: number) => {
      let ofWords = maxWorth
      for (const { worths } of scores) ofWords = Math.min(ofWords, worths[slot] ?? 0)
      const worth = Math.max(ofWords, asOneWord?.worths[slot] ?? 0)
      // Only what begins with the query can be equal to it.
      return worth >= searchWeights.titles.start && isExactly(slot, typed) ? worth + exactBonus : worth
    }
    const matching = scores.at(-1)?.slots ?? []
    const more = (asOneWord?.slots ?? []).filter((slot) => scores.at(-1)?.worths[slot] === 0)
    return {
      films: more.length > 0 ? [...matching, ...more] : matching,
      rankOf: (slot) => {
        const length = Math.min(lengthOf(slot), maxTitleLength)
        return (maxWorth - worthOf(slot)) * (maxTitleLength + 1) + length
      },
      files: fileHits(parts, words),
      people: peopleHits(parts, words),
    }
  }

  function lengthOf(slot: number): number {
    const index = changed && (outdated[slot] === 1 || slot >= all.slotCount) ? changed : all
    return index.titleLengths[slot] ?? 0
  }

  function isExactly(slot: number, query: FilmQuery): boolean {
    // Most titles that begin with the query are longer, and end otherwise.
    const title = titleOf(slot)
    return title !== undefined && title.at(-1) === query.compact.at(-1) && isExact(title, query)
  }

  function nearWord(word: string): string | undefined {
    for (const index of indexes) {
      // A word may be of films that changed since.
      const near = index.vocabulary().filter((other) => other.length >= typoFrom - 1 && isNear(word, other))
      const current = near.find((other) => scoresOf(other).slots.length > 0)
      if (current !== undefined) return current
    }
    return undefined
  }

  /** The query with each word that matches nothing replaced by one that differs by a typo; undefined: nothing to correct. */
  function correct(query: string): string | undefined {
    let isCorrected = false
    const words = wordsOf(foldText(query)).map((word) => {
      if ([...word].length < typoFrom || !allowsTypo(word) || scoresOf(word).slots.length > 0) return word
      const near = nearWord(word)
      isCorrected ||= near !== undefined
      return near ?? word
    })
    return isCorrected ? words.join(' ') : undefined
  }

  return {
    find,
    correct,
    /** Slots; undefined: nobody of that id has a part in these films. */
    filmsOf(personId: string): readonly number[] | undefined {
      const person = all.personOf(personId)
      return person ? currentPerson(parts, person)?.slots : changed?.personOf(personId)?.slots
    },
  }
}

/** Two words of a title that are typed as one. */
function scanPairs({ titlePairs, otherPairs }: SearchIndex, word: string, raise: (slot: number, worth: number) => void): void {
  if (word.length < joinedFrom || isDense(word)) return
  titlePairs.scan(word, (slot) => raise(slot, searchWeights.titles.word))
  otherPairs.scan(word, (slot) => raise(slot, searchWeights.otherTitles.word))
}

/** The word or the beginning of the longer one differs by one typo. */
function isNear(typed: string, word: string): boolean {
  if (!mayBeNear(typed, word)) return false
  if (Math.abs(typed.length - word.length) <= 1) return isLikelyTypo(typed, word)
  return word.length > typed.length + 1 && typed[0] === word[0] && isLikelyTypo(typed, word.slice(0, typed.length))
}

/** Decides most words quickly: all but two letters agree from the beginning and the end. */
function mayBeNear(typed: string, word: string): boolean {
  const length = Math.min(typed.length, word.length)
  if (word.length < typed.length - 1) return false
  let ahead = 0
  while (ahead < length && typed[ahead] === word[ahead]) ahead += 1
  const compared = Math.abs(typed.length - word.length) <= 1 ? word : word.slice(0, typed.length)
  let behind = 0
  while (behind < length - ahead && typed.at(-1 - behind) === compared.at(-1 - behind)) behind += 1
  return ahead + behind >= length - 2
}
