/** The rows of the TV's first page over the station's database. */
import type { Act, In, Out } from '@homeport/contract/kit/operation.ts'
import { filmChanges, filmPoints } from '@homeport/contract/movie/watch-history.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrations } from '../../../migrations/all.ts'
import { openDb, type Db } from '../../kit/db.ts'
import { openCatalog, type Catalog } from '../../movie/catalog/catalog.ts'
import { movieStore } from '../../movie/store.ts'
import { toTitledFilm } from '../../movie/film/to-wire.ts'
import { pointStore, watchQueries } from '../../playback/point.store.ts'
import { addEpisode, addFilm } from '../../testing/catalog.ts'
import { until } from '../../../../testing/until.ts'
import { viewedLibrary, type ScreenLibrary, type ViewedLibrary } from './library.ts'
import type { Viewer } from '../../shared/viewer.ts'
import { viewerMarkStore } from './viewer-mark.store.ts'
import { viewerChangeStore } from '../../shared/viewer-change.store.ts'
import { answerOf } from './library-answers.ts'
import { markActs } from './viewer-marks.ts'
import { screenRows } from './rows.ts'

let db: Db
let catalog: Catalog
let whole: ScreenLibrary
let library: ViewedLibrary
let isCatalogued: boolean
/** Anna wants no stills and plots of unseen episodes. */
let isHidden: boolean
const faults: unknown[] = []

beforeEach(async () => {
  isHidden = false
  db = await openDb(':memory:', migrations)
  catalog = openCatalog({ db, onFault: (fault) => faults.push(fault) })
  catalog.onChange(() => (isCatalogued = true))
  const store = movieStore(db)
  whole = {
    list: async (limit, offset) => ({
      data: (await store.list(limit, offset)).map(toTitledFilm),
      total: (await store.count()).films,
    }),
    posterPath: async () => undefined,
    catalog,
    watch: watchQueries(db),
    hidesUnseen: async (viewer) => viewer !== undefined && isHidden,
    marks: viewerMarkStore(db),
  }
  library = viewedLibrary(whole, { viewer: undefined, lang: 'en' })
})
afterEach(async () => {
  await catalog.stop()
  await db.destroy()
  expect(faults).toEqual([])
})

async function follow(): Promise<void> {
  isCatalogued = false
  catalog.wake()
  await until('the catalogue has followed', () => isCatalogued)
}
async function series(title: string, numbers: number): Promise<void> {
  await addFilm(db, { title, row: { kind: 'series' } })
  for (let number = 1; number <= numbers; number += 1) await addEpisode(db, { series_id: title, season: 1, number })
}
/** Somebody stopped there; point_ms 0: watched it to its end. */
const stopAt = (movie_id: string, point_ms: number, ...[at, viewer]: [at: number, viewer?: Viewer]) =>
  pointStore(db).keep(viewer, { movie_id, point_ms, duration_ms: 60_000, is_watched: point_ms === 0, at })
const rows = async () =>
  (await screenRows(library)).map(({ kind, genre, total, data }) => [
    `${kind}${genre}`,
    total,
    data.map(({ title, point, episode }) => `${title}${episode ? ` ${episode.episode}` : ''}${point > 0 ? ` ${point}` : ''}`),
  ])

it('a small library has only what is to continue, the next episodes, and all films', async () => {
  await addFilm(db, { title: 'Sunrise', row: { added_at: 2 } })
  await series('Harbour', 4)
  await follow()
  expect(await rows()).toEqual([['all', 2, ['Harbour', 'Sunrise']]])
  await stopAt('Sunrise', 7_000, 5)
  await stopAt('Harbour 1x1', 0, 6)
  await stopAt('Harbour 1x2', 0, 4)
  expect(await rows()).toEqual([
    ['continue', 1, ['Sunrise 7000']],
    ['next', 1, ['Harbour 3']],
    ['all', 2, ['Harbour', 'Sunrise 7000']],
  ])
  // An episode in the middle stands for its series, and has no next one.
  await stopAt('Harbour 1x3', 9_000, 7)
  expect((await rows()).slice(0, 2)).toEqual([
    ['continue', 2, ['Harbour 3 9000', 'Sunrise 7000']],
    ['all', 2, ['Harbour', 'Sunrise 7000']],
  ])
  await stopAt('Harbour 1x3', 0, 8)
  await stopAt('Harbour 1x4', 0, 9)
  expect((await rows()).map(([kind]) => kind)).toEqual(['continue', 'all'])
})

