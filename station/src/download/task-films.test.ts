/** The library film of a finished download, found by its files. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TaskStatus } from '@homeport/contract/download/download.ts'
import { migrations } from '../../migrations/all.ts'
import { openDb, type Db } from '../kit/db.ts'
import { taskFilmStore } from './table/task-film.store.ts'
import { loadTaskFilms } from './table/task-films.ts'
import { newRow } from './task/start/new-row.ts'
import { taskStore } from './table/store.ts'
import type { FilmRow } from '../movie/film/film-row.ts'
import { addFilm, addFilmFile } from '../testing/film-rows.ts'

/** Two code units, one code point. */
const root = '/box/𠮷/downloads'
let folder: string
let db: Db

beforeEach(async () => {
  folder = mkdtempSync(join(os.tmpdir(), 'homeport-films-'))
  db = await openDb(join(folder, 'box.db'), migrations)
})
afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true })
})

const open = () => loadTaskFilms(taskFilmStore(db, [{ folder_id: '', path: root }]))

/** Adds a finished task with these files; returns its id. */
async function task(files: Record<string, { isSelected?: boolean }>, status: number = TaskStatus.done): Promise<string> {
  const url = `http://example.org/${Object.keys(files).join('+')}`
  const accepted = { kind: 'http' as const, url, key: url, name: 'x', size: 0, login: '' }
  const row = newRow({ id: url, oldTaskId: '', accepted, select: undefined, size: 0, named: undefined, now: 0 })
  const { task_id } = await taskStore(db).add({ ...row, status })
  await taskStore(db).setFiles(
    task_id,
    Object.entries(files).map(([path, { isSelected = true }], at) => ({
      file_index: at + 1,
      path,
      size: 1,
      is_selected: isSelected ? 1 : 0,
      is_adopted: 0,
    })),
  )
  return task_id
}

const film = (film_id: string, paths: readonly string[], more: Partial<FilmRow> = {}) =>
  addFilm(db, { film_id, root, paths, more })

const a = { movie_id: 'A', title: 'Film A', poster: 'p-A' }

it('a task whose file is a film is that film, also where it is cut in parts; other files of it do not matter', async () => {
  const one = await task({ 'a.mkv': {} })
  const parts = await task({ 'b/cd1.mkv': {}, 'b/cd2.mkv': {}, 'b/readme.txt': {}, 'b/extra.mkv': { isSelected: false } })
  await film('A', [`${root}/a.mkv`])
  await film('B', [`${root}/b/cd1.mkv`, `${root}/b/cd2.mkv`])
  await film('X', [`${root}/b/extra.mkv`, '/elsewhere/a.mkv'])
  const films = await open()
  expect(films.of(one)).toEqual(a)
  expect(films.of(parts)).toEqual({ movie_id: 'B', title: 'Film B', poster: 'p-B' })
})

it('a task of several films is none of them, and the one that is left once the others are gone', async () => {
  const both = await task({ 's/a.mkv': {}, 's/b.mkv': {} })
  await film('A', [`${root}/s/a.mkv`])
  await film('B', [`${root}/s/b.mkv`])
  const films = await open()
  expect(films.of(both)).toBe(null)
  await db.deleteFrom('movie_file').where('film_id', '=', 'B').execute()
  expect(await films.changed(['B'])).toEqual([both])
  expect(films.of(both)).toEqual(a)
})

it('a task is no film before it is done, nor by a film that is not on the list, nor by a file that holds none', async () => {
  const running = await task({ 'a.mkv': {} }, TaskStatus.run)
  const unlisted = await task({ 'b.mkv': {} })
  const none = await task({ 'c.mkv': {} })
  await film('A', [`${root}/a.mkv`])
  await film('B', [`${root}/b.mkv`], { is_listed: 0 })
  await film('C', [])
  await addFilmFile(db, { film_id: 'C', root, path: `${root}/c.mkv`, more: { state: 'other' } })
  const films = await open()
  expect([running, unlisted, none].map(films.of)).toEqual([null, null, null])
  await db.updateTable('task').set({ status: TaskStatus.done }).where('task_id', '=', running).execute()
  await films.read([running])
  expect(films.of(running)).toEqual(a)
  films.forget(running)
  expect(films.of(running)).toBe(null)
})

it('a film that comes, gets its picture, another title, or goes, names the tasks that are told otherwise since, and no others', async () => {
  const own = await task({ 'a.mkv': {} })
  const other = await task({ 'b.mkv': {} })
  await film('B', [`${root}/b.mkv`])
  const films = await open()
  await film('A', [`${root}/a.mkv`], { poster: '' })
  expect(await films.changed(['A', 'B'])).toEqual([own])
  expect(films.of(own)).toEqual({ ...a, poster: '' })
  expect(await films.changed(['A', 'B'])).toEqual([])
  await db.updateTable('movie_film').set({ poster: 'p-A' }).where('film_id', '=', 'A').execute()
  expect(await films.changed(['A'])).toEqual([own])
  expect(films.of(own)).toEqual(a)
  await db.deleteFrom('movie_file').where('film_id', '=', 'A').execute()
  expect(await films.changed(['A'])).toEqual([own])
  expect([films.of(own), films.of(other)?.movie_id]).toEqual([null, 'B'])
})
