/** NFO and pictures beside films: only where it is allowed, over nothing that others wrote, through no link. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, watch, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { filmIdentify } from '@homeport/contract/movie/identify.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestIdentification, type TestIdentification } from '../../testing/identification.ts'
import { until } from '../../../../testing/until.ts'
import { identityStore } from '../film/identity.store.ts'
import { createFilmWriter } from './write-film.ts'
import { writtenFilmQueries } from './written-film.query.ts'

let box: TestIdentification
beforeEach(async () => {
  box = await openTestIdentification()
})
afterEach(async () => {
  expect(box.library.faults).toEqual([])
  await box.stop()
})

const parts = { add: async (_path: string) => {}, leave: async (path: string) => rmSync(path, { force: true }) }
function writer(isAllowed = true, keptParts = parts) {
  const { db, folder } = box.library
  const queries = { films: writtenFilmQueries(db), identities: identityStore(db) }
  return createFilmWriter({ ...queries, folder: join(folder, 'station'), isAllowed, parts: keptParts })
}
const names = (folder: string) => readdirSync(join(box.library.root, folder)).toSorted()
const text = (path: string) => readFileSync(join(box.library.root, path), 'utf8')
const once = { overwrite: false, lang: 'zh' as const }

async function identified(path: string, title: string, tmdb: string): Promise<string> {
  await box.add(path)
  const id = await box.idOf(title)
  await box.act(filmIdentify, { id, tmdb })
  await box.searched(title)
  return id
}

it('writes an NFO, a poster and a backdrop in the language of the realm, and its own again', async () => {
  const id = await identified('Harbour/The.Harbour.2016.mkv', 'The Harbour', 'movie/90001')
  const files = await writer().write(id, once)
  expect(files.toSorted()).toEqual([
    'Harbour/The.Harbour.2016-fanart.jpg',
    'Harbour/The.Harbour.2016-poster.jpg',
    'Harbour/The.Harbour.2016.nfo',
  ])
  const nfo = text('Harbour/The.Harbour.2016.nfo')
  for (const line of [
    '<movie>',
    '<title>港湾</title>',
    '<originaltitle>The Harbour</originaltitle>',
    '<year>2016</year>',
    '<plot>港湾：中文剧情。</plot>',
    '<runtime>108</runtime>',
    '<rating name="themoviedb" max="10" default="true">',
    '<value>7.4</value>',
    '<name>港湾系列</name>',
    '<uniqueid type="tmdb" default="true">90001</uniqueid>',
    '<uniqueid type="imdb">tt1090001</uniqueid>',
    '<director>Ada Winters</director>',
    '<role>Role 1</role>',
  ])
    expect(nfo).toContain(line)
  const poster = readFileSync(join(box.library.root, 'Harbour/The.Harbour.2016-poster.jpg'))
  expect(createHash('sha256').update(poster).digest('hex')).toBe((await box.identityOf('The Harbour'))?.facts.poster)
  await writer().write(id, { overwrite: false, lang: 'en' })
  expect(text('Harbour/The.Harbour.2016.nfo')).toContain('<title>The Harbour</title>')
  expect(names('Harbour')).toHaveLength(4)
})

it('P37: each file that it writes is remembered before it is there, and named once it is whole: a kill leaves none', async () => {
  const id = await identified('Harbour/The.Harbour.2016.mkv', 'The Harbour', 'movie/90001')
  const remembered = new Set<string>()
  const add = async (path: string) => {
    expect(existsSync(path)).toBe(false)
    remembered.add(path)
  }
  const leave = async (path: string) => {
    expect([remembered.delete(path), basename(path).startsWith('.homeport-part-')]).toEqual([true, true])
    rmSync(path, { force: true })
  }
  const seen = new Set<string>()
  const watcher = watch(join(box.library.root, 'Harbour'), (_, name) => seen.add(String(name)))
  const files = await writer(true, { add, leave }).write(id, once)
  await until('what was written is seen', () => seen.has('The.Harbour.2016-fanart.jpg'))
  watcher.close()
  expect([files.length, remembered.size]).toEqual([3, 0])
  // Nothing is written under another name.
  expect([...seen].filter((name) => !name.startsWith('.homeport-part-')).toSorted()).toEqual(
    files.map((file) => basename(file)).toSorted(),
  )
})

it('is refused without the setting, for a film of which only the name is known, and for none', async () => {
  await box.add('Some.Film.mkv')
  const id = await box.idOf('Some Film')
  await expect(writer(false).write(id, once)).rejects.toMatchObject({ code: Code.notAllowed, data: { reason: 'off' } })
  await expect(writer().write(id, once)).rejects.toMatchObject({ code: Code.notAllowed, data: { reason: 'unidentified' } })
  await expect(writer().write('none', once)).rejects.toMatchObject({ code: Code.notFound })
})

it('writes over no file of others, and then nothing at all, unless it is asked to', async () => {
  const id = await identified('Harbour/The.Harbour.2016.mkv', 'The Harbour', 'movie/90001')
  const others = join(box.library.root, 'Harbour', 'The.Harbour.2016-poster.jpg')
  writeFileSync(others, 'a picture of somebody')
  await expect(writer().write(id, once)).rejects.toMatchObject({
    code: Code.notAllowed,
    data: { reason: 'exists', file: 'The.Harbour.2016-poster.jpg' },
  })
  expect(names('Harbour')).toEqual(['The.Harbour.2016-poster.jpg', 'The.Harbour.2016.mkv'])
  await writer().write(id, { ...once, overwrite: true })
  expect(names('Harbour')).toHaveLength(4)
  expect(readFileSync(others).length).toBeGreaterThan(1_000)
})

it('P35: goes through no link and replaces none', async () => {
  const id = await identified('Harbour/The.Harbour.2016.mkv', 'The Harbour', 'movie/90001')
  const { root, folder } = box.library
  const outside = join(folder, 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'secret'), 'kept')
  symlinkSync(join(outside, 'secret'), join(root, 'Harbour', 'The.Harbour.2016.nfo'))
  await expect(writer().write(id, { ...once, overwrite: true })).rejects.toMatchObject({ data: { reason: 'exists' } })
  renameSync(join(root, 'Harbour'), join(outside, 'Harbour'))
  symlinkSync(join(outside, 'Harbour'), join(root, 'Harbour'))
  await expect(writer().write(id, { ...once, overwrite: true })).rejects.toMatchObject({ data: { reason: 'read_only' } })
  expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('kept')
  expect(readdirSync(join(outside, 'Harbour')).toSorted()).toEqual(['The.Harbour.2016.mkv', 'The.Harbour.2016.nfo'])
})

it('P30: what was typed is text in the NFO, whatever it holds', async () => {
  await box.add('Some.Film.mkv')
  const id = await box.idOf('Some Film')
  await box.act(filmIdentify, { id, title: '</title><a&b>\u0000\n“x”', year: 1950 })
  await writer().write(id, once)
  expect(text('Some.Film.nfo')).toContain('<title>&lt;/title&gt;&lt;a&amp;b&gt;&#10;“x”</title>')
})

it('a series has its NFO in its folder, and one for each known episode', async () => {
  const folder = 'The Lamplighters (2015)'
  const paths = [1, 2].map((number) => `${folder}/Season 1/The.Lamplighters.S01E0${number}.mkv`)
  await box.add(...paths)
  box.wake()
  const { db } = box.library
  const facts = async () => (await db.selectFrom('movie_episode_facts').select('episode').execute()).length
  await until('its episodes are known', async () => (await facts()) === 2)
  const series = await db.selectFrom('movie_film').select('film_id').where('kind', '=', 'series').executeTakeFirstOrThrow()
  const files = await writer().write(series.film_id, { ...once, lang: 'en' })
  expect(files).toContain(`${folder}/tvshow.nfo`)
  expect(names(folder)).toEqual(['Season 1', 'fanart.jpg', 'poster.jpg', 'tvshow.nfo'])
  expect(text(`${folder}/Season 1/The.Lamplighters.S01E01.nfo`)).toContain('<showtitle>The Lamplighters</showtitle>')
  expect(text(`${folder}/Season 1/The.Lamplighters.S01E02.nfo`)).toContain('<title>Lamp 2</title>')
})