it('a larger one has the new ones, series and its frequent genres, each with its first films and how many there are', async () => {
  for (let at = 0; at < 30; at += 1)
    await addFilm(db, { title: `Film ${at}`, facts: { genres: at < 12 ? ['drama'] : ['crime'] }, row: { added_at: at } })
  await series('Harbour', 1)
  await addFilm(db, { title: 'Western', facts: { genres: ['western'] }, row: { added_at: 1 } })
  await follow()
  const list = await rows()
  expect(list.map(([kind, total]) => [kind, total])).toEqual([
    ['new', 32],
    ['series', 1],
    ['genrecrime', 18],
    ['genredrama', 12],
    ['all', 32],
  ])
  expect(list[2]?.[2]).toEqual([29, 28, 27, 26, 25, 24, 23, 22].map((at) => `Film ${at}`))
})

it('films come by their filter in pages; a page of a film has its whole plot, and none is null; episodes have their marks', async () => {
  const overview = 'A reporter and his friend hunt a secret gang over the roofs of Paris. '.repeat(6)
  await addFilm(db, {
    title: 'Drama',
    facts: {
      genres: ['drama'],
      texts: { zh: { title: '', overview: '', collection: '' }, en: { title: 'Drama', overview, collection: '' } },
    },
  })
  await addFilm(db, { title: 'Crime', facts: { genres: ['crime'] } })
  await series('Harbour', 2)
  await follow()
  const any = {
    viewer: '',
    film_kind: null,
    person: '',
    watched: null,
    favorite: false,
    sort: 'title',
    order: 'asc',
    offset: 0,
    limit: 9,
  } as const
  const films = async (more: object) => {
    const answer = await answerOf(library, { kind: 'films', id: '1', ...any, genre: '', ...more })
    return answer.kind === 'films' ? answer.data.map(({ title, overview: about }) => [title, about.length]) : []
  }
  expect(await films({ genre: 'drama' })).toEqual([['Drama', 180]])
  expect(await films({ offset: 1 })).toEqual([
    ['Drama', 180],
    ['Harbour', 0],
  ])
  expect(await films({ favorite: true })).toEqual([])
  expect(await answerOf(library, { kind: 'film', id: '2', movie_id: 'Drama', viewer: '' })).toMatchObject({
    film: { title: 'Drama', overview, season_list: [], point: 0 },
  })
  expect(await answerOf(library, { kind: 'film', id: '3', movie_id: 'gone', viewer: '' })).toEqual({
    kind: 'film',
    id: '3',
    film: null,
  })
  await stopAt('Harbour 1x1', 0, 1)
  await stopAt('Harbour 1x2', 30_000, 2)
  expect(await answerOf(library, { kind: 'episodes', id: '4', movie_id: 'Harbour', season: 1, viewer: '' })).toMatchObject({
    data: [
      { episode: 1, is_watched: true, point: 0 },
      { episode: 2, is_watched: false, point: 30_000 },
    ],
  })
  expect(await answerOf(library, { kind: 'search', id: '5', q: 'har', viewer: '' })).toMatchObject({
    total: 1,
    data: [{ title: 'Harbour' }],
  })
})

const anna: Viewer = { realm: 'en', user_id: 'u1' }
const asAnna = (lang: 'en' | 'zh' = 'en') => viewedLibrary(whole, { viewer: anna, lang })

