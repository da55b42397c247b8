/** NFO files of all kinds, and those that are refused. */
import { expect, it } from 'vitest'
import { maxNfoBytes, readNfo } from './read-nfo.ts'

const facts = (text: string) => readNfo(Buffer.from(text))?.facts

const kodi = `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>
<!-- written by a media manager -->
<movie>
  <title>The Harbour</title><originaltitle>Le Port</originaltitle><sorttitle>Harbour, The</sorttitle>
  <ratings>
    <rating name="themoviedb" max="10"><value>7.3</value><votes>1,204</votes></rating>
    <rating name="metacritic" max="100" default="true"><value>81</value><votes>12</votes></rating>
  </ratings>
  <set><name>Harbour Collection</name><overview>x</overview></set>
  <plot>Salt &amp; wind.&#x20;Rain&nbsp;&foo; falls.</plot>
  <runtime>136</runtime>
  <uniqueid type="imdb">tt0133093</uniqueid><uniqueid type="tmdb" default="true">603</uniqueid>
  <genre>Science Fiction</genre><genre>剧情 / Noir</genre>
  <country>Hong Kong</country><country>United States of America</country>
  <credits>Ann Writer</credits><director>Zhang San</director>
  <premiered>1999-03-30</premiered>
  <actor><name>Mary Star</name><role>Captain</role><order>0</order><thumb>https://example.org/a.jpg</thumb></actor>
  <actor><role>nobody</role></actor>
</movie>`

it('a film as Kodi writes it', () => {
  expect(facts(kodi)).toMatchObject({
    ids: { tmdb: 'movie/603', imdb: 'tt0133093', douban: '' },
    original_title: 'Le Port',
    texts: {
      en: { title: 'The Harbour', overview: 'Salt & wind. Rain &foo; falls.', collection: 'Harbour Collection' },
      zh: { title: '', overview: '', collection: '' },
    },
    year: 1999,
    runtime_ms: 136 * 60_000,
    rating: 8.1,
    votes: 12,
    genres: ['science-fiction', 'drama', 'Noir'],
    region: 'HK',
  })
  expect(facts(kodi)?.people.map(({ name, job, role }) => [name, job, role])).toEqual([
    ['Zhang San', 'director', ''],
    ['Ann Writer', 'writer', ''],
    ['Mary Star', 'cast', 'Captain'],
  ])
})

it('a series with the older forms of id and rating, and names of its seasons', () => {
  const series = facts(`junk before<tvshow><title>海港</title><id>tt7654321</id><tmdbid>1399</tmdbid><doubanid>1291843</doubanid>
    <rating>8,4</rating><votes>2 000</votes><year>2010</year><runtime>45 min</runtime><country>中国大陆</country>
    <namedseason number="1">起航</namedseason></tvshow>
    https://www.themoviedb.org/tv/999`)
  expect(series).toMatchObject({
    ids: { tmdb: 'tv/1399', imdb: 'tt7654321', douban: '1291843' },
    texts: { zh: { title: '海港' } },
    rating: 8.4,
    votes: 2000,
    year: 2010,
    runtime_ms: 45 * 60_000,
    region: 'CN',
    season_titles: { 1: { zh: '起航', en: '' } },
  })
})

it.each([
  ['https://www.themoviedb.org/movie/603-the-matrix?language=zh-CN', { tmdb: 'movie/603' }],
  ['See http://www.imdb.com/title/tt0133093/ for more', { imdb: 'tt0133093' }],
  ['https://movie.douban.com/subject/1291843/', { douban: '1291843' }],
  ['http://us.imdb.com/Title?0133093', { imdb: 'tt0133093' }],
  ['https://www.tmdb.org/movie/603', { tmdb: 'movie/603' }],
  ['tt0133093\n', { imdb: 'tt0133093' }],
  ['Fatt1234567 is no id', undefined],
  ['<movie><title></title></movie>\nhttps://www.themoviedb.org/tv/1399', { tmdb: 'tv/1399' }],
])('a bare address: %s', (text, ids) => {
  if (ids) expect(facts(text)?.ids).toMatchObject(ids)
  else expect(facts(text)).toBeUndefined()
})

