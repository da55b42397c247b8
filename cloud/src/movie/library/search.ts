/** Search in a box's films: every word of the query must match; films are ordered by how well their best text matches. */
import { allowsTypo, isLikelyTypo } from '../../shared/search/tokenizer.ts'
import { fold, type SearchKeys } from './search-keys.ts'
import { textColumn, type TextColumn, type TextEntry } from './text-column.ts'

/** What a match in a text is worth. start: at the beginning of the text; word: at that of a word; inside: elsewhere (Chinese only). */
const weights = {
  title: { start: 100, word: 80, inside: 70 },
  other: { start: 60, word: 50, inside: 45 },
  pinyin: { start: 55, word: 30, inside: 0 },
  initials: { start: 52, word: 28, inside: 0 },
  people: { start: 20, word: 20, inside: 20 },
} as const
type Text = keyof typeof weights
/** The whole title is the query. */
const exactBonus = 1_000
/** Bounds of a rank: worth, length of the title and slot in one number. */
const worthMost = 2_000
const lengthMost = 1_000
const slotsMost = 2 ** 24
/** Shorter words match nearly every film by a letter of its initials. */
const initialsFrom = 2
/** A typo in shorter words has too many neighbours. */
const typoFrom = 4

const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u

/** worths: by slot, 0 without a match. slots: those with one. */
type Scores = { worths: Uint16Array; slots: number[] }
type FilmTexts = { slot: number; keys: SearchKeys }
/** slot: of the series. texts: for each file. */
type EpisodeTexts = { slot: number; id: string; texts: readonly string[] }
/** The number of the file in its film, or in its episode. */
type FileOf = { slot: number; file: number; episode_id?: string }
/** A person, with the slots of their films. */
export type PersonFilms = { id: string; name: string; folded: string; photo: string; slots: readonly number[] }
export type Search = ReturnType<typeof createSearch>
export type Hits = {
  /** Best first. */
  films: number[]
  files: FileOf[]
  people: PersonFilms[]
}

export function createSearch(films: readonly FilmTexts[], episodes: readonly EpisodeTexts[] = []) {
  const people = peopleOf(films)
  const columns = columnsOf(films)
  const peopleColumn = textColumn(people.map(({ folded }, owner) => ({ owner, text: folded })))
  const files: (FileOf & { text: string })[] = [
    ...films.flatMap(({ slot, keys }) => keys.files.map((text, file) => ({ slot, file, text }))),
    ...episodes.flatMap(({ slot, id, texts }) => texts.map((text, file) => ({ slot, file, episode_id: id, text }))),
  ]
  const fileColumn = textColumn(files.map(({ text }, owner) => ({ owner, text })))
  const slotCount = films.reduce((most, { slot }) => Math.max(most, slot + 1), 0)
  const titles: (string | undefined)[] = []
  for (const { slot, keys } of films) titles[slot] = keys.title
  let vocabulary: string[] | undefined

  /** The best worth of a word in each film. */
  function scoresOf(word: string): Scores {
    const worths = new Uint16Array(slotCount)
    const slots: number[] = []
    const raise = (slot: number, worth: number) => {
      const before = worths[slot] ?? 0
      if (worth <= before) return
      if (before === 0) slots.push(slot)
      worths[slot] = worth
    }
    const isDense = dense.test(word)
    for (const [text, column] of columns) {
      if ((text === 'pinyin' || text === 'initials') && (isDense || word.length < initialsFrom)) continue
      const { start, word: atWord, inside } = weights[text]
      column.scan(word, (slot, isWordStart, isTextStart) => {
        if (isTextStart) raise(slot, start)
        else if (isWordStart) raise(slot, atWord)
        else if (isDense) raise(slot, inside)
      })
    }
    peopleColumn.scan(word, (owner, isWordStart) => {
      if (isWordStart || isDense) for (const slot of people[owner]?.slots ?? []) raise(slot, weights.people.word)
    })
    return { worths, slots }
  }

  function ownersWithAll(column: TextColumn, words: readonly string[]): number[] {
    const sets = words.map((word) => {
      const owners = new Set<number>()
      const isDense = dense.test(word)
      column.scan(word, (owner, isWordStart) => void ((isWordStart || isDense) && owners.add(owner)))
      return owners
    })
    return [...(sets[0] ?? [])].filter((owner) => sets.every((owners) => owners.has(owner)))
  }

  function find(query: string): Hits {
    const folded = fold(query)
    const words = wordsOf(folded)
    if (words.length === 0) return { films: [], files: [], people: [] }
    const scores = words.map(scoresOf)
    const compact = folded.replaceAll(' ', '')
    // "blade runner" for "Bladerunner", and 蜘蛛侠 英雄归来 without the space.
    const asOneWord = words.length > 1 ? scoresOf(compact) : undefined
    const worthOf = (slot: number) => {
      const ofWords = Math.min(...scores.map(({ worths }) => worths[slot] ?? 0))
      const worth = Math.max(ofWords, asOneWord?.worths[slot] ?? 0)
      return worth > 0 && isExact(slot, folded, compact) ? worth + exactBonus : worth
    }
    const ordered = inOrderOfWorth([...(scores[0]?.slots ?? []), ...(asOneWord?.slots ?? [])], worthOf)
    return {
      films: ordered,
      files: ownersWithAll(fileColumn, words).flatMap((owner) => files[owner] ?? []),
      people: ownersWithAll(peopleColumn, words)
        .flatMap((owner) => people[owner] ?? [])
        .toSorted((a, b) => b.slots.length - a.slots.length || (a.name < b.name ? -1 : 1)),
    }
  }

  /** Each slot once; of equal worth the shorter title first. Sorted as numbers, which takes a tenth of the time of objects. */
  function inOrderOfWorth(slots: readonly number[], worthOf: (slot: number) => number): number[] {
    const ranks = Float64Array.from(new Set(slots), (slot) => {
      const length = Math.min(titles[slot]?.length ?? 0, lengthMost)
      return ((worthMost - worthOf(slot)) * (lengthMost + 1) + length) * slotsMost + slot
    })
    const worthless = worthMost * (lengthMost + 1) * slotsMost
    return Array.from(
      ranks.sort().filter((rank) => rank < worthless),
      (rank) => rank % slotsMost,
    )
  }

  function isExact(slot: number, folded: string, compact: string): boolean {
    const title = titles[slot]
    return title === folded || title?.replaceAll(' ', '') === compact
  }

  /** The query with each word that matches nothing replaced by one that differs by a typo; undefined: nothing to correct. */
  function correct(query: string): string | undefined {
    let isCorrected = false
    const words = wordsOf(fold(query)).map((word) => {
      if ([...word].length < typoFrom || !allowsTypo(word) || scoresOf(word).slots.length > 0) return word
      vocabulary ??= vocabularyOf(films, people)
      const near = vocabulary.find((other) => isNear(word, other))
      isCorrected ||= near !== undefined
      return near ?? word
    })
    return isCorrected ? words.join(' ') : undefined
  }

  return {
    find,
    correct,
    /** undefined: nobody of that id has a part in these films. */
    filmsOf: (personId: string) => people.find(({ id }) => id === personId)?.slots,
    /** Roughly. */
    bytes: [...columns.values(), peopleColumn, fileColumn].reduce((sum, { bytes }) => sum + bytes, 0) + files.length * 40,
  }
}

