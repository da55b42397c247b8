/** Entries of an older version's index are indexed again in the background: they are searched meanwhile, the work goes on after an end in the middle, and nothing that was removed comes back. */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '../../../testing/until.ts'
import { downloadReindexer } from '../download/reindex.store.ts'
import { saveTask, tasksOf } from '../download/store.ts'
import { forumReindexers } from '../forum/model/reindex.store.ts'
import { guest } from '../forum/post/viewer.ts'
import { findReplies } from '../forum/query/reply-search.query.ts'
import { findThreads } from '../forum/query/thread-search.query.ts'
import { findPeople, indexAllNames } from '../forum/search-index/people-index.store.ts'
import { updateWordCounts } from '../forum/search-index/thread-index.store.ts'
import type { Db } from '../kit/db.ts'
import { tagsLike } from '../forum/model/tag.store.ts'
import { migrate, readSteps } from '../kit/db/migrate.ts'
import { silent } from '../kit/log.ts'
import { find } from '../movie/search/find.ts'
import { createLibraries } from '../movie/library/libraries.ts'
import { movieReindexers } from '../movie/film/reindex.store.ts'
import type { Reindexer } from '../shared/search/reindex.store.ts'
import { addUser, eachDb, type TestDb } from '../testing/db.ts'
import { reportedFilm, saveReportedFilms } from '../testing/reported-film.ts'
import { stepsFolder } from '../testing/template.ts'
import { testTask } from '../testing/test-task.ts'
import { startReindexing } from './reindex.ts'

const threads = 25
const page = { board_id: 0, cursor: '', limit: 50 }

/** As the version before this one would have written it. */
async function addPosts(db: Db, isPostgres: boolean): Promise<void> {
  const tables = await db.introspection.getTables()
  const columns = tables.find(({ name }) => name === 'threads')?.columns ?? []
  const blank = Object.fromEntries(columns.map(({ name, dataType }) => [name, /int/i.test(dataType) ? 0 : '']))
  for (let id = 1; id <= threads; id += 1) {
    const row = {
      ...blank,
      thread_id: id,
      is_listed: 1,
      title: `Łódź harbour ${id}`,
      content: 'C++',
      tags: '[]',
      images: '[]',
      sender_id: `t${id}`,
    }
    await sql`insert into threads (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row))})`.execute(db)
    const [title, whole] = [
      ['łodz', 'harbour', `${id}`],
      ['łodz', 'harbour', `${id}`, 'c'],
    ]
    if (isPostgres)
      await sql`insert into thread_words (thread_id, title, whole)
        values (${id}, array_to_tsvector(${title}::text[]), array_to_tsvector(${whole}::text[]))`.execute(db)
    else
      await sql`insert into thread_words (rowid, title, whole, boards)
        values (cast(${id} as integer), ${title.join(' ')}, ${whole.join(' ')}, '')`.execute(db)
    await db.transaction().execute((trx) => updateWordCounts(trx, '', [{ before: [], after: whole }]))
  }
  const bare = { to_floor: 0, quote_floor: 0, likes: 0, is_hidden: 0, created_at: 1, edited_at: 0, is_removed: 0, author_id: 'a' }
  for (const floor of [1, 2]) {
    await db
      .insertInto('replies')
      .values({ ...bare, thread_id: 1, floor, sender_id: `s${floor}`, text: 'Straße C#' })
      .execute()
    await sql`insert into reply_numbers (no, thread_id, floor) values (${sql.lit(floor)}, 1, ${floor})`.execute(db)
    if (isPostgres)
      await sql`insert into reply_words (no, words) values (${floor}, array_to_tsvector('{straße,c}'::text[]))`.execute(db)
    else await sql`insert into reply_words (rowid, words) values (cast(${floor} as integer), 'straße c')`.execute(db)
  }
}

