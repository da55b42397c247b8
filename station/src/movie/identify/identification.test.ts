/** Films are identified in the background: only where it is certain, in both languages, and whatever the film database does. */
import { existsSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pictureOf } from '../../../../testing/film-database/pictures.ts'
import { openTestIdentification, type TestIdentification } from '../../testing/identification.ts'
import { until } from '../../../../testing/until.ts'

let box: TestIdentification
beforeEach(async () => {
  box = await openTestIdentification()
})
afterEach(async () => {
  expect(box.library.faults).toEqual([])
  await box.stop()
})

describe('a film whose title and year agree', () => {
  it('has its facts in both languages, its people, collection and pictures, which go to the cloud', async () => {
    await box.add('The.Harbour.2016.1080p.BluRay.x264-GRP.mkv')
    box.wake()
    await box.searched('The Harbour')
    const { source, is_settled, facts } = (await box.identityOf('The Harbour')) ?? {}
    expect({ source, is_settled }).toEqual({ source: 'auto', is_settled: 0 })
    expect(facts).toMatchObject({
      ids: { tmdb: 'movie/90001', imdb: 'tt1090001' },
      texts: {
        zh: { title: '港湾', overview: '港湾：中文剧情。', collection: '港湾系列' },
        en: { title: 'The Harbour', overview: 'The Harbour: a plot in English.', collection: 'The Harbour Collection' },
      },
      year: 2016,
      rating: 7.4,
      genres: ['drama', 'crime'],
      region: 'GB',
      collection_id: 'tmdb:900',
    })
    expect(facts.people.filter(({ photo }: { photo: string }) => photo !== '')).toHaveLength(12)
    for (const picture of [facts.poster, facts.backdrop, facts.people[0].photo]) {
      const path = await box.library.movies.posterPath(picture)
      expect(existsSync(path ?? '')).toBe(true)
      expect([...readFileSync(path ?? '').subarray(0, 2)]).toEqual([0xff, 0xd8])
      expect(await box.library.movies.store.unsent('zh', 99)).toContain(picture)
    }
  })

  it('is found under a Chinese name, a traditional one, one with both, and by an id in the name', async () => {
    await box.add(
      '琥珀灯笼.2012.1080p.mkv',
      '铁扇公主 (1941).mkv',
      '大都会.Metropolis.1927.BluRay.mkv',
      'Some Wrong Name {tmdb-90010}.mkv',
      'Another Name [tt0063350].mkv',
    )
    box.wake()
    await box.searched('琥珀灯笼', '铁扇公主', '大都会', 'Some Wrong Name', 'Another Name')
    const keys = await Promise.all(
      ['琥珀灯笼', '铁扇公主', '大都会', 'Some Wrong Name', 'Another Name'].map(async (title) => {
        const identity = await box.identityOf(title)
        return [identity?.source, identity?.facts.ids.tmdb]
      }),
    )
    expect(keys).toEqual([
      ['auto', 'movie/90006'],
      ['auto', 'movie/31412'],
      ['auto', 'movie/19'],
      ['auto', 'movie/90010'],
      ['auto', 'movie/10331'],
    ])
  })

  it('keeps its Chinese name where the database has no Chinese title, and shows the other one where it has none of its own', async () => {
    await box.add('The.Quiet.Engine.2014.mkv')
    box.wake()
    await box.searched('The Quiet Engine')
    expect((await box.identityOf('The Quiet Engine'))?.facts).toMatchObject({
      texts: { zh: { title: 'The Quiet Engine', overview: '' }, en: { title: 'The Quiet Engine' } },
      rating: null,
      poster: '',
    })
  })
})

describe('what is not certain', () => {
  it('stays unidentified with its best three, the best first, and their directors', async () => {
    await box.add('Harbour.mkv', 'The Harbour.mkv', 'Glass.Orchard.2020.mkv', 'M (1931).mkv')
    box.wake()
    await box.searched('Harbour', 'The Harbour', 'Glass Orchard', 'M')
    const of = async (title: string) => {
      const identity = await box.identityOf(title)
      return {
        source: identity?.source,
        best: identity?.candidates.map(({ tmdb, level, reason }: Record<string, string>) => [tmdb, level, reason]),
      }
    }
    expect(await of('The Harbour')).toEqual({
      source: 'no',
      best: [
        ['movie/90001', 'likely', 'title_no_year'],
        ['movie/90003', 'likely', 'title_no_year'],
        ['movie/90002', 'maybe', 'title_in_part'],
      ],
    })
    expect((await of('Harbour')).best?.[0]).toEqual(['movie/90001', 'maybe', 'title_in_part'])
    expect((await of('Glass Orchard')).best).toEqual([
      ['movie/90010', 'likely', 'title_other_year'],
      ['movie/90011', 'maybe', 'title_in_part'],
    ])
    expect((await of('M')).source).toBe('auto')
    const first = (await box.identityOf('The Harbour'))?.candidates[0]
    expect(first).toMatchObject({ director: 'Ada Winters', texts: { zh: { title: '港湾' } } })
    expect(existsSync((await box.library.movies.posterPath(first.poster)) ?? '')).toBe(true)
  })

  it('two of one title and year are not told apart by themselves', async () => {
    await box.add('The.Long.Field.2001.mkv')
    box.wake()
    await box.searched('The Long Field')
    const identity = await box.identityOf('The Long Field')
    expect(identity).toMatchObject({ source: 'no', candidates: [{ level: 'sure' }, { level: 'sure' }] })
  })

  it('a title of another country with its year is likely, not certain', async () => {
    await box.add('江河謠.1998.mkv')
    box.wake()
    await box.searched('江河謠')
    expect(await box.identityOf('江河謠')).toMatchObject({
      source: 'no',
      candidates: [{ tmdb: 'movie/90007', level: 'likely', reason: 'other_title_and_year' }],
    })
  })
})