it('several episodes in one file', () => {
  const nfo = readNfo(
    Buffer.from(
      `<episodedetails><title>One</title><season>1</season><episode>3</episode><aired>2011-04-17</aired><plot>a</plot></episodedetails>
       <episodedetails><title>二</title><season>1</season><episode>4</episode></episodedetails>`,
    ),
  )
  expect(nfo?.facts).toBeUndefined()
  expect(
    nfo?.episodes.map(({ season, episode, facts: { texts, air_date } }) => [
      season,
      episode,
      texts.en.title,
      texts.zh.title,
      air_date,
    ]),
  ).toEqual([
    [1, 3, 'One', '', '2011-04-17'],
    [1, 4, '', '二', ''],
  ])
})

it('all encodings', () => {
  const text = '<movie><title>海港</title><year>2016</year></movie>'
  const gbk = Buffer.concat([
    Buffer.from('<movie><title>'),
    Buffer.from([0xba, 0xa3, 0xb8, 0xdb]),
    Buffer.from('</title></movie>'),
  ])
  const utf16 = Buffer.from(text, 'utf16le')
  const all = [
    Buffer.from(`\uFEFF${text}`),
    utf16,
    Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
    Buffer.from(utf16).swap16(),
    gbk,
  ]
  expect(all.map((bytes) => readNfo(bytes)?.facts?.texts.zh.title)).toEqual(all.map(() => '海港'))
})

it('what is broken still says what it can', () => {
  expect(facts('<movie><title>The Harbour</title><plot>a < b & c<year>2016</year>')).toMatchObject({
    texts: { en: { title: 'The Harbour' } },
  })
  expect(facts('<movie><title>A</title><runtime>long</runtime><rating>many</rating><year>soon</year></movie>')).toMatchObject({
    runtime_ms: null,
    rating: null,
    year: null,
  })
  expect(facts('no film at all')).toBeUndefined()
})

it('a file that is nested without end is not read to its end, which would take minutes', () => {
  expect(facts(`<movie>${'<a>'.repeat(300_000)}x`)).toBeUndefined()
})

