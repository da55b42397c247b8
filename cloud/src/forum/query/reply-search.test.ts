/** Search for replies: only those that the asker may read in their thread, with their current text. */
import { expectCode } from '../../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { editReply, editThread, moderate, post, remove, reply } from '@homeport/contract/forum.ts'
import { searchReplies, searchThreads } from '@homeport/contract/forum-search.ts'
import { block, unblock } from '@homeport/contract/people.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachCloud, type TestCloud } from '../../testing/app-socket.ts'
import type { Db } from '../../kit/db.ts'
import { migrate, readSteps } from '../../kit/db/migrate.ts'
import { eachDb } from '../../testing/db.ts'
import { stepsFolder } from '../../testing/template.ts'
import { newId } from '../../kit/auth.ts'
import { guest } from '../post/viewer.ts'
import { indexReply } from '../search-index/reply-index.store.ts'
import { findReplies } from './reply-search.query.ts'
import { signUpAll, type TestUser } from '../../testing/forum-people.ts'

eachCloud('a search among replies', (start) => {
  let cloud: TestCloud
  let anna: TestUser
  let bert: TestUser
  let carl: TestUser
  let mona: TestUser
  beforeAll(async () => {
    cloud = await start()
    ;({ anna, bert, carl, mona } = await signUpAll(cloud))
  })
  afterAll(() => cloud.stop())

  const written = { board_id: 213, title: 'A quiet build', content: 'Four disks on a NUC', tags: [] }
  const options = { reverse: false, author_only: false, notify: true }
  const begin = async (user: TestUser, more: { title?: string; author_only?: boolean } = {}) => {
    const { author_only = false, title = written.title } = more
    const form = { ...written, id: newId(), title, options: { ...options, author_only } }
    return (await cloud.ask(post, form, user)).data.id
  }
  const answer = async (user: TestUser, thread_id: string, text: string) =>
    (await cloud.ask(reply, { id: newId(), thread_id, text }, user)).data.id
  const find = async (q: string, user?: TestUser) => (await cloud.ask(searchReplies, { q }, user)).data.data
  const idsOf = async (q: string, user?: TestUser) => (await find(q, user)).map(({ id }) => id)

  test('C49: a word that stands in replies alone is found there, in Chinese and English, the newest first, with its thread and floor', async () => {
    const id = await begin(anna, { title: '安静的主机' })
    const first = await answer(bert, id, '**这个风扇** 在哪里买的')
    const second = await answer(carl, id, 'Whisperfans, 风扇要 140 mm')
    expect(await idsOf('风扇')).toEqual([second, first])
    expect(await idsOf('whisperf')).toEqual([second])
    expect(await idsOf('风扇 mm')).toEqual([second])
    expect((await cloud.ask(searchThreads, { q: '风扇' })).data.data).toEqual([])
    expect((await find('风扇'))[1]).toMatchObject({
      thread_id: id,
      thread_title: '安静的主机',
      floor: 1,
      author: { username: 'bert' },
    })
    const parts = (await find('风扇'))[1]?.marked_text
    expect(parts?.map(({ text }) => text).join('')).toBe('这个风扇 在哪里买的')
    expect(parts?.filter(({ is_hit }) => is_hit)).toEqual([{ text: '风扇', is_hit: true }])
  })

  test('pages follow each other, each reply once; a cursor of nobody and a board of nobody are refused', async () => {
    const id = await begin(anna)
    const all: string[] = []
    for (const nth of [1, 2, 3]) all.unshift(await answer(bert, id, `pangolin ${nth}`))
    const seen: string[] = []
    for (let cursor = '', page = 0; page === 0 || cursor !== ''; page += 1) {
      const { data } = await cloud.ask(searchReplies, { q: 'pangolin', limit: 2, cursor })
      seen.push(...data.data.map((one) => one.id))
      cursor = data.next
    }
    expect(seen).toEqual(all)
    expect(await cloud.ask(searchReplies, { q: 'x', cursor: 't5' })).toMatchObject({
      code: Code.invalid,
      data: { field: 'cursor' },
    })
    expectCode(await cloud.ask(searchReplies, { q: 'x', board_id: 9_999 }), 'notFound')
    expect((await cloud.ask(searchReplies, { q: 'pangolin', board_id: 213 })).data.data).toHaveLength(3)
    expect((await cloud.ask(searchReplies, { q: 'pangolin', board_id: 205 })).data.data).toEqual([])
  })

  test('what is edited is found by its new words alone; what is deleted or hidden is not found', async () => {
    const id = await begin(anna)
    const one = await answer(bert, id, 'axolotl')
    await cloud.ask(editReply, { id: one, text: 'capybara' }, bert)
    expect(await idsOf('axolotl')).toEqual([])
    expect(await idsOf('capybara')).toEqual([one])
    for (const hidden of [
      { id: one, type: 'reply' },
      { id, type: 'thread' },
    ] as const) {
      await cloud.ask(moderate, { ...hidden, what: 'hide' }, mona)
      expect(await idsOf('capybara'), hidden.type).toEqual([])
      await cloud.ask(moderate, { ...hidden, what: 'show' }, mona)
      expect(await idsOf('capybara'), hidden.type).toEqual([one])
    }
    await cloud.ask(remove, { id: one, type: 'reply' }, bert)
    expect(await idsOf('capybara')).toEqual([])
    const other = await answer(bert, id, 'tapir')
    expect(await idsOf('tapir')).toEqual([other])
    await cloud.ask(remove, { id, type: 'thread' }, anna)
    expect(await idsOf('tapir')).toEqual([])
  })

  test('P17: what is for the author’s eyes is found by the author, by who wrote it and by moderators, and by nobody else, also once the thread became so', async () => {
    const id = await begin(anna, { author_only: true })
    const secret = await answer(carl, id, 'quagga')
    const own = await answer(anna, id, 'quaggas too')
    expect(await idsOf('quagga', carl)).toEqual([own, secret])
    for (const user of [anna, mona]) expect(await idsOf('quagga', user)).toEqual([own, secret])
    for (const user of [bert, undefined]) expect(await idsOf('quagga', user)).toEqual([own])
    const open = await begin(anna)
    const later = await answer(carl, open, 'okapis')
    expect(await idsOf('okapis', bert)).toEqual([later])
    await cloud.ask(editThread, { ...written, id: open, options: { ...options, author_only: true } }, anna)
    expect(await idsOf('okapis', bert)).toEqual([])
    expect(await idsOf('okapis', carl)).toEqual([later])
  })

  test('P16: across a block neither finds what the other wrote, nor what stands in the other’s threads', async () => {
    const id = await begin(anna)
    const ownReply = await answer(anna, id, 'numbat')
    const theirs = await answer(carl, id, 'numbats')
    await cloud.ask(block, { user_id: carl.user_id }, bert)
    expect(await idsOf('numbat', bert)).toEqual([ownReply])
    await cloud.ask(block, { user_id: anna.user_id }, bert)
    expect(await idsOf('numbat', bert)).toEqual([])
    for (const user of [anna, carl]) await cloud.ask(unblock, { user_id: user.user_id }, bert)
    expect(await idsOf('numbat', bert)).toEqual([theirs, ownReply])
  })

  test('C49: one typo is forgiven where nothing is written so, in words of three letters too: NUK finds NUC', async () => {
    const id = await begin(anna, { title: 'My old NUC' })
    const one = await answer(bert, id, 'Which NUC is it?')
    expect((await cloud.ask(searchThreads, { q: 'NUK' })).data.data.map((row) => row.id)).toContain(id)
    expect(await idsOf('NUK')).toEqual([one])
    expect((await find('NUK'))[0]?.marked_text.find(({ is_hit }) => is_hit)?.text).toBe('NUC')
    const exact = await answer(bert, id, 'nuk is a word as well')
    expect(await idsOf('NUK')).toEqual([exact])
    // The first letter of a short word is not treated as a typo: "duc" is another word.
    expect(await idsOf('duc')).toEqual([])
  })
})