async function addBoxRows(db: Db): Promise<void> {
  const films = [
    reportedFilm('a', { title: 'Łódź', aliases: ['Ørsted'] }),
    reportedFilm('b', { title: 'C++' }),
    reportedFilm('c', { title: 'Carol' }),
  ]
  await saveReportedFilms(
    db,
    { devsn: 'box', lang: 'en' },
    films.map((film) => [film.id, film]),
  )
  const old = { a: '1\tłodz\tłodz\tørsted\t\t\t', b: '1\tc\tc\t\t\t\t', c: '1\tcarol\tcarol\t\t\t\t' }
  for (const [film_id, keys] of Object.entries(old))
    await db.updateTable('films').set({ keys }).where('film_id', '=', film_id).execute()
  const task = testTask('t', { name: 'Smørrebrød.mkv' })
  await db.transaction().execute((trx) => saveTask(trx, 'box', { key: 't', rev: 1, value: task }))
  await db.updateTable('tasks').set({ words: 'smørrebrød mkv', name_key: 'smørrebrød mkv' }).execute()
}

eachDb('rows that an older version indexed', (_, openBare) => {
  let opened: TestDb
  let isPostgres: boolean
  beforeEach(async () => {
    opened = await openBare()
    const { db, address } = opened
    isPostgres = address.kind === 'postgres'
    const steps = await readSteps(stepsFolder)
    await migrate(db, address, { steps: steps.filter(({ name }) => name < '112'), now: () => 0 })
    await addPosts(db, isPostgres)
    await addBoxRows(db)
    await addUser(db, 'Łukasz')
    await indexAllNames(db)
    await db.updateTable('people_names').set({ key: 'łukasz' }).execute()
    await sql`insert into tags (tag_key, tag, threads) values ('łódź', 'Łódź', 1)`.execute(db)
    await sql`insert into forbidden_words (word) values ('straße')`.execute(db)
    await migrate(db, address, { steps, now: () => 0 })
  })
  afterEach(() => opened.drop())

  const all = [...forumReindexers, ...movieReindexers, downloadReindexer]
  const start = (reindexers: readonly Reindexer[]) => {
    const change = () => Promise.reject(new Error('not used'))
    return startReindexing({ realms: [{ lang: 'en', db: opened.db, change }], features: [{ reindexers }], log: silent })
  }
  const isDone = async () => (await opened.db.selectFrom('reindexing').select('subject').execute()).length === 0
  async function reindexAll(): Promise<void> {
    const stop = start(all)
    await until('all is indexed again', isDone)
    await stop()
  }
  const threadsOf = async (q: string) => (await findThreads(opened.db, guest, { ...page, q }))?.ids.length
  const repliesOf = async (q: string) => (await findReplies(opened.db, guest, { ...page, q }))?.data.length
  const filmsOf = async (q: string, libraries = createLibraries()) => {
    const realm = { lang: 'en' as const, db: opened.db, change: () => Promise.reject(new Error('not used')) }
    const library = await libraries.libraryOf(realm, 'box')
    return find(library, await library.search(), { q, tab: 'films', is_exact: false, page: 1, limit: 20 }).films
  }

  test('are found by what is plain at once, and by every letter afterwards', async () => {
    expect(await threadsOf('harbour')).toBe(threads)
    expect(await filmsOf('carol')).toEqual(['c'])
    expect([await threadsOf('c++'), await repliesOf('strasse')]).toEqual([0, 0])
    await reindexAll()
    expect([await threadsOf('lodz'), await threadsOf('Łódź'), await threadsOf('c++')]).toEqual([threads, threads, threads])
    expect([await repliesOf('strasse'), await repliesOf('c#')]).toEqual([2, 2])
    expect([await filmsOf('lodz'), await filmsOf('orsted'), await filmsOf('c++')]).toEqual([['a'], ['a'], ['b']])
    const tasks = {
      devsn: 'box',
      page: 1,
      limit: 9,
      is_done: undefined,
      state: '',
      category: '',
      sort: 'name',
      is_up: false,
    } as const
    expect((await tasksOf(opened.db, { ...tasks, q: 'smorre' })).map(({ task_id }) => task_id)).toEqual(['t'])
    // The dictionary of typos has no word of before.
    const words = await opened.db.selectFrom('search_words').selectAll().where('word', 'not like', '@%').orderBy('word').execute()
    expect(words).toEqual([
      { word: 'harbour', threads },
      { word: 'lodz', threads },
    ])
  })

  test('a library in memory follows', async () => {
    const libraries = createLibraries()
    expect(await filmsOf('orsted', libraries)).toEqual([])
    await reindexAll()
    expect(await filmsOf('orsted', libraries)).toEqual(['a'])
  })

  test('people, tags and forbidden words are in the new spelling too', async () => {
    await indexAllNames(opened.db)
    expect((await findPeople(opened.db, guest, { q: 'lukasz', cursor: '', limit: 9 })).data.length).toBe(1)
    const { rows } = await sql`select search_key from tags`.execute(opened.db)
    expect(rows).toEqual([{ search_key: 'lodz' }])
    expect(await opened.db.selectFrom('forbidden_words').select('word').execute()).toEqual([{ word: 'strasse' }])
  })

  test('all is indexed again once more for kana, tags and forbidden words at once', async () => {
    const { db, address } = opened
    await reindexAll()
    const steps = await readSteps(stepsFolder)
    const ofKana = steps.filter(({ name }) => name.endsWith('-kana')).map(({ name }) => name)
    expect(ofKana).toHaveLength(1)
    await sql`delete from schema_step where name in (${sql.join(ofKana)})`.execute(db)
    await sql`insert into tags (tag_key, tag, search_key, threads) values ('すたー', 'すたー', 'すたー', 1)`.execute(db)
    await sql`insert into forbidden_words (word) values ('すたー'), ('スター'), ('かな')`.execute(db)
    await migrate(db, address, { steps, now: () => 0 })
    expect((await db.selectFrom('reindexing').select('subject').execute()).length).toBe(all.length)
    expect((await sql`select search_key from tags where tag_key = 'すたー'`.execute(db)).rows).toEqual([{ search_key: 'スター' }])
    const words = await db.selectFrom('forbidden_words').select('word').execute()
    expect(words.map(({ word }) => word).toSorted()).toEqual(['strasse', 'カナ', 'スター'])
  })

  test('all is indexed again once more for the signs that join names, tags at once', async () => {
    const { db, address } = opened
    await reindexAll()
    const steps = await readSteps(stepsFolder)
    await sql`delete from schema_step where name like '%-joints'`.execute(db)
    await sql`insert into tags (tag_key, tag, search_key, threads) values ('スター・ウォーズ', 'スター・ウォーズ', 'スター・ウォーズ', 1)`.execute(
      db,
    )
    await migrate(db, address, { steps, now: () => 0 })
    expect((await db.selectFrom('reindexing').select('subject').execute()).length).toBe(all.length)
    for (const start of ['スターウォ', 'スター・', 'すたー=う'])
      expect(await tagsLike(db, start, 9), start).toEqual([{ tag: 'スター・ウォーズ', threads: 1 }])
  })

  test('after an end in the middle each thread is taken once, and the one that was not finished again', async () => {
    const taken: string[] = []
    const dying = (before: number): Reindexer[] =>
      forumReindexers.slice(0, 1).map(({ subject, step }) => ({
        subject,
        async step(trx, position) {
          const next = await step(trx, position)
          if (taken.length === before) throw new Error('the process is killed')
          if (next !== undefined) taken.push(next)
          return next
        },
      }))
    await start(dying(10))()
    const stop = start(dying(10))
    await until('ten are through', () => taken.length === 10)
    await stop()
    expect(await threadsOf('lodz')).toBe(10)
    await start(dying(Infinity))()
    const again = start(dying(Infinity))
    await until('all are through', () => taken.length === threads)
    await again()
    expect(taken).toEqual(Array.from({ length: threads }, (_one, at) => String(threads - at)))
    expect(await threadsOf('lodz')).toBe(threads)
  })

  test('P36: what was removed before its turn has no word in the index', async () => {
    await opened.db.updateTable('threads').set({ is_removed: 1, title: '', content: '' }).where('thread_id', '=', 7).execute()
    await opened.db.updateTable('replies').set({ is_removed: 1, text: '' }).where('floor', '=', 2).execute()
    const drop = isPostgres
      ? [sql`delete from thread_words where thread_id = 7`, sql`delete from reply_words where no = 2`]
      : [sql`delete from thread_words where rowid = 7`, sql`delete from reply_words where rowid = 2`]
    for (const one of drop) await one.execute(opened.db)
    await reindexAll()
    expect([await threadsOf('lodz'), await repliesOf('strasse')]).toEqual([threads - 1, 1])
    const { rows } = await sql`select 1 from thread_words`.execute(opened.db)
    expect(rows.length).toBe(threads - 1)
  })
})
