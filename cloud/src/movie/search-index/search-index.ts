/** The index of a search: the words of films, people and files of a library, or of a part of it. It is made once and never changed. */
import { setImmediate } from 'node:timers/promises'
import type { FilmKeys } from '@homeport/contract/movie/film-keys.ts'
import { isDense, joinedPairs } from '@homeport/contract/movie/film-worth.ts'
import { textColumn, type TextColumn, type TextEntry } from './text-column.ts'
import { createWordIndexBuilder, type WordIndex } from './word-index.ts'

export type FilmTexts = { slot: number; keys: FilmKeys }
/** slot: of the series. texts: for each file. */
export type EpisodeTexts = { slot: number; id: string; texts: readonly string[] }
/** The number of the file in its film, or in its episode. */
export type FileOf = { slot: number; file: number; episode_id?: string }
/** A person, with the slots of their films. */
export type PersonFilms = { id: string; name: string; folded: string; photo: string; slots: readonly number[] }

export type SearchIndex = {
  titles: WordIndex
  otherTitles: WordIndex
  /** Neighbours in them as one word. */
  titlePairs: WordIndex
  otherPairs: WordIndex
  /** A word begins with each syllable. */
  pinyin: TextColumn
  initials: TextColumn
  /** Those with most films first. */
  people: readonly PersonFilms[]
  personOf(id: string): PersonFilms | undefined
  /** By the number of the person. */
  peopleWords: WordIndex
  files: readonly FileOf[]
  /** By the number of the file. */
  fileWords: WordIndex
  /** Distinct words that a typo may have been meant for, the most frequent first. */
  vocabulary(): readonly string[]
  /** The length of each film's title, by slot. */
  titleLengths: Uint16Array
  slotCount: number
  bytes: number
}

const filmsAtOnce = 1_500
const maxLength = 65_535
const isNumber = /^\d+$/

/** In turns: a library of 100,000 films takes half a second. */
export async function buildSearchIndex(films: readonly FilmTexts[], episodes: readonly EpisodeTexts[]): Promise<SearchIndex> {
  const builder = createIndexBuilder(films)
  for (let from = 0; from < films.length; from += filmsAtOnce) {
    for (const film of films.slice(from, from + filmsAtOnce)) builder.addFilm(film)
    await setImmediate()
  }
  for (let from = 0; from < episodes.length; from += filmsAtOnce) {
    for (const episode of episodes.slice(from, from + filmsAtOnce)) builder.addEpisode(episode)
    await setImmediate()
  }
  return builder.build()
}

/** At once, for a few films. */
export function searchIndexOf(films: readonly FilmTexts[], episodes: readonly EpisodeTexts[]): SearchIndex {
  const builder = createIndexBuilder(films)
  for (const film of films) builder.addFilm(film)
  for (const episode of episodes) builder.addEpisode(episode)
  return builder.build()
}

function createIndexBuilder(films: readonly FilmTexts[]) {
  const slotCount = films.reduce((most, { slot }) => Math.max(most, slot + 1), 0)
  const titleLengths = new Uint16Array(slotCount)
  const [titles, otherTitles, fileWords] = [createWordIndexBuilder(), createWordIndexBuilder(), createWordIndexBuilder()]
  const [titlePairs, otherPairs] = [createWordIndexBuilder(), createWordIndexBuilder()]
  const pinyin: TextEntry[] = []
  const initials: TextEntry[] = []
  const people = new Map<string, PersonFilms & { slots: number[] }>()
  const files: FileOf[] = []

  function addFile(file: FileOf, text: string): void {
    fileWords.add(files.length, text)
    files.push(file)
  }

  return {
    addFilm({ slot, keys }: FilmTexts): void {
      titleLengths[slot] = Math.min(keys.title.length, maxLength)
      for (const text of withCompact(keys.title)) titles.add(slot, text)
      for (const text of keys.otherTitles.flatMap(withCompact)) otherTitles.add(slot, text)
      for (const pair of joinedPairs(keys.title)) titlePairs.add(slot, pair)
      for (const pair of keys.otherTitles.flatMap(joinedPairs)) otherPairs.add(slot, pair)
      for (const syllables of keys.pinyin) {
        pinyin.push({ owner: slot, ...joined(syllables) })
        initials.push({ owner: slot, ...joined(syllables.map((syllable) => syllable.slice(0, 1))) })
      }
      for (const person of keys.people) {
        const existing = people.get(person.id)
        if (existing) existing.slots.push(slot)
        else people.set(person.id, { ...person, slots: [slot] })
      }
      for (const [file, text] of keys.files.entries()) addFile({ slot, file }, text)
    },
    addEpisode({ slot, id, texts }: EpisodeTexts): void {
      for (const [file, text] of texts.entries()) addFile({ slot, file, episode_id: id }, text)
    },
    build(): SearchIndex {
      const sorted = [...people.values()].toSorted((a, b) => b.slots.length - a.slots.length || (a.name < b.name ? -1 : 1))
      const peopleWords = createWordIndexBuilder()
      for (const [number, { folded }] of sorted.entries()) peopleWords.add(number, folded)
      const parts = {
        titles: titles.build(),
        otherTitles: otherTitles.build(),
        titlePairs: titlePairs.build(),
        otherPairs: otherPairs.build(),
        pinyin: textColumn(pinyin),
        initials: textColumn(initials),
        peopleWords: peopleWords.build(),
        fileWords: fileWords.build(),
      }
      const bytes = Object.values(parts).reduce((sum, part) => sum + part.bytes, 0) + files.length * 40 + people.size * 120
      let vocabulary: string[] | undefined
      const spoken = pinyin.map(({ text }) => text)
      return {
        ...parts,
        people: sorted,
        personOf: (id) => people.get(id),
        files,
        vocabulary: () => (vocabulary ??= vocabularyOf(parts, spoken)),
        titleLengths,
        slotCount,
        bytes,
      }
    },
  }
}

/** Syllables as one text in which each of them begins a word. */
function joined(syllables: readonly string[]): Omit<TextEntry, 'owner'> {
  let at = 0
  const starts = syllables.map((syllable) => (at += syllable.length) - syllable.length)
  return { text: syllables.join(''), starts }
}

/** The text, and without its spaces: "spider man" is found as "spiderman". */
function withCompact(text: string): string[] {
  return text.includes(' ') ? [text, text.replaceAll(' ', '')] : [text]
}

/** spoken: the pinyin of titles. */
function vocabularyOf(
  { titles, otherTitles, peopleWords }: Pick<SearchIndex, 'titles' | 'otherTitles' | 'peopleWords'>,
  spoken: readonly string[],
): string[] {
  const counts = new Map<string, number>()
  for (const index of [titles, otherTitles, peopleWords])
    for (const { word, count } of index.words())
      if (!isDense(word) && !isNumber.test(word)) counts.set(word, (counts.get(word) ?? 0) + count)
  for (const word of spoken) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([word]) => word)
}