it('who watches sees a row of their favourites, and marks of their own', async () => {
  for (const title of ['Days', 'Nights', 'Sunrise']) await addFilm(db, { title, row: {} })
  await series('Harbour', 3)
  await follow()
  const marks = viewerMarkStore(db)
  await stopAt('Days', 0, 1)
  const favorites = [
    { id: 'Nights', at: 5 },
    { id: 'gone', at: 6 },
  ]
  await marks.save(anna, { kind: 'favorite', marks: favorites, isAll: true, state: undefined })
  const watched = [
    { id: 'Sunrise', at: 5 },
    { id: 'Harbour 1x1', at: 9 },
  ]
  await marks.save(anna, { kind: 'watched', marks: watched, isAll: true, state: 'one' })
  library = asAnna()
  expect(await rows()).toEqual([
    ['next', 1, ['Harbour 2']],
    ['favorites', 1, ['Nights']],
    ['all', 4, expect.anything()],
  ])
  const answer = await answerOf(library, { ...anyFilms, watched: true })
  expect(answer.kind === 'films' && answer.data.map(({ title, is_watched }) => [title, is_watched])).toEqual([['Sunrise', true]])
  const [all] = (await screenRows(library)).slice(-1)
  expect(all?.data.filter(({ is_favorite }) => is_favorite).map(({ title }) => title)).toEqual(['Nights'])
  // Somebody else has neither, and without a person what the box knows counts.
  library = viewedLibrary(whole, { viewer: { realm: 'zh', user_id: 'u1' }, lang: 'en' })
  expect((await rows()).map(([kind]) => kind)).toEqual(['all'])
  library = viewedLibrary(whole, { viewer: undefined, lang: 'en' })
  expect(await answerOf(library, { ...anyFilms, watched: true })).toMatchObject({ data: [{ title: 'Days' }] })
})

it('each person goes on where they stopped; a point of nobody counts for everybody who has none of their own', async () => {
  const ben: Viewer = { realm: 'zh', user_id: 'u1' }
  for (const title of ['Days', 'Nights', 'Sunrise']) await addFilm(db, { title, row: {} })
  await series('Harbour', 4)
  await follow()
  const seenBy = async (viewer: Viewer | undefined) => {
    library = viewedLibrary(whole, { viewer, lang: 'en' })
    return (await rows()).filter(([kind]) => kind !== 'all').map(([kind, , data]) => [kind, data])
  }
  await stopAt('Days', 7_000, 1)
  await stopAt('Nights', 8_000, 2, anna)
  await stopAt('Harbour 1x1', 9_000, 3, ben)
  expect(await seenBy(anna)).toEqual([['continue', ['Nights 8000', 'Days 7000']]])
  expect(await seenBy(ben)).toEqual([['continue', ['Harbour 1 9000', 'Days 7000']]])
  expect(await seenBy(undefined)).toEqual([['continue', ['Harbour 1 9000', 'Nights 8000', 'Days 7000']]])
  await stopAt('Days', 20_000, 4, anna)
  await stopAt('Days', 30_000, 5)
  await stopAt('Nights', 0, 6, anna)
  await viewerMarkStore(db).save(anna, { kind: 'watched', marks: [{ id: 'Harbour 1x2', at: 6 }], isAll: false, state: undefined })
  expect(await seenBy(anna)).toEqual([
    ['continue', ['Days 20000']],
    ['next', ['Harbour 3']],
  ])
  expect(await seenBy(ben)).toEqual([['continue', ['Days 30000', 'Harbour 1 9000']]])
  expect(await seenBy(undefined)).toEqual([['continue', ['Days 30000', 'Harbour 1 9000']]])
  library = asAnna()
  expect(await answerOf(library, { kind: 'episodes', id: '1', movie_id: 'Harbour', season: 1, viewer: '' })).toMatchObject({
    data: [{ point: 0 }, { is_watched: true }, {}, {}],
  })
})

it('episodes that a person has not begun come without still and plot where they want that, those begun or watched with both', async () => {
  await series('Harbour', 3)
  await follow()
  await stopAt('Harbour 1x2', 9_000, 1, anna)
  await viewerMarkStore(db).save(anna, { kind: 'watched', marks: [{ id: 'Harbour 1x1', at: 1 }], isAll: true, state: 'one' })
  const episodes: Catalog['episodes'] = async (...of) =>
    (await catalog.episodes(...of)).map((one) => ({ ...one, still: 'still', overview: 'The lamp goes out.' }))
  const shown = async () => {
    const answer = await answerOf(
      { ...asAnna(), catalog: { ...catalog, episodes } },
      { kind: 'episodes', id: '1', movie_id: 'Harbour', season: 1, viewer: '' },
    )
    return answer.kind === 'episodes' ? answer.data.map(({ still, overview }) => still !== '' && overview !== '') : []
  }
  expect(await shown()).toEqual([true, true, true])
  isHidden = true
  expect(await shown()).toEqual([true, true, false])
})