it('large ones and those with entities of their own are refused', () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE movie [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><movie><title>&b;</title></movie>`
  expect(readNfo(Buffer.from(bomb))).toBeUndefined()
  expect(readNfo(Buffer.from('<!DOCTYPE movie SYSTEM "file:///etc/passwd" [ ]><movie><title>x</title></movie>'))).toBeUndefined()
  expect(readNfo(Buffer.alloc(maxNfoBytes + 1, 'x'))).toBeUndefined()
  // P43: each sign of the other megabyte is read once.
  expect(readNfo(Buffer.from('<!DOCTYPE'.repeat(110_000)))).toMatchObject({ episodes: [] })
  expect(facts('<!DOCTYPE movie><movie><title>Plain</title></movie>')).toMatchObject({ texts: { en: { title: 'Plain' } } })
})

it.each([
  ['<uniqueid type="imdb">1375666</uniqueid>', 'tt1375666'],
  ['<uniqueid type="imdb" default="true">tt1375666</uniqueid>', 'tt1375666'],
  ['<uniqueid type="IMDB"> 111161 </uniqueid>', 'tt0111161'],
  ['<imdbid>1375666</imdbid>', 'tt1375666'],
  ['<imdb_id>0111161</imdb_id>', 'tt0111161'],
  ['<id IMDB="1375666">27205</id>', 'tt1375666'],
  ['<id>27205</id>', ''],
  ['<uniqueid type="imdb">none</uniqueid>', ''],
  ['<uniqueid default="true">tt1375666</uniqueid>', 'tt1375666'],
  ['<uniqueid type="tmdb">tt1375666</uniqueid>', 'tt1375666'],
  ['<ids><entry><key>imdb</key><value>tt1375666</value></entry></ids>', 'tt1375666'],
])('an id of IMDb counts with its letters and without: %s', (element, imdb) => {
  expect(facts(`<movie><title>The Harbour</title>${element}</movie>`)?.ids.imdb).toBe(imdb)
})

it('entities of HTML are letters, also written twice; signs that no screen shows are left out', () => {
  const text = '<movie><title>Caf&eacute;&#7; &amp;Eacute;t&eacute;&hellip;</title><plot>a&nbsp;&mdash;&bogus; b</plot></movie>'
  expect(facts(text)?.texts.en).toMatchObject({ title: 'Café Été…', overview: 'a —&bogus; b' })
})

it.each([
  ['<year>0</year><premiered>1999-03-30</premiered>', { year: 1999 }],
  ['<runtime>1h30</runtime>', { runtime_ms: 90 * 60_000 }],
  ['<runtime>2 h 16 min</runtime>', { runtime_ms: 136 * 60_000 }],
  ['<runtime>2 h (120 min)</runtime>', { runtime_ms: 120 * 60_000 }],
  ['<uniqueid type="themoviedb">603</uniqueid>', { ids: { tmdb: 'movie/603' } }],
])('a value that says nothing gives way to the next, and lengths are read as people write them: %s', (element, expected) => {
  expect(facts(`<movie><title>The Harbour</title>${element}</movie>`)).toMatchObject(expected)
})

it('an empty title leaves it to the name of the file, the rest counts', () => {
  const text = `<movie><title></title><originaltitle>Le Port</originaltitle><plot>Ships.</plot>
    <ratings><rating name="imdb" max="10" default="true"><value>8.8</value><votes>12</votes></rating></ratings></movie>`
  expect(facts(text)).toMatchObject({
    texts: { zh: { title: '' }, en: { title: '', overview: 'Ships.' } },
    original_title: 'Le Port',
    rating: 8.8,
  })
})

it('a music video says what a film says', () => {
  const text = '<musicvideo><title>Harbour Song</title><year>1984</year><genre>Music</genre><director>A B</director></musicvideo>'
  expect(facts(text)).toMatchObject({ texts: { en: { title: 'Harbour Song' } }, year: 1984, people: [{ name: 'A B' }] })
})

it('names with a prefix are the names behind it, in elements and attributes', () => {
  const text = `<?xml version="1.0"?><kodi:movie xmlns:kodi="urn:kodi"><kodi:title>The Harbour</kodi:title><kodi:year>1999</kodi:year>
    <kodi:uniqueid kodi:type="tmdb">603</kodi:uniqueid><kodi:actor><kodi:name>Mary Star</kodi:name></kodi:actor></kodi:movie>`
  expect(facts(text)).toMatchObject({ ids: { tmdb: 'movie/603' }, texts: { en: { title: 'The Harbour' } }, year: 1999 })
  expect(facts(text)?.people.map(({ name }) => name)).toEqual(['Mary Star'])
  const episode = readNfo(
    Buffer.from('<ns0:episodedetails><ns0:season>2</ns0:season><ns0:episode>5</ns0:episode></ns0:episodedetails>'),
  )
  expect(episode?.episodes).toMatchObject([{ season: 2, episode: 5 }])
})

it.each([
  ['<tvshow><title>The Lamplighters</title><uniqueid type="tvdb" default="true">291001</uniqueid></tvshow>', '291001'],
  ['<tvshow><tvdbid>291001</tvdbid></tvshow>', '291001'],
  ['<tvshow><title>The Lamplighters</title></tvshow>\nhttps://thetvdb.com/?tab=series&id=291001', '291001'],
  ['https://www.thetvdb.com/dereferrer/series/291001', '291001'],
  ['<tvshow><uniqueid type="tvdb">the-lamplighters</uniqueid><title>x</title></tvshow>', ''],
  // TheTVDB counts films apart from series, and the database finds none by it.
  ['<movie><title>The Harbour</title><uniqueid type="tvdb">291001</uniqueid></movie>', ''],
])('an id of TheTVDB is a series’: %s', (text, tvdb) => {
  expect(facts(text)?.ids.tvdb).toBe(tvdb)
})
