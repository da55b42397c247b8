/**
 * The film library whole, through box, cloud and the film database: a folder of more than sixty real files of every shape is scanned, identified, mended, found, screened, watched,
 * and still there when the box is off. The pages for it have stories of their own (series.spec.ts, identify.spec.ts).
 */
import path from 'node:path'
import { register } from '@homeport/contract/account.ts'
import { bindDevice, checkOnline } from '@homeport/contract/device.ts'
import {
  filmForget,
  filmIdentify,
  filmMatch,
  filmsAccept,
  filmsUndo,
  filmsUnidentified,
  listUnreadable,
} from '@homeport/contract/movie/identify.ts'
import type { In, Lang } from '@homeport/contract/kit/operation.ts'
import { filmDetail, filmGenresOf, listFilms, saveFavorite, searchFilms } from '@homeport/contract/movie/movie.ts'
import { binList, binRestore, filmDelete } from '@homeport/contract/movie/recycle-bin.ts'
import { listEpisodes } from '@homeport/contract/movie/series.ts'
import { continueWatching, listHistory, markWatched } from '@homeport/contract/movie/watch-history.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFilmDatabase, testKeys, type FilmDatabaseServer } from '../testing/film-database/server.ts'
import { askAs } from './parts/app.ts'
import { canMakeFilms } from './parts/film.ts'
import { filmFolder, writeFilmFolder } from './parts/film-folder.ts'
import { until } from '../testing/until.ts'
import { openWorld, type World } from './world.ts'

const missing = canMakeFilms ? '' : ' (skipped: no ffmpeg)'

type Phone = { address: string; lang: Lang; token: string }