it('what a person took out of their rows stays out until it is played again, and Undo brings it back where it was', async () => {
  for (const title of ['Days', 'Nights']) await addFilm(db, { title, row: {} })
  await series('Harbour', 4)
  await follow()
  const marks = viewerMarkStore(db)
  const aside = (id: string, at: number, is_aside = true) => marks.mark(anna, { kind: 'aside', id, is_aside, at })
  const seen = async (viewer: Viewer | undefined) => {
    library = viewedLibrary(whole, { viewer, lang: 'en' })
    return (await rows()).filter(([kind]) => kind !== 'all').map(([kind, , data]) => [kind, data])
  }
  await stopAt('Days', 7_000, 10, anna)
  await stopAt('Nights', 8_000, 20, anna)
  await marks.save(anna, { kind: 'watched', marks: [{ id: 'Harbour 1x1', at: 30 }], isAll: true, state: 'one' })
  const before = await seen(anna)
  expect(before).toEqual([
    ['continue', ['Nights 8000', 'Days 7000']],
    ['next', ['Harbour 2']],
  ])
  await aside('Days', 40)
  await aside('Harbour', 40)
  expect(await seen(anna)).toEqual([['continue', ['Nights 8000']]])
  expect(await seen(undefined)).toEqual([['continue', ['Nights 8000', 'Days 7000']]])
  // The cloud, which has not taken them, tells its own.
  await marks.save(anna, { kind: 'aside', marks: [], isAll: true, state: '' })
  expect(await seen(anna)).toEqual([['continue', ['Nights 8000']]])
  await aside('Days', 40, false)
  await aside('Harbour', 40, false)
  expect(await seen(anna)).toEqual(before)
  await aside('Days', 40)
  await aside('Harbour', 40)
  await stopAt('Days', 9_000, 50, anna)
  await stopAt('Harbour 1x2', 6_000, 60, anna)
  expect(await seen(anna)).toEqual([['continue', ['Harbour 2 6000', 'Days 9000', 'Nights 8000']]])
})