/** The word or the beginning of the longer one differs by one typo. */
function isNear(typed: string, word: string): boolean {
  if (Math.abs(typed.length - word.length) <= 1) return isLikelyTypo(typed, word)
  return word.length > typed.length + 1 && typed[0] === word[0] && isLikelyTypo(typed, word.slice(0, typed.length))
}

/** Words of a query; Chinese without spaces is one word. */
function wordsOf(folded: string): string[] {
  return [...new Set(folded.split(' ').filter((word) => word !== ''))]
}

function columnsOf(films: readonly FilmTexts[]): Map<Exclude<Text, 'people'>, TextColumn> {
  const each = (entriesOf: (keys: SearchKeys) => readonly Omit<TextEntry, 'owner'>[]) =>
    textColumn(films.flatMap(({ slot, keys }) => entriesOf(keys).map((entry) => ({ owner: slot, ...entry }))))
  return new Map([
    ['title', each(({ title }) => withCompact(title))],
    ['other', each(({ otherTitles }) => otherTitles.flatMap(withCompact))],
    ['pinyin', each(({ pinyin }) => pinyin.map(joined))],
    ['initials', each(({ pinyin }) => pinyin.map((syllables) => joined(syllables.map((syllable) => syllable.slice(0, 1)))))],
  ])
}

/** Syllables as one text in which each of them begins a word. */
function joined(syllables: readonly string[]): Omit<TextEntry, 'owner'> {
  let at = 0
  const starts = syllables.map((syllable) => (at += syllable.length) - syllable.length)
  return { text: syllables.join(''), starts }
}

/** The text, and without its spaces: "spider man" is found as "spiderman". */
function withCompact(text: string): { text: string }[] {
  return (text.includes(' ') ? [text, text.replaceAll(' ', '')] : [text]).map((one) => ({ text: one }))
}

function peopleOf(films: readonly FilmTexts[]): PersonFilms[] {
  const byId = new Map<string, PersonFilms & { slots: number[] }>()
  for (const { slot, keys } of films) {
    for (const person of keys.people) {
      const existing = byId.get(person.id)
      if (existing) existing.slots.push(slot)
      else byId.set(person.id, { ...person, slots: [slot] })
    }
  }
  return [...byId.values()]
}

/** Distinct words that a typo may have been meant for, the most frequent first. */
function vocabularyOf(films: readonly FilmTexts[], people: readonly PersonFilms[]): string[] {
  const counts = new Map<string, number>()
  const texts = [
    ...films.flatMap(({ keys }) => [keys.title, ...keys.otherTitles, ...keys.pinyin.map((syllables) => syllables.join(''))]),
    ...people.map(({ folded }) => folded),
  ]
  for (const text of texts)
    for (const word of text.split(' '))
      if (word.length >= typoFrom - 1 && !dense.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([word]) => word)
}
