/** P17: a page put together from what many askers share is, to the letter, the page that is read for the asker alone; also after a write. */
import { blankDetails, replies, threads } from '@homeport/contract/forum.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addUser } from '../../account/store.ts'
import { keepingRows, type Db } from '../../kit/db.ts'
import { Events } from '../../kit/events.ts'
import type { JsonText } from '../../kit/json-text.ts'
import { silent } from '../../kit/log.ts'
import { outputReader } from '../../kit/output.ts'
import type { Realm } from '../../kit/realm.ts'
import { eachDb, type TestDb } from '../../testing/db.ts'
import { setModerator } from '../operator.ts'
import { createDefaultBoards } from '../model/board.store.ts'
import { addLike } from '../model/like.store.ts'
import { askerOf, lockMember } from '../model/person.store.ts'
import { addReply } from '../model/reply.store.ts'
import { addThread, lockThread } from '../model/thread.store.ts'
import type { Asker } from '../post/asker.ts'
import { repliesOf } from './reply-list.query.ts'
import { sharedReplyPage } from './shared-replies.query.ts'
import { sharedFeed } from './shared-threads.query.ts'
import { visibleThreadRow } from './thread-detail.query.ts'
import { feed, type FeedQuery } from './thread-feed.query.ts'
import { toThreadRow } from './thread-list.query.ts'

const people = ['anna', 'bert', 'carl', 'dora', 'mona']
/** '' is a guest; mona is a moderator; bert and carl blocked each other, and dora blocked bert. */
const askers = ['', ...people]
const path = { board_id: 2, board_1: 1, board_2: 2, board_3: 0 }
const now = 1_795_000_000_000
const length = 130

const readReplies = outputReader(replies.output)
const readThreads = outputReader(threads.output)

