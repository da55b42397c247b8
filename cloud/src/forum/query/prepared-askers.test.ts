/** P17: what one asker's request compiled never serves another's. Every prepared query of the forum runs for several askers in both orders, and answers what it answers when built anew. */
import { blankDetails } from '@homeport/contract/forum.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addUser } from '../../account/store.ts'
import { Events } from '../../kit/events.ts'
import type { Trx } from '../../kit/db.ts'
import { forgetVariants, variantCounts } from '../../kit/db/prepared.ts'
import { silent } from '../../kit/log.ts'
import type { Realm } from '../../kit/realm.ts'
import { eachDb, type TestDb } from '../../testing/db.ts'
import { setModerator } from '../operator.ts'
import { createDefaultBoards } from '../model/board.store.ts'
import { addLike } from '../model/like.store.ts'
import { askerOf, lockMember } from '../model/person.store.ts'
import { addReply } from '../model/reply.store.ts'
import { addThread, lockThread, setListed, type ThreadColumns } from '../model/thread.store.ts'
import { createHomeFeed } from './home-feed.query.ts'
import { lastVisibleFloor, repliesOf, replyAt } from './reply-list.query.ts'
import { visibleThread, visibleThreadRow } from './thread-detail.query.ts'
import { feed } from './thread-feed.query.ts'
import { threadsByIds } from './thread-list.query.ts'

const people = ['anna', 'bert', 'carl', 'mona']
/** '' is a guest; mona is a moderator; bert and carl blocked each other. */
const askers = ['', ...people]
const path = { board_id: 2, board_1: 1, board_2: 2, board_3: 0 }

eachDb('prepared queries of the forum', (open) => {
  let opened: TestDb
  let events: Events
  let realm: Realm
  let threadIds: number[]
  beforeEach(async () => {
    opened = await open()
    events = new Events({ now: () => 1, log: silent })
    realm = events.openRealm('en', opened.db)
    events.start([realm], [])
    await createDefaultBoards(opened.db, [{ id: 1, name: 'One', about: '', below: [{ id: 2, name: 'Two', about: '' }] }])
    for (const name of people)
      await realm.change((trx) => addUser(trx, { user_id: name, username: name, password_hash: '', created_at: 0 }))
    await setModerator([{ lang: 'en', db: opened.db }], 'mona', 'moderator')
    await opened.db.insertInto('blocks').values({ by_id: 'bert', user_id: 'carl', since: 1 }).execute()
    threadIds = [
      await begin('anna', { author_only: true }),
      await begin('bert'),
      await begin('carl'),
      await begin('carl', { author_only: true }),
    ]
    for (const thread_id of threadIds) for (const by of people) await answer(thread_id, by)
    const [first = 0, second = 0] = threadIds
    await withThread(second, (trx, thread) => setListed(trx, thread, false))
    await withThread(first, (trx, thread) => addLike(trx, { thread, floor: 0, user_id: 'anna' }, 1))
    await opened.db.updateTable('threads').set({ is_pinned: 1 }).where('thread_id', '=', first).execute()
  })
  afterEach(async () => {
    await events.stop()
    await opened.drop()
  })

  const begin = (by: string, { author_only = false } = {}) =>
    realm.change(async (trx) => {
      await lockMember(trx, by)
      const written = {
        title: `by ${by}`,
        content: 'words',
        tags: ['sea'],
        images: [],
        ...blankDetails,
        options: { ...blankDetails.options, author_only },
      }
      return addThread(trx, { ...written, author_id: by, sender_id: `${by}-${author_only}`, boardPath: path }, 1)
    })

  const withThread = (thread_id: number, work: (trx: Trx, thread: ThreadColumns) => Promise<unknown>) =>
    realm.change(async (trx) => {
      const thread = await lockThread(trx, thread_id)
      if (thread) await work(trx, thread)
    })

  const answer = (thread_id: number, by: string) =>
    withThread(thread_id, async (trx, thread) => {
      await lockMember(trx, by)
      const reply = { author_id: by, sender_id: `${thread_id}-${by}`, text: 'words', to_floor: 0, quote_floor: 1 }
      await addReply(trx, thread, { ...reply, now: 1 })
    })

  /** All that the forum asks of the database in prepared queries, for one asker. */
  async function readAll(userId: string): Promise<unknown> {
    const { db } = opened
    const asker = await askerOf(db, userId)
    const read: unknown[] = [asker, await threadsByIds(db, asker, threadIds)]
    for (const sort of ['latest', 'hot', 'featured', 'unanswered'] as const)
      for (const tag of ['', 'sea'])
        for (const board_id of [0, 1, 2])
          for (const cursor of ['', '9.9']) read.push(await feed(db, asker, { board_id, sort, tag, cursor, limit: 2 }))
    read.push(await createHomeFeed(() => 1).ofBoard(db, userId, { board_id: 2, limit: 9, offset: 0 }))
    for (const id of threadIds) {
      const thread = await visibleThread(db, asker, id)
      read.push(thread, await visibleThreadRow(db, asker, id))
      if (!thread) continue
      read.push(await lastVisibleFloor(db, asker, thread), await replyAt(db, asker, { thread, floor: 2 }))
      for (const of_author of [true, false])
        for (const isNewestFirst of [true, false])
          for (const cursor of ['', 'n2', 'p3'])
            for (const floor of [0, 2])
              read.push(await repliesOf(db, asker, { thread, isNewestFirst, of_author, floor, cursor, limit: 2 }))
    }
    return read
  }

  test('give each user the same result, whoever asked before', async () => {
    const builtAnew = new Map<string, unknown>()
    for (const asker of askers) {
      forgetVariants()
      builtAnew.set(asker, await readAll(asker))
    }
    expect(new Set([...builtAnew.values()].map((read) => JSON.stringify(read))).size).toBe(askers.length)
    for (const order of [askers, askers.toReversed()]) {
      forgetVariants()
      for (const asker of order) expect(await readAll(asker)).toEqual(builtAnew.get(asker))
    }
    expect(
      [...variantCounts()].filter(([name, count]) => count === 0 && name !== 'session' && !name.startsWith('test: ')),
    ).toEqual([])
  })
})