it('a film that is named behind its collection is proposed, and left to a person', async () => {
  const titles = ['Captain Salt 007 - The Harbour', 'Captain Salt 3 The Harbour', 'Captain Salt - The Harbour']
  await box.add(...titles.map((title) => `${title} (2016).mkv`))
  box.wake()
  await box.searched(...titles)
  const identities = await Promise.all(titles.map((title) => box.identityOf(title)))
  expect(identities.map((one) => [one?.source, one?.candidates[0]?.tmdb])).toEqual(titles.map(() => ['no', 'movie/90001']))
})

describe('the background search', () => {
  it('asks nothing again about a film for a month, and again once its name changes', async () => {
    await box.add('No.Such.Film.2011.mkv')
    box.wake()
    await box.searched('No Such Film')
    const count = box.server.requests.length
    expect(count).toBeGreaterThan(0)
    box.skip(29 * 86_400_000)
    box.wake()
    await box.idle()
    expect(box.server.requests).toHaveLength(count)
    const renamed = { title: 'The General', year: 1926 }
    await box.library.db.updateTable('movie_film').set(renamed).where('title', '=', 'No Such Film').execute()
    box.wake()
    await until('it is identified under its new name', async () => (await box.identityOf('The General'))?.source === 'auto')
  })

  it('P38: without a key nothing is asked', async () => {
    await box.stop()
    box = await openTestIdentification({ key: '' })
    await box.add('The.Harbour.2016.mkv')
    box.wake()
    await box.idle()
    expect(box.server.requests).toEqual([])
    expect(await box.identityOf('The Harbour')).toBeUndefined()
  })

  it.each(['away', 500, 'garbage', 401, 429] as const)(
    'P38: a database that answers %s holds nothing up, and films are identified once it is back',
    async (fault) => {
      box.server.fail(fault)
      await box.add('The.Harbour.2016.mkv')
      expect(await box.library.titles()).toEqual(['The Harbour'])
      box.wake()
      await box.idle()
      expect(box.server.requests.length).toBeGreaterThan(0)
      expect(await box.identityOf('The Harbour')).toBeUndefined()
      box.server.recover()
      box.skip(2 * 3_600_000)
      // A restart tries at once.
      await box.restart()
      box.wake()
      await box.searched('The Harbour')
      expect((await box.identityOf('The Harbour'))?.source).toBe('auto')
    },
  )

  it('P33: a picture that is a bomb, or none, is left out, and the film is identified', async () => {
    const bomb = Buffer.from('ffd8ffc0001108fafafafa03011100021100031100', 'hex')
    box.server.putPicture('poster-movie-90001.jpg', bomb)
    // A sound one, with more pixels a side than are allowed.
    box.server.putPicture('backdrop-movie-90001.jpg', pictureOf('backdrop-large.png', 'w5200'))
    box.server.putPicture('person-501.jpg', Buffer.from('<svg/>'))
    await box.add('The.Harbour.2016.mkv')
    box.wake()
    await box.searched('The Harbour')
    const identity = await box.identityOf('The Harbour')
    expect(identity?.source).toBe('auto')
    expect([identity?.facts.poster, identity?.facts.backdrop, identity?.facts.people[0].photo]).toEqual(['', '', ''])
    expect(identity?.facts.people[2].photo).not.toBe('')
  })

  it('films on the screen come first', async () => {
    await box.add('Winter.Radio.2013.mkv', 'Salt.Road.2005.mkv', 'Two.Rivers.1995.mkv', 'Blind.Alley.1950.mkv')
    const id = await box.idOf('Winter Radio')
    const others = ['Salt Road', 'Two Rivers', 'Blind Alley']
    for (const [at, title] of others.entries())
      await box.library.db
        .updateTable('movie_film')
        .set({ added_at: 2_000_000_000_000 + at })
        .where('film_id', '=', await box.idOf(title))
        .execute()
    box.lookAt([id])
    await box.searched('Winter Radio', ...others)
    const order = await box.library.db.selectFrom('movie_identity').select('film_id').orderBy('searched_at').execute()
    expect(order[0]?.film_id).toBe(id)
  })

  it('an NFO’s id brings what it left empty, and what it says stays', async () => {
    await box.add('Some.Film.mkv')
    const film_id = await box.idOf('Some Film')
    const facts = { ids: { tmdb: 'movie/90017', imdb: '', douban: '' }, year: 1999, texts: texts('', 'My own title') }
    await box.library.db
      .insertInto('movie_identity')
      .values({
        film_id,
        source: 'nfo',
        is_settled: 0,
        facts: JSON.stringify(facts),
        candidates: '[]',
        score: 0,
        searched_name: '',
        searched_at: 0,
      })
      .execute()
    box.wake()
    await box.searched('Some Film')
    expect(await box.identityOf('Some Film')).toMatchObject({
      source: 'nfo',
      facts: { year: 1999, rating: 7.9, texts: { en: { title: 'My own title' }, zh: { title: '尘埃轨道' } } },
    })
  })

  it('a series is found by an NFO’s id of TheTVDB alone', async () => {
    await box.add('Lamps (2015)/Lamps.S01E01.mkv')
    const film_id = await box.idOf('Lamps')
    const row = { film_id, source: 'nfo' as const, is_settled: 0, candidates: '[]', score: 0, searched_name: '', searched_at: 0 }
    const facts = JSON.stringify({ ids: { tmdb: '', imdb: '', douban: '', tvdb: '291001' } })
    await box.library.db
      .insertInto('movie_identity')
      .values({ ...row, facts })
      .execute()
    box.wake()
    await box.searched('Lamps')
    expect(await box.identityOf('Lamps')).toMatchObject({
      source: 'nfo',
      facts: { ids: { tmdb: 'tv/91001', tvdb: '291001' }, texts: { zh: { title: '点灯人' } } },
    })
  })

  it('a series has titles of its seasons, and texts and stills of the episodes on the box', async () => {
    const numbers = ['S01E01', 'S01E02', 'S02E04', 'S02E99']
    await box.add(...numbers.map((number) => `The Lamplighters (2015)/The.Lamplighters.${number}.mkv`))
    box.wake()
    await box.searched('The Lamplighters')
    await until('its episodes are known', async () => (await episodeRows()).length === 4)
    await until(
      'its seasons have titles',
      async () => (await box.identityOf('The Lamplighters'))?.facts.season_titles['1'] !== undefined,
    )
    expect(await box.identityOf('The Lamplighters')).toMatchObject({
      source: 'auto',
      facts: { ids: { tmdb: 'tv/91001' }, year_end: 2016, season_titles: { 1: { zh: '第一个冬天', en: 'The First Winter' } } },
    })
    const rows = await episodeRows()
    const first = JSON.parse(rows[0]?.facts ?? '{}')
    expect(first).toMatchObject({ texts: { zh: { title: '灯1' }, en: { title: 'Lamp 1' } }, air_date: '2015-01-12' })
    expect(existsSync((await box.library.movies.posterPath(first.still)) ?? '')).toBe(true)
    expect(JSON.parse(rows[3]?.facts ?? '{}')).toMatchObject({ texts: { en: { title: '' } }, still: '' })
    const count = box.server.requests.length
    box.skip(2 * 86_400_000)
    box.wake()
    await box.idle()
    expect(box.server.requests).toHaveLength(count)
  })

  it('an episode that comes after its series was identified has its texts at once, and no season is asked for twice', async () => {
    await box.add('The Lamplighters (2015)/The.Lamplighters.S01E01.mkv', 'The Lamplighters (2015)/The.Lamplighters.S02E01.mkv')
    box.wake()
    await until('the first are known', async () => (await episodeRows()).length === 2)
    await box.idle()
    const count = box.server.requests.length
    await box.add('The Lamplighters (2015)/The.Lamplighters.S01E06.mkv')
    box.wake()
    await until('the other one is known', async () => (await episodeRows()).length === 3)
    await box.idle()
    const [, late] = await episodeRows()
    expect(JSON.parse(late?.facts ?? '{}')).toMatchObject({ texts: { zh: { title: '灯6' }, en: { title: 'Lamp 6' } } })
    // The answer for the season of a moment ago is kept.
    expect(box.server.requests.slice(count).filter(({ path }) => path.includes('/season/'))).toEqual([])
  })
})

const texts = (zh: string, en: string) => ({
  zh: { title: zh, overview: '', collection: '' },
  en: { title: en, overview: '', collection: '' },
})
const episodeRows = () =>
  box.library.db.selectFrom('movie_episode_facts').selectAll().orderBy('season').orderBy('episode').execute()
