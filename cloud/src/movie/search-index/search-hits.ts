/** Files and people with all words of a query, in the index of all films and in that of the changed ones. */
import type { FileOf, PersonFilms, SearchIndex } from './search-index.ts'
import type { WordIndex } from './word-index.ts'

/** In order; `at`: those from one place to another. */
export type HitList<T> = { count: number; at(range: readonly [from: number, to: number]): T[] }

/** all: the index of all films; changed: of those in it that changed since, of which `all` is out of date, and of new ones. */
export type SearchPage = {
  all: SearchIndex
  changed: SearchIndex | undefined
  /** 1 for the slots that are out of date in `all`. */
  outdated: Uint8Array
}

export function fileHits({ all, changed, outdated }: SearchPage, words: readonly string[]): HitList<FileOf> {
  const indexes = changed ? [all, changed] : [all]
  const hits = indexes.flatMap((index) => {
    const owners = ownersWithAll(index.fileWords, { words, count: index.files.length })
    const current = index === all && changed ? owners.filter((owner) => outdated[index.files[owner]?.slot ?? 0] !== 1) : owners
    return [{ index, owners: current }]
  })
  return {
    count: hits.reduce((sum, { owners }) => sum + owners.length, 0),
    at: ([from, to]) => partOf(hits, from, to).flatMap(({ index, owner }) => index.files[owner] ?? []),
  }
}

export function peopleHits(parts: SearchPage, words: readonly string[]): HitList<PersonFilms> {
  const { all, changed } = parts
  const indexes = changed ? [all, changed] : [all]
  const [ofAll = [], ofChanged = []] = indexes.map((index) =>
    ownersWithAll(index.peopleWords, { words, count: index.people.length }).flatMap((owner) => index.people[owner] ?? []),
  )
  if (!changed) return { count: ofAll.length, at: ([from, to]) => ofAll.slice(from, to) }
  const current = ofAll.flatMap((person) => currentPerson(parts, person) ?? [])
  const ids = new Set(ofAll.map(({ id }) => id))
  const added = ofChanged.flatMap((person) =>
    ids.has(person.id) ? [] : (currentPerson(parts, all.personOf(person.id) ?? person) ?? []),
  )
  const people = [...current, ...added].toSorted((a, b) => b.slots.length - a.slots.length || (a.name < b.name ? -1 : 1))
  return { count: people.length, at: ([from, to]) => people.slice(from, to) }
}

/** With the films of both indexes; undefined: in none any more. */
export function currentPerson({ changed, outdated }: SearchPage, person: PersonFilms): PersonFilms | undefined {
  const newer = changed?.personOf(person.id)
  const slots = [...person.slots.filter((slot) => outdated[slot] !== 1), ...(newer?.slots ?? [])]
  return slots.length > 0 ? { ...person, ...newer, slots } : undefined
}

export const noHits = { count: 0, at: () => [] }

/** Owners of the texts that have all words, in ascending order. */
function ownersWithAll(index: WordIndex, { words, count }: { words: readonly string[]; count: number }): number[] {
  const marks = new Uint8Array(count)
  const rareFirst = words.toSorted((a, b) => index.count(a) - index.count(b)).slice(0, maxWords)
  for (const [at, word] of rareFirst.entries()) index.scan(word, (owner) => void (marks[owner] === at && (marks[owner] = at + 1)))
  const owners: number[] = []
  for (let owner = 0; owner < count; owner += 1) if (marks[owner] === rareFirst.length) owners.push(owner)
  return owners
}

/** The words of a query that are looked up: as many as a mark can count. */
const maxWords = 250

function partOf(
  hits: readonly { index: SearchIndex; owners: readonly number[] }[],
  from: number,
  to: number,
): { index: SearchIndex; owner: number }[] {
  const part: { index: SearchIndex; owner: number }[] = []
  let before = 0
  for (const { index, owners } of hits) {
    for (const owner of owners.slice(Math.max(0, from - before), Math.max(0, to - before))) part.push({ index, owner })
    before += owners.length
  }
  return part
}