it('what a person did waits until the cloud took it; of the cloud’s point and the box’s the later counts', async () => {
  const changes = viewerChangeStore(db)
  const handlers = markActs({
    store: viewerMarkStore(db),
    changes,
    keepLaterPoints: (viewer, points) => pointStore(db).keepLater(viewer, points, 5_000),
    epoch: () => 'one',
    onChange: () => {},
  })
  const act = async <A extends Act>(to: A, data: In<A['input']>): Promise<Out<A['output']>> => {
    const from = { user_id: 'u1', role: 'member' as const, name: 'Anna' }
    const answered = await handlers.find((one) => one.act === to)?.run(data, { id: '1', realm: 'en', from, expiresAt: 0 })
    return to.output.parse(answered) as Out<A['output']>
  }
  const pointOf = async (id: string) => (await watchQueries(db).pointsOf(anna, [id])).get(id)
  await stopAt('Days', 7_000, 100, anna)
  await stopAt('Nights', 8_000, 100, anna)
  await stopAt('Days', 9_000, 200, anna)
  await stopAt('Sunrise', 9_000, 200, { realm: 'zh', user_id: 'u1' })
  const first = await act(filmChanges, {})
  expect(first).toMatchObject({ epoch: 'one', data: [{ id: 'Nights' }, { kind: 'point', id: 'Days', point_ms: 9_000, at: 200 }] })
  await stopAt('Nights', 0, 300, anna)
  expect(await act(filmChanges, { epoch: 'one', taken: first.last })).toMatchObject({
    data: [{ id: 'Nights', point_ms: 0, is_watched: true, duration_ms: 60_000 }],
  })
  // Numbers of another box's database say nothing.
  expect(await act(filmChanges, { epoch: 'two', taken: 1_000 })).toMatchObject({ data: [{ id: 'Nights' }] })
  await act(filmPoints, { points: [{ id: 'Days', point_ms: 1_000, at: 199 }] })
  expect(await pointOf('Days')).toBe(9_000)
  await act(filmPoints, { points: [{ id: 'Days', point_ms: 0, at: 5_000 }] })
  expect(await pointOf('Days')).toBe(undefined)
  // A box that has not learnt the time yet: what it sees is later all the same.
  await stopAt('Days', 6_000, 3, anna)
  expect(await pointOf('Days')).toBe(6_000)
  // A favourite set on the TV holds until the cloud took it, whatever it tells before.
  const marks = viewerMarkStore(db)
  await marks.save(anna, { kind: 'favorite', marks: [{ id: 'Days', at: 1 }], isAll: true, state: '' })
  await marks.mark(anna, { kind: 'favorite', id: 'Nights', is_favorite: true, at: 400 })
  await marks.mark(anna, { kind: 'favorite', id: 'Days', is_favorite: false, at: 400 })
  await marks.save(anna, { kind: 'favorite', marks: [{ id: 'Days', at: 1 }], isAll: true, state: '' })
  expect(await marks.favoritesOf(anna, ['Days', 'Nights'])).toEqual(new Set(['Nights']))
  const { last, data } = await act(filmChanges, { epoch: 'one', taken: 0 })
  expect(data.slice(-2)).toEqual([
    { kind: 'favorite', id: 'Nights', is_favorite: true, at: 400 },
    { kind: 'favorite', id: 'Days', is_favorite: false, at: 400 },
  ])
  expect(await act(filmChanges, { epoch: 'one', taken: last })).toEqual({ epoch: 'one', last, data: [] })
  await marks.save(anna, { kind: 'favorite', marks: [{ id: 'Days', at: 1 }], isAll: true, state: '' })
  expect(await marks.favoritesOf(anna, ['Days', 'Nights'])).toEqual(new Set(['Days']))
  await viewerMarkStore(db).forgetOthers([])
  expect([await pointOf('Days'), await changes.after(anna, 0, 9)]).toEqual([undefined, []])
})

it('a favourite that is removed, and people who leave, are forgotten', async () => {
  const marks = viewerMarkStore(db)
  const one = { marks: [{ id: 'Nights', at: 5 }], isAll: false, state: 'one' }
  await marks.save(anna, { kind: 'favorite', ...one })
  await marks.remove(anna, 'favorite', ['Nights'])
  expect(await marks.favoritesOf(anna, ['Nights'])).toEqual(new Set())
  await marks.save(anna, { kind: 'watched', ...one })
  await marks.forgetOthers([anna])
  expect(await marks.stateOf(anna)).toBe('one')
  await marks.forgetOthers([{ realm: 'en', user_id: 'u2' }])
  expect([await marks.stateOf(anna), await marks.recentlyWatched(anna, 9)]).toEqual(['', []])
})

it('titles and plots are in the page’s language where the film has them in it', async () => {
  const text = (title: string) => ({ title, overview: `about ${title}`, collection: '' })
  await addFilm(db, { title: '小城之春', facts: { texts: { zh: text('小城之春'), en: text('Spring in a Small Town') } } })
  await addFilm(db, { title: '默片', facts: {} })
  await follow()
  const shown = async (lang: 'en' | 'zh') => {
    const answer = await answerOf(asAnna(lang), { ...anyFilms, sort: 'title', order: 'asc' })
    return answer.kind === 'films' ? answer.data.map(({ title, overview }) => [title, overview]) : []
  }
  expect(await shown('zh')).toEqual([
    ['默片', ''],
    ['小城之春', 'about 小城之春'],
  ])
  expect(await shown('en')).toEqual([
    ['默片', ''],
    ['Spring in a Small Town', 'about Spring in a Small Town'],
  ])
  expect(await answerOf(asAnna('en'), { kind: 'film', id: '1', movie_id: '小城之春', viewer: '' })).toMatchObject({
    film: { title: 'Spring in a Small Town', overview: 'about Spring in a Small Town' },
  })
})

const anyFilms = {
  kind: 'films',
  id: '1',
  viewer: '',
  film_kind: null,
  genre: '',
  person: '',
  watched: null,
  favorite: false,
  sort: 'added',
  order: 'desc',
  offset: 0,
  limit: 9,
} as const