eachDb('pages that many askers share', (open) => {
  let opened: TestDb
  let events: Events
  let realm: Realm
  let threadIds: number[]
  beforeEach(async () => {
    opened = await open()
    events = new Events({ now: () => now, log: silent })
    realm = events.openRealm('en', opened.db)
    events.start([realm], [])
    await createDefaultBoards(opened.db, [{ id: 1, name: 'One', about: '', below: [{ id: 2, name: 'Two', about: '' }] }])
    for (const name of people)
      await realm.change((trx) => addUser(trx, { user_id: name, username: name, password_hash: '', created_at: 0 }))
    await setModerator([{ lang: 'en', db: opened.db }], 'mona', 'moderator')
    const blocks = [
      { by_id: 'bert', user_id: 'carl', since: 1 },
      { by_id: 'dora', user_id: 'bert', since: 1 },
    ]
    await opened.db.insertInto('blocks').values(blocks).execute()
    threadIds = []
    for (let nth = 0; nth < 30; nth += 1) threadIds.push(await begin(people[nth % people.length] ?? '', nth))
    const [long = 0, secret = 0, short = 0] = threadIds
    for (let floor = 1; floor <= length; floor += 1) await answer(long, floor)
    for (let floor = 1; floor <= 9; floor += 1) await answer(secret, floor)
    for (let floor = 1; floor <= 5; floor += 1) await answer(short, floor)
    const { db } = opened
    await db.updateTable('threads').set({ author_only: 1 }).where('thread_id', '=', secret).execute()
    await db.updateTable('threads').set({ is_pinned: 1 }).where('thread_id', 'in', threadIds.slice(4, 8)).execute()
    await db.updateTable('threads').set({ is_featured: 1 }).where('thread_id', 'in', threadIds.slice(6, 12)).execute()
    await db
      .updateTable('threads')
      .set({ is_listed: 0 })
      .where('thread_id', '=', threadIds[9] ?? 0)
      .execute()
    await db
      .updateTable('replies')
      .set({ is_hidden: 1 })
      .where('thread_id', '=', long)
      .where('floor', 'in', [7, 40, 41])
      .execute()
    await db
      .updateTable('replies')
      .set({ is_removed: 1, text: '', author_id: '' })
      .where('thread_id', '=', long)
      .where('floor', 'in', [3, 80, length])
      .execute()
    for (const [nth, user_id] of people.entries()) {
      await like(threadIds[nth * 3] ?? 0, 0, user_id)
      for (let floor = nth + 1; floor <= length; floor += 7) await like(long, floor, user_id)
      const thing_id = String(threadIds[nth * 4])
      await db.insertInto('favorites').values({ user_id, type: 'thread', thing_id, since: 1 }).execute()
      await db
        .insertInto('thread_people')
        .values({ thread_id: threadIds[20 + nth] ?? 0, user_id, replies: 0, read_floor: 0, has_read: 1 })
        .onConflict((on) => on.doNothing())
        .execute()
    }
  })
  afterEach(async () => {
    await events.stop()
    await opened.drop()
  })

  const begin = (by: string, nth: number) =>
    realm.change(async (trx) => {
      await lockMember(trx, by)
      const written = { title: `by "${by}" 帖`, content: 'words', tags: ['sea'], images: [], ...blankDetails }
      // Several threads at one time: the id decides their order. Half of them are too old to be new.
      const at = nth % 2 === 0 ? now - 1_000 * Math.floor(nth / 4) : 1_000_000 + nth
      return addThread(trx, { ...written, author_id: by, sender_id: `sent-${nth}`, boardPath: path }, at)
    })

  const answer = (thread_id: number, nth: number) =>
    realm.change(async (trx) => {
      const by = people[(nth * 7) % people.length] ?? ''
      await lockMember(trx, by)
      const thread = await lockThread(trx, thread_id)
      const to_floor = nth % 4 === 0 ? nth - 1 : 0
      const quote_floor = nth % 6 === 0 ? Math.max(1, nth - 50) : 0
      const reply = {
        author_id: by,
        sender_id: `${thread_id}-${nth}`,
        text: `Straße "${nth}" 😀\n> [b]回复`,
        to_floor,
        quote_floor,
      }
      if (thread) await addReply(trx, thread, { ...reply, now })
    })

  const like = (thread_id: number, floor: number, user_id: string) =>
    realm.change(async (trx) => {
      await lockMember(trx, user_id)
      const thread = await lockThread(trx, thread_id)
      if (thread) await addLike(trx, { thread, floor, user_id }, 1)
    })

  /** The pages that were read for each asker alone, by what was asked for. */
  let ownPages: Map<string, Promise<string>>
  function ownPage(key: string, read: () => Promise<string>): Promise<string> {
    const page = ownPages.get(key) ?? read()
    ownPages.set(key, page)
    return page
  }

  /** Shared from the second request of a version on. */
  async function second(read: () => Promise<JsonText | undefined>): Promise<string | undefined> {
    await read()
    return (await read())?.text
  }

  async function compareReplies(db: Db, asker: Asker, thread_id: number): Promise<number> {
    const thread = await visibleThreadRow(db, asker, thread_id)
    if (!thread) return 0
    let shared = 0
    for (const isNewestFirst of [true, false])
      for (const cursor of ['', 'n45', 'p45', 'p3', `n${length}`, 'p999999999', 'n0'])
        for (const floor of cursor === '' ? [0, 1, 41, 77, thread.last_floor] : [0])
          for (const limit of [3, 99]) {
            const page = { thread, isNewestFirst, of_author: false, floor, cursor, limit }
            const text = await second(() => sharedReplyPage(db, asker, page))
            if (text === undefined) continue
            shared += 1
            const key = `${asker.user_id} ${JSON.stringify({ ...page, thread: thread_id })}`
            const own = async () => JSON.stringify(readReplies(await repliesOf(opened.db, asker, page)))
            expect(text, key).toBe(await ownPage(key, own))
          }
    return shared
  }

  async function compareThreads(db: Db, asker: Asker): Promise<number> {
    let shared = 0
    for (const sort of ['latest', 'hot', 'featured', 'unanswered'] as const)
      for (const board_id of [0, 2])
        for (const limit of [4, 99]) {
          let cursor: string | undefined = ''
          for (let page = 0; page < 3 && cursor !== undefined; page += 1) {
            const query: FeedQuery = { board_id, sort, tag: '', cursor, limit }
            const text = await second(() => sharedFeed(db, asker, { ...query, now }))
            const key = `${asker.user_id} ${JSON.stringify(query)}`
            const own = await ownPage(key, async () => {
              const { rows, next } = (await feed(opened.db, asker, query)) ?? { rows: [], next: '' }
              return JSON.stringify(readThreads({ data: rows.map((row) => toThreadRow(row, asker, now)), next }))
            })
            expect(text, key).toBe(own)
            shared += 1
            const { next } = readThreads(JSON.parse(own))
            cursor = next === '' ? undefined : next
          }
        }
    return shared
  }

  test('are each asker’s own page, before and after a write', async () => {
    for (let version = 0; version < 2; version += 1) {
      const db = keepingRows(opened.db)
      ownPages = new Map()
      const lists: number[] = []
      const sharers = new Map(threadIds.slice(0, 3).map((thread_id) => [thread_id, new Set<string>()]))
      for (const name of [...askers, ...askers.toReversed()]) {
        const asker = await askerOf(opened.db, name)
        for (const [thread_id, names] of sharers) if ((await compareReplies(db, asker, thread_id)) > 0) names.add(name)
        lists.push(await compareThreads(db, asker))
      }
      expect(Math.min(...lists)).toBeGreaterThan(16)
      // bert's thread is author-only; bert and carl, whose thread the third one is, do not see each other's.
      expect([...sharers.values()].map((names) => [...names].toSorted())).toEqual([
        askers,
        ['bert', 'mona'],
        askers.filter((name) => name !== 'bert'),
      ])
      const [long = 0] = threadIds
      await like(long, 1, 'dora')
      await like(threadIds[5] ?? 0, 0, 'dora')
      await opened.db.updateTable('users').set({ nickname: 'New name' }).where('user_id', '=', 'carl').execute()
      await opened.db.deleteFrom('blocks').where('by_id', '=', 'dora').execute()
    }
  }, 60_000)

  test('are not made where every request may see another state', async () => {
    const asker = await askerOf(opened.db, 'anna')
    const thread = await visibleThreadRow(opened.db, asker, threadIds[0] ?? 0)
    if (!thread) throw new Error('no thread')
    const page = { thread, isNewestFirst: false, of_author: false, floor: 0, cursor: '', limit: 20 }
    expect(await second(() => sharedReplyPage(opened.db, asker, page))).toBeUndefined()
    const query = { board_id: 0, sort: 'latest', tag: '', cursor: '', limit: 20, now } as const
    expect(await second(() => sharedFeed(opened.db, asker, query))).toBeUndefined()
  })
})