describe.skipIf(!canMakeFilms)(`a library of every shape${missing}`, () => {
  let world: World
  let database: FilmDatabaseServer
  const phones = new Map<Lang, Phone & { devid: string; devsn: string }>()

  beforeAll(async () => {
    database = await openFilmDatabase()
    world = await openWorld({ env: { TMDB_KEY: testKeys.v4, TMDB_URL: database.url, TMDB_IMAGES: database.images } })
    await writeFilmFolder(path.join(world.downloads, 'shelf'), world.folder)
    for (const lang of ['en', 'zh'] as const) {
      const app = { address: world.addresses[0] ?? '', lang }
      const { token } = await askAs(app, register, { username: `library-${lang}`, password: 'a quiet harbour 7', agreed: 1 })
      const phone = { ...app, token }
      const { devid, devsn } = await askAs(phone, bindDevice, await world.pair())
      phones.set(lang, { ...phone, devid, devsn })
    }
  })
  afterAll(async () => {
    await world.stop()
    await database.stop()
  })

  function phoneOf(lang: Lang) {
    const phone = phones.get(lang)
    if (!phone) throw new Error(`no phone in ${lang}`)
    return phone
  }
  const listed = async (lang: Lang, filter: Partial<In<typeof listFilms.input>> = {}) => {
    const phone = phoneOf(lang)
    return askAs(phone, listFilms, { devid: phone.devid, limit: 99, ...filter })
  }
  const found = async (lang: Lang, q: string) => {
    const phone = phoneOf(lang)
    return askAs(phone, searchFilms, { devid: phone.devid, q, limit: 20 })
  }
  const idOf = async (lang: Lang, title: string) => {
    const film = (await listed(lang)).data.find((one) => one.title === title)
    if (!film) throw new Error(`no film ${title}`)
    return film.id
  }
  const identified = async () => {
    const phone = phoneOf('en')
    const { data } = await listed('en')
    const details = await Promise.all(data.map(({ id }) => askAs(phone, filmDetail, { devid: phone.devid, id })))
    return new Map(details.filter(({ ids }) => ids.tmdb !== '').map(({ ids, id }) => [ids.tmdb, id]))
  }

  test('everything is listed once, under its right title in both languages, with picture, plot and people; what is hidden stays hidden', async () => {
    const wanted = [...Object.keys(filmFolder.databaseFilms), ...Object.keys(filmFolder.series)].toSorted()
    await until('all are listed', async () => (await listed('en')).total === filmFolder.films)
    // One call a look: to ask for each film's page every time is more work than the box has with all of them.
    const unclear = Object.keys(filmFolder.unclear).length
    await until('the others are identified', async () => (await listed('en', { unidentified: true })).total === unclear)
    expect([...(await identified()).keys()].toSorted()).toEqual(wanted)
    const [en, zh] = [await listed('en'), await listed('zh')]
    expect([en.total, zh.total]).toEqual([filmFolder.films, filmFolder.films])
    const titles = (films: typeof en) => films.data.map(({ title }) => title)
    expect(titles(en)).toEqual(
      expect.arrayContaining(['Metropolis', 'The Goddess', 'Spring in a Small Town', 'The Lamplighters', 'Tea House Stories']),
    )
    expect(titles(zh)).toEqual(expect.arrayContaining(['大都会', '神女', '小城之春', '点灯人', '茶馆故事']))
    for (const unclear of ['The Harbour', filmFolder.nfoTitle]) expect(titles(en)).toContain(unclear)

    const phone = phoneOf('zh')
    const id = await idOf('zh', '大都会')
    await until('its pictures are here', async () => {
      const { poster, backdrop, people } = await askAs(phone, filmDetail, { devid: phone.devid, id })
      return poster !== '' && backdrop !== '' && people.some(({ photo }) => photo !== '')
    })
    const metropolis = await askAs(phone, filmDetail, { devid: phone.devid, id })
    expect(metropolis).toMatchObject({ identified: 'auto', year: 1927, region: 'DE', rating: 8.1, votes: 2800 })
    expect(metropolis.overview).toContain('中文剧情')
    expect(metropolis.people.map(({ name }) => name)).toContain('Fritz Lang')

    const nfo = await askAs(phone, filmDetail, { devid: phone.devid, id: await idOf('zh', filmFolder.nfoTitle) })
    expect(nfo).toMatchObject({
      identified: 'nfo',
      year: 1999,
      overview: 'A day out.',
      genres: ['family'],
      ids: { imdb: 'tt9999999' },
    })
    const charade = await askAs(phone, filmDetail, { devid: phone.devid, id: await idOf('zh', '谜中谜') })
    expect(charade.files).toHaveLength(2)

    await until('files that cannot be shown are told', async () => {
      const { data } = await askAs(phone, listUnreadable, { devid: phone.devid })
      return (
        data
          .map(({ path: at, reason }) => `${path.basename(at)} ${reason}`)
          .toSorted()
          .join() === `${filmFolder.damaged.noVideo} no_video,${filmFolder.damaged.empty} empty`
      )
    })
  })

  test('a series is one entry with seasons, specials last; the next episode is offered as one watches', async () => {
    const phone = phoneOf('en')
    const { devid } = phone
    const id = await idOf('en', 'The Lamplighters')
    const series = await askAs(phone, filmDetail, { devid, id })
    expect(series).toMatchObject({
      kind: 'series',
      seasons: 2,
      episodes: 9,
      files: [],
      year: 2015,
      next: { season: 1, number: 1 },
    })
    expect(series.season_list.map(({ season, episodes }) => [season, episodes])).toEqual([
      [1, 6],
      [2, 2],
      [0, 1],
    ])
    expect(series.season_list[0]?.title).toBe('The First Winter')
    const first = await askAs(phone, listEpisodes, { devid, id, season: 1 })
    expect(first.data.map(({ number, title }) => [number, title])).toEqual(
      [1, 2, 3, 4, 5, 6].map((number) => [number, `Lamp ${number}`]),
    )
    expect(first.data[0]?.files).toHaveLength(2)
    const episode = first.data[0]?.id ?? ''
    await askAs(phone, markWatched, { devid, id: episode, is_watched: true })
    const [go] = (await askAs(phone, continueWatching, { devid })).data
    expect(go).toMatchObject({ film: { id }, episode: { season: 1, number: 2 }, position_ms: 0 })
    expect((await askAs(phone, filmDetail, { devid, id })).next).toMatchObject({ season: 1, number: 2 })
    const [entry] = (await askAs(phone, listHistory, { devid })).data
    expect(entry).toMatchObject({ film: { id, title: 'The Lamplighters' }, episode: { id: episode }, is_watched: true })
    await askAs(phone, markWatched, { devid, id, is_watched: true })
    expect(await askAs(phone, filmDetail, { devid, id })).toMatchObject({ is_watched: true, next: null })
    expect((await askAs(phone, continueWatching, { devid })).data).toEqual([])
  })

  test('found by title, pinyin, initials, a typo, another title, a person and a file; screened by genre, region and years', async () => {
    const first = async (q: string, lang: Lang = 'zh') => (await found(lang, q)).films[0]?.title
    expect(await first('大都会')).toBe('大都会')
    expect(await first('dadu')).toBe('大都会')
    expect(await first('xczc')).toBe('小城之春')
    expect(await first('tieshan')).toBe('铁扇公主')
    expect(await first('鐵扇')).toBe('铁扇公主')
    expect(await first('metroplis', 'en')).toBe('Metropolis')
    expect(await first('Le Voyage dans la Lune', 'en')).toBe('A Trip to the Moon')
    const lang = await found('en', 'fritz lang')
    expect([lang.people[0]?.films, lang.films.map(({ title }) => title).toSorted()]).toEqual([2, ['M', 'Metropolis']])
    expect((await found('en', 'xyz-abc')).files[0]?.path).toContain('xyz-abc.avi')
    expect((await found('zh', '茶馆')).series[0]?.title).toBe('茶馆故事')

    const phone = phoneOf('en')
    const counts = await askAs(phone, filmGenresOf, { devid: phone.devid })
    const horror = counts.genres.find(({ value }) => value === 'horror')?.count
    const films = await listed('en', { genres: ['horror'] })
    expect(films.total).toBe(horror)
    expect(films.data.map(({ title }) => title)).toContain('Nosferatu')
    expect((await listed('en', { regions: ['CN'], year_to: 1949 })).data.map(({ title }) => title).toSorted()).toEqual([
      'Princess Iron Fan',
      'Spring in a Small Town',
      'Street Angel',
      'The Goddess',
    ])
    expect((await listed('en', { kind: 'series' })).total).toBe(Object.keys(filmFolder.series).length)
    await askAs(phone, saveFavorite, { devid: phone.devid, id: await idOf('en', 'Sintel'), is_favorite: true })
    expect((await listed('en', { favorite: true })).data.map(({ title }) => title)).toEqual(['Sintel'])
  })

  test('a wrong one is mended by hand, all sure ones are accepted at once, and both can be undone', async () => {
    const phone = phoneOf('en')
    const { devsn, devid } = phone
    const unclear = async () => askAs.act(phone, filmsUnidentified, { devsn, data: {} })
    const before = filmsUnidentified.output.parse((await unclear()).data)
    const names = before.data.map(({ file_name }) => file_name)
    for (const name of Object.values(filmFolder.unclear)) expect(names).toContain(name)
    const harbour = before.data.find(({ file_name }) => file_name === filmFolder.unclear.noYear)
    expect(harbour?.candidates.length).toBe(3)
    expect(harbour?.candidates.map(({ title }) => title)).toContain('The Harbour')

    const mended = await askAs.act(phone, filmIdentify, { devsn, data: { id: harbour?.id ?? '', tmdb: 'movie/90003' } })
    expect(mended).toMatchObject({ code: 200, data: { identified: 'person', tmdb: 'movie/90003', year: 1987, can_undo: true } })
    await until('the cloud shows it', async () => {
      const film = await askAs(phone, filmDetail, { devid, id: harbour?.id ?? '' })
      return film.identified === 'person' && film.year === 1987
    })
    expect(await askAs.act(phone, filmsUndo, { devsn, data: { id: harbour?.id ?? '' } })).toMatchObject({
      code: 200,
      data: { undone: 1 },
    })

    const swept = filmsAccept.output.parse((await askAs.act(phone, filmsAccept, { devsn, data: { min_score: 0.6 } })).data)
    expect(swept.accepted).toBeGreaterThanOrEqual(3)
    const undone = await askAs.act(phone, filmsUndo, { devsn, data: { sweep_id: swept.sweep_id } })
    expect(undone).toMatchObject({ code: 200, data: { undone: swept.accepted } })
    const after = filmsUnidentified.output.parse((await unclear()).data)
    expect(after.counts.all).toBe(before.counts.all)

    const sintel = await idOf('en', 'Sintel')
    expect(await askAs.act(phone, filmForget, { devsn, data: { id: sintel } })).toMatchObject({
      code: 200,
      data: { identified: 'no' },
    })
    expect(await askAs.act(phone, filmMatch, { devsn, data: { id: sintel } })).toMatchObject({
      code: 200,
      data: { name_title: 'Sintel', can_undo: true },
    })
    expect(await askAs.act(phone, filmsUndo, { devsn, data: { id: sintel } })).toMatchObject({ data: { undone: 1 } })
  })

  test('a film that is deleted can be put back with its id and identity; without the box and the database all is still shown', async () => {
    const phone = phoneOf('en')
    const { devsn, devid } = phone
    const id = await idOf('en', 'Charade')
    expect(await askAs.act(phone, filmDelete, { devsn, data: { id } })).toMatchObject({
      code: 200,
      data: { title: 'Charade', files: 2 },
    })
    await until('it is gone', async () => (await listed('en')).total === filmFolder.films - 1)
    const [entry] = binList.output.parse((await askAs.act(phone, binList, { devsn, data: {} })).data).data
    expect(await askAs.act(phone, binRestore, { devsn, data: { id: entry?.id ?? '' } })).toMatchObject({ code: 200 })
    await until('it is back', async () => (await listed('en')).total === filmFolder.films)
    await until('both its files are back', async () => (await askAs(phone, filmDetail, { devid, id })).files.length === 2)
    expect(await askAs(phone, filmDetail, { devid, id })).toMatchObject({
      title: 'Charade',
      identified: 'auto',
      ids: { tmdb: 'movie/4808' },
    })

    database.fail('away')
    await world.killStation()
    await until('the box is off', async () => (await askAs(phone, checkOnline, { devid })).online === 0)
    const films = await listed('en')
    expect([films.total, films.stale_at === null]).toEqual([filmFolder.films, false])
    expect((await found('zh', 'xczc')).films[0]?.title).toBe('小城之春')
    expect((await askAs(phone, filmDetail, { devid, id })).files).toHaveLength(2)
  })
})
