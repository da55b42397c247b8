/** Scores of entries of the film database against names, and when the best one is certain. */
import { expect, it } from 'vitest'
import { fold } from './fold.ts'
import { isCertain, matchOf, withoutRivals, type NameToMatch } from './score.ts'

type Candidate = Parameters<typeof matchOf>[1]

function entry(en: string, year: number | null, more: Partial<Candidate> & { zh?: string } = {}): Candidate {
  const { zh = '', ...rest } = more
  return {
    kind: 'film',
    texts: { zh: { title: zh || en, overview: '' }, en: { title: en, overview: '' } },
    original_title: en,
    other_titles: [],
    year,
    runtime_ms: null,
    popularity: 1,
    ...rest,
  }
}
const name = (title: string, year: number | null, more: Partial<NameToMatch> = {}): NameToMatch => ({
  kind: 'film',
  titles: [title],
  year,
  runtime_ms: null,
  ...more,
})
const hours = (count: number) => count * 3_600_000

it.each([
  ['title and year', name('The Harbour', 2016), entry('The Harbour', 2016), 'sure', 'title_and_year'],
  ['case, accents, signs and width', name('CAFE lumen!', 2007), entry('Café Lumen', 2007), 'sure', 'title_and_year'],
  ['full-width letters', name('Ｈａｒｂｏｕｒ', 2016), entry('Harbour', 2016), 'sure', 'title_and_year'],
  [
    'traditional characters',
    name('鐵扇公主', 1941),
    entry('Princess Iron Fan', 1941, { zh: '铁扇公主' }),
    'sure',
    'title_and_year',
  ],
  ['the original title', name('Sól', 2005), entry('Salt', 2005, { original_title: 'Sól' }), 'sure', 'title_and_year'],
  ['the year before', name('The Harbour', 2015), entry('The Harbour', 2016), 'likely', 'title_near_year'],
  ['no year in the name', name('The Harbour', null), entry('The Harbour', 2016), 'likely', 'title_no_year'],
  ['another year', name('The Harbour', 1987), entry('The Harbour', 2016), 'likely', 'title_other_year'],
  [
    'another title and the year',
    name('江河谣', 1998),
    entry('River Ballad', 1998, { other_titles: ['江河謠'] }),
    'likely',
    'other_title_and_year',
  ],
  ['a part of the title', name('Glass Orchard', 2020), entry('Glass Orchard: Reborn', 2020), 'maybe', 'title_in_part'],
  ['a letter less', name('Orbit of Dst', 2022), entry('Orbit of Dust', 2022), 'maybe', 'title_in_part'],
  [
    'a series under the name of a film',
    name('The Harbour', 2020),
    entry('The Harbour', 2020, { kind: 'series' }),
    'likely',
    'title_and_year',
  ],
] as const)('%s', (...[, ofName, candidate, level, reason]) => {
  expect(matchOf(ofName, candidate)).toMatchObject({ level, reason })
})

it('another title is no match', () => {
  expect(matchOf(name('Winter Radio', 2013), entry('Salt Road', 2013))).toBeUndefined()
  expect(matchOf(name('盐', 2005), entry('Two Rivers', 2005, { zh: '两条河' }))).toBeUndefined()
})

it('orders: title and year, near year, another title, no year, another year, a part', () => {
  const scores = [
    matchOf(name('Sea', 2016), entry('Sea', 2016)),
    matchOf(name('Sea', 2015), entry('Sea', 2016)),
    matchOf(name('Sea', 2016), entry('Ocean', 2016, { other_titles: ['Sea'] })),
    matchOf(name('Sea', null), entry('Sea', 2016)),
    matchOf(name('Sea', 1990), entry('Sea', 2016)),
    matchOf(name('Sea', 2016), entry('Sea Wolves', 2016)),
  ].map((match) => match?.score ?? 0)
  expect(scores).toEqual(scores.toSorted((one, other) => other - one))
  expect(new Set(scores).size).toBe(scores.length)
})

it('popularity breaks ties, and no more', () => {
  const score = (popularity: number, year: number) => matchOf(name('Sea', 2016), entry('Sea', year, { popularity }))?.score ?? 0
  expect(score(500, 2016)).toBeGreaterThan(score(1, 2016))
  expect(score(1, 2016)).toBeGreaterThan(score(100_000, 2017))
})

it('a length that is far off takes the certainty away; a clip’s length says nothing', () => {
  const film = entry('Sea', 2016, { runtime_ms: hours(2) })
  expect(matchOf(name('Sea', 2016, { runtime_ms: hours(2) + 60_000 }), film)).toMatchObject({ level: 'sure' })
  expect(matchOf(name('Sea', 2016, { runtime_ms: hours(0.5) }), film)).toMatchObject({ level: 'likely' })
  expect(matchOf(name('Sea', 2016, { runtime_ms: 2_000 }), film)).toMatchObject({ level: 'sure' })
})

it('is certain only if the best is sure and no second comes near', () => {
  const match = (year: number, popularity = 1) => matchOf(name('Sea', 2016), entry('Sea', year, { popularity }))
  const all = (...matches: ReturnType<typeof matchOf>[]) => matches.flatMap((one) => (one ? [one] : []))
  expect(isCertain(all(match(2016)))).toBe(true)
  expect(isCertain(all(match(2016), match(2017)))).toBe(true)
  expect(isCertain(all(match(2016, 900), match(2016)))).toBe(false)
  expect(isCertain(all(match(2017)))).toBe(false)
  expect(isCertain([])).toBe(false)
})

it('a single entry of that very title is sure without a year: a series, or a film whose length agrees', () => {
  const bestOf = (own: NameToMatch, ...films: ReturnType<typeof entry>[]) => {
    const all = films.flatMap((film) => {
      const match = matchOf(own, film)
      return match ? [{ film, match }] : []
    })
    return withoutRivals(own, all)[0]?.match.level
  }
  const series = (more: Partial<NameToMatch> = {}) => name('Harbour', null, { kind: 'series', ...more })
  const entryOf = (year: number, title = 'Harbour') => entry(title, year, { kind: 'series' })
  expect(bestOf(series(), entryOf(2015), entryOf(2015, 'Harbour Lights'))).toBe('sure')
  expect(bestOf(series({ year: 2018 }), entryOf(2015))).toBe('sure')
  expect(bestOf(series({ year: 1999 }), entryOf(2015))).toBe('likely')
  expect(bestOf(series(), entryOf(2015), entryOf(1990))).toBe('likely')
  expect(bestOf(series(), entry('Harbour', 2015))).toBe('likely')
  const film = (runtime_ms: number | null) => name('Harbour', null, { runtime_ms })
  const long = entry('Harbour', 2015, { runtime_ms: hours(2) })
  expect(bestOf(film(hours(2)), long)).toBe('sure')
  expect(bestOf(film(hours(1)), long)).toBe('likely')
  expect(bestOf(film(null), long)).toBe('likely')
  expect(bestOf(film(2_000), long)).toBe('likely')
  expect(bestOf(name('Up', null, { runtime_ms: hours(2) }), entry('Up', 2009, { runtime_ms: hours(2) }))).toBe('likely')
})

it('folds signs and spaces', () => {
  expect(fold('Spider-Man:  No Way Home')).toBe('spider man no way home')
  expect(fold('Labourer’s Love & Hate')).toBe('labourers love and hate')
})
