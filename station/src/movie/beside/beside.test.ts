/** NFO files and pictures beside films, with real folders and files. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clip, openTestLibrary, tools, type TestLibrary } from '../../testing/library.ts'
import { until } from '../../../../testing/until.ts'
import { episodeRowOf, rowOf } from '../film/to-wire.ts'

let library: TestLibrary
beforeEach(async () => {
  library = await openTestLibrary()
})
afterEach(async () => {
  expect(library.faults).toEqual([])
  await library.stop()
})

const films = async () => (await library.movies.list(99, 0)).data
const film = async (title: string) => (await films()).find((one) => one.title === title)
async function whole(): Promise<boolean> {
  const { is_scanning } = await library.movies.state()
  const isRead = (await library.movies.store.besideChanged({ of: undefined, skipped: [], limit: 1 })).length === 0
  return !is_scanning && isRead && (await library.movies.store.unpictured({ of: undefined, skipped: [], limit: 1 })).length === 0
}
const row = async (id = '') => {
  const one = await library.movies.store.film(id)
  return one && rowOf(one)
}
const episodes = async () =>
  (await library.movies.store.changed(999)).filter(({ kind }) => kind === 'episode').map((one) => episodeRowOf(one))

function write(text: string | Buffer, ...names: string[]): string {
  const path = join(library.root, ...names)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

async function paint(colour: string, size: string, ...names: string[]): Promise<void> {
  const path = write('', ...names)
  const picture = ['-f', 'lavfi', '-i', `color=${colour}:s=${size}`, '-frames:v', '1', '-update', '1']
  execFileSync((await tools).ffmpeg?.path ?? '', ['-v', 'error', '-y', ...picture, path])
}

/** Red, green and blue of the whole picture. */
async function colourOf(id = ''): Promise<number[]> {
  const path = (await library.movies.posterPath(id)) ?? ''
  const pixel = ['-vf', 'scale=1:1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
  return [...execFileSync((await tools).ffmpeg?.path ?? '', ['-v', 'error', '-i', path, ...pixel])]
}
const isRed = ([red = 0, green = 0]: number[]) => red > 200 && green < 60
const isBlue = ([red = 0, , blue = 0]: number[]) => blue > 200 && red < 60

it('an NFO names its film, a changed one anew, and without it the name counts again', async () => {
  library.put(await clip(), 'hrbr.2016.mkv')
  library.put(await clip(), 'Other.2017.mkv')
  const nfo = write(
    '<movie><title>The Harbour</title><year>2015</year><plot>Salt.</plot><genre>Drama</genre></movie>',
    'hrbr.2016.nfo',
  )
  await library.movies.start()
  await until('it is read', async () => (await film('The Harbour')) !== undefined && (await whole()))
  const id = (await film('The Harbour'))?.id
  expect(await row(id)).toMatchObject({
    identified: 'nfo',
    year: 2015,
    overview: 'Salt.',
    genres: ['drama'],
    aliases: ['hrbr'],
    texts: { en: { title: 'The Harbour', overview: 'Salt.' } },
  })
  expect(await film('Other')).toMatchObject({ identified: 'no' })
  writeFileSync(nfo, '<movie><title>The New Harbour</title></movie>')
  await until('it is read again', async () => (await film('The New Harbour'))?.id === id)
  rmSync(nfo)
  await until('its name counts', async () => (await film('hrbr'))?.identified === 'no')
  expect(await film('hrbr')).toMatchObject({ id, year: 2016, overview: '', genres: [] })
})

it('what a person decided stays, whatever an NFO says', async () => {
  library.put(await clip(), 'Harbour.2016.mkv')
  await library.movies.start()
  await until('all is read', whole)
  const id = (await film('Harbour'))?.id ?? ''
  const { identityStore } = await import('../film/identity.store.ts')
  const { FilmFacts } = await import('../film/facts.ts')
  const z = await import('zod/mini')
  const facts = z.parse(FilmFacts, {
    texts: { zh: { title: '海港', overview: '', collection: '' }, en: { title: '', overview: '', collection: '' } },
  })
  const settled = {
    film_id: id,
    source: 'person' as const,
    is_settled: true,
    candidates: [],
    score: 0,
    searched_name: '',
    searched_at: 0,
  }
  await identityStore(library.db).saveIdentity({ ...settled, facts })
  write('<movie><title>Wrong</title></movie>', 'Harbour.2016.nfo')
  await library.movies.sync()
  await until('all is read', whole)
  expect(await films()).toMatchObject([{ title: '海港', identified: 'person' }])
})

it('a series is named by tvshow.nfo, its episodes by their own; pictures of the folder are its own', async () => {
  for (const name of ['S01E01', 'S01E02-E03']) library.put(await clip(), '海港', 'Season 1', `hg.${name}.mkv`)
  library.put(await clip(), '海港', 'Season 2', 'hg.S02E01.mkv')
  write(
    '<tvshow><title>海港往事</title><uniqueid type="tmdb">1399</uniqueid><premiered>2011-01-01</premiered></tvshow>',
    '海港',
    'tvshow.nfo',
  )
  await paint('red', '400x600', '海港', 'poster.jpg')
  await paint('blue', '1280x720', '海港', 'fanart.jpg')
  await paint('blue', '640x360', '海港', 'Season 1', 'hg.S01E01-thumb.jpg')
  write('<episodedetails><title>开始</title><aired>2011-04-17</aired></episodedetails>', '海港', 'Season 1', 'hg.S01E01.nfo')
  write(
    '<episodedetails><title>Two</title><episode>2</episode></episodedetails><episodedetails><title>Three</title><episode>3</episode></episodedetails>',
    '海港',
    'Season 1',
    'hg.S01E02-E03.nfo',
  )
  await library.movies.start()
  await until('it is read', async () => (await film('海港往事')) !== undefined && (await whole()))
  const entry = await film('海港往事')
  expect(entry).toMatchObject({ kind: 'series', identified: 'nfo', year: 2011, seasons: 2 })
  expect((await row(entry?.id))?.ids).toMatchObject({ tmdb: 'tv/1399' })
  expect(isRed(await colourOf(entry?.poster))).toBe(true)
  expect(isBlue(await colourOf(entry?.backdrop))).toBe(true)
  const list = (await episodes()).toSorted((one, other) => one.season - other.season || (one.number ?? 0) - (other.number ?? 0))
  expect(list.map(({ number, title, air_date }) => [number, title, air_date])).toEqual([
    [1, '开始', '2011-04-17'],
    [2, 'Two', ''],
    [1, '', ''],
  ])
  expect(isBlue(await colourOf(list[0]?.still))).toBe(true)
  const { ffprobe } = await tools
  const size = ['-v', 'error', '-show_entries', 'stream=width,height', '-of', 'csv=p=0']
  const still = (await library.movies.posterPath(list[2]?.still ?? '')) ?? ''
  expect(
    execFileSync(ffprobe?.path ?? '', [...size, still])
      .toString()
      .trim(),
  ).toBe('640,360')
})

it('a poster that comes later takes the place of the frame; pictures of a folder with several films are nobody’s', async () => {
  library.put(await clip(), 'Harbour (2016)', 'Harbour.2016.mkv')
  library.put(await clip(), 'Both', 'One.2016.mkv')
  library.put(await clip({ seconds: 2 }), 'Both', 'Two.2017.mkv')
  await paint('red', '400x600', 'Both', 'folder.jpg')
  await library.movies.start()
  await until('all is read', whole)
  const before = await film('Harbour')
  expect(isRed(await colourOf((await film('One'))?.poster))).toBe(false)
  await paint('red', '400x600', 'Harbour (2016)', 'poster.png')
  await until('it is made', async () => (await film('Harbour'))?.poster !== before?.poster && (await whole()))
  expect(isRed(await colourOf((await film('Harbour'))?.poster))).toBe(true)
})

it('a picture that unpacks to gigabytes is left out', async () => {
  library.put(await clip(), 'Harbour.2016.mkv')
  // ffmpeg refuses larger ones by itself.
  write(bomb(16_000), 'Harbour.2016-poster.png')
  await library.movies.start()
  await until('all is read', whole)
  const { poster } = (await film('Harbour')) ?? {}
  expect(poster).not.toBe('')
  // A frame of the test film, not the black picture.
  expect(Math.max(...(await colourOf(poster)))).toBeGreaterThan(50)
})

it('an NFO that is refused is named once, and the film keeps its name', async () => {
  library.put(await clip(), 'Harbour.2016.mkv')
  write(Buffer.alloc(3 * 1024 * 1024, '<movie><title>Wrong</title></movie>'), 'Harbour.2016.nfo')
  await library.movies.start()
  await until('all is read', whole)
  await library.movies.sync()
  await until('all is read', whole)
  expect(await library.titles()).toEqual(['Harbour'])
  expect(library.printed.filter((line) => line.includes('Harbour.2016.nfo'))).toHaveLength(1)
})

/** A black picture of one bit a point: small packed, gigabytes as colours. */
function bomb(side: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 1
  const lines = deflateSync(Buffer.alloc((1 + Math.ceil(side / 8)) * side))
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([mark, chunk('IHDR', head), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))])
}