type Flags = { author_only?: number; author_id?: string }
type Written = Flags & { replies: { author_id: string; text: string; is_removed: number }[] }

/** Writes a thread and its replies as rows, whatever columns the current schema has. */
async function addRows(db: Db, { author_only = 0, author_id = 'a', replies }: Written): Promise<void> {
  const tables = await db.introspection.getTables()
  const columns = tables.find(({ name }) => name === 'threads')?.columns ?? []
  const blank = Object.fromEntries(columns.map(({ name, dataType }) => [name, /int/i.test(dataType) ? 0 : '']))
  const row = { ...blank, thread_id: 1, is_listed: 1, title: 'Old NUC', tags: '[]', images: '[]', author_only, author_id }
  await sql`insert into threads (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))})`.execute(db)
  const bare = { to_floor: 0, quote_floor: 0, likes: 0, is_hidden: 0, created_at: 1, edited_at: 0 }
  const rows = replies.map((one, at) => ({ ...bare, ...one, thread_id: 1, floor: at + 1, sender_id: `sent-${at}` }))
  await db.insertInto('replies').values(rows).execute()
}

eachDb('the words of replies', (open, openBare) => {
  const idsOf = async (db: Db, q: string) =>
    (await findReplies(db, guest, { q, board_id: 0, cursor: '', limit: 9 }))?.data.map(({ id }) => id)

  test('replies and words of three letters that stood there before the update are found after it', async () => {
    const bare = await openBare()
    const { db, address } = bare
    const steps = await readSteps(stepsFolder)
    await migrate(db, address, { steps: steps.filter(({ name }) => name < '097'), now: () => 0 })
    await addRows(db, {
      replies: [
        { author_id: 'a', text: '风扇很安静 NUC', is_removed: 0 },
        { author_id: 'b', text: '', is_removed: 1 },
      ],
    })
    const words =
      address.kind === 'postgres'
        ? sql`insert into thread_words (thread_id, title, whole)
            values (1, array_to_tsvector('{old,nuc}'::text[]), array_to_tsvector('{old,nuc}'::text[]))`
        : sql`insert into thread_words (rowid, title, whole, boards) values (1, 'old nuc', 'old nuc', '')`
    await words.execute(db)
    await migrate(db, address, { steps, now: () => 0 })
    for (const q of ['风扇', 'nuc', 'NUK']) expect(await idsOf(db, q), q).toEqual(['1-1'])
    await bare.drop()
  })

  test('P17: where the thread’s author is erased, nobody is taken for them: what was for their eyes stays unfound', async () => {
    const opened = await open()
    const { db } = opened
    await addRows(db, { author_only: 1, author_id: '', replies: [{ author_id: '', text: 'thylacine', is_removed: 0 }] })
    await db.transaction().execute((trx) => indexReply(trx, { thread_id: 1, floor: 1, text: 'thylacine' }))
    expect(await idsOf(db, 'thylacine')).toEqual([])
    await db.updateTable('threads').set({ author_only: 0 }).execute()
    expect(await idsOf(db, 'thylacine')).toEqual(['1-1'])
    await opened.drop()
  })
})
