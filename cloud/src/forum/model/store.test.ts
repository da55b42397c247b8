import * as fc from 'fast-check'
import { sql, type RawBuilder } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addUser } from '../../account/store.ts'
import { Events, type Listener } from '../../kit/events.ts'
import { silent } from '../../kit/log.ts'
import type { Realm } from '../../kit/realm.ts'
import { Refusal } from '../../kit/refusal.ts'
import { eachDb, type TestDb } from '../../testing/db.ts'
import { boardsOf, createDefaultBoards, boardPath } from './board.store.ts'
import { forumListeners } from '../events.ts'
import { blankDetailColumns, detailColumns } from './post-columns.ts'
import { addFavorite, dropFavorite } from './favorite.store.ts'
import { addLike, dropLike } from './like.store.ts'
import { lockMemberRow, lockMember } from './person.store.ts'
import { guest } from '../post/viewer.ts'
import { saveReadPosition } from './read-position.store.ts'
import { addReply, replyRow, setHidden } from './reply.store.ts'
import { deletePost } from './delete-post.ts'
import { findThreads } from '../query/thread-search.query.ts'
import { lockThreadForUser } from '../access/access.ts'
import { addThread, authorOf, lockThread, setListed } from './thread.store.ts'
import { blankDetails } from '@homeport/contract/forum.ts'
import { userErased } from '@homeport/contract/account.ts'

const { options } = blankDetails
const tree = [{ id: 1, name: 'One', about: '', below: [{ id: 2, name: 'Two', about: '' }] }]
/** None of these tests uses pictures. */
const pictures: Parameters<typeof forumListeners>[0] = { remove: async () => undefined, removeAll: async () => undefined }

eachDb('the forum', (open) => {
  let opened: TestDb
  let events: Events
  let realm: Realm
  let listeners: readonly Listener[]
  beforeEach(async () => {
    opened = await open()
    events = new Events({ now: () => 1_000_000_000, log: silent })
    realm = events.openRealm('en', opened.db)
    listeners = forumListeners(pictures)
    events.start([realm], listeners)
    await createDefaultBoards(opened.db, tree)
  })
  afterEach(async () => {
    await events.stop()
    await opened.drop()
  })

  async function join(...names: string[]): Promise<void> {
    for (const name of names)
      await realm.change((trx) => addUser(trx, { user_id: name, username: name, password_hash: '', created_at: 0 }))
  }
  const boardPathOf = async (board: number) => {
    const { isClosed: _, ...path } = (await boardPath(opened.db, board)) ?? {
      board_id: 0,
      board_1: 0,
      board_2: 0,
      board_3: 0,
      isClosed: true,
    }
    return path
  }
  let made = 0
  const begin = async (
    by: string,
    { title = 'A harbour', content = 'x', board = 2, tags = ['sea'], author_only = false } = {},
  ) => {
    made += 1
    const nth = made
    const place = await boardPathOf(board)
    return realm.change(async (trx) => {
      await lockMember(trx, by)
      const written = { title, content, tags, images: [], ...blankDetails, options: { ...options, author_only } }
      return addThread(trx, { ...written, author_id: by, sender_id: `sent-${nth}`, boardPath: place }, nth)
    })
  }
  const find = async (q: string, more: { cursor?: string; limit?: number; board_id?: number } = {}) =>
    findThreads(opened.db, guest, { q, board_id: 0, cursor: '', limit: 20, ...more })

  test('a board counts what lies below it', async () => {
    await join('ann')
    await begin('ann')
    await begin('ann', { board: 1 })
    expect(await boardsOf(opened.db)).toMatchObject([
      { id: 1, threads: 2, posts: 2 },
      { id: 2, parent_id: 1, level: 2, threads: 1, posts: 1 },
    ])
  })

  test('the search finds Chinese by words and any two characters, English by beginnings, forgives one typo, and puts titles first', async () => {
    await join('ann')
    const film = await begin('ann', { title: '流浪地球 2 的字幕在哪里下载' })
    const text = await begin('ann', { title: 'Question', content: 'My magnet links are stuck, 磁力链接不动' })
    const titled = await begin('ann', { title: 'Magnet links', content: 'x' })
    const newest = await begin('ann', { title: 'Other', content: 'magnetic tape' })
    const ids = async (q: string) => (await find(q))?.ids
    for (const q of ['流浪', '浪地', '地球', '流浪地球', '地球 流浪', '下载 字幕', '球', '２'])
      expect(await ids(q), q).toEqual([film])
    for (const q of ['magnet', 'MAGN', 'mágnet']) expect(await ids(q), q).toEqual([titled, newest, text])
    for (const q of ['magnwt links', 'mganet links', 'magnet linkss']) expect(await ids(q), q).toEqual([titled, text])
    expect(await ids('磁链')).toEqual([])
    expect(await ids('"\' OR : * ( ) ^ -')).toEqual([])
    const first = await find('magnet', { limit: 2 })
    expect(first).toMatchObject({ ids: [titled, newest] })
    expect(await find('magnet', { limit: 2, cursor: first?.next ?? '' })).toMatchObject({ ids: [text], next: '' })
    expect((await find('magnet', { board_id: 1 }))?.ids).toHaveLength(3)
    const above = await begin('ann', { title: 'Magnet above', board: 1 })
    expect((await find('magnet', { board_id: 1 }))?.ids).toEqual([above, titled, newest, text])
    expect((await find('magnet', { board_id: 2 }))?.ids).toEqual([titled, newest, text])
    expect((await find('链接', { board_id: 2 }))?.ids).toEqual([text])
    expect(await ids('ʘ2')).toEqual([])
    expect(await find('magnet', { board_id: 99 })).toBeUndefined()
  })

  test('P36: an anonymised thread keeps its words and none of its details, whichever there are', async () => {
    await join('ann')
    const id = await begin('ann')
    const filled = Object.fromEntries(detailColumns.map((column) => [column, JSON.stringify({ of: 'ann' })]))
    await opened.db.updateTable('threads').set(filled).where('thread_id', '=', id).execute()
    await realm.change((_, emit) => emit(userErased, { user_id: 'ann', posts: 'anonymise' }))
    await events.settled()
    const thread = await opened.db.selectFrom('threads').selectAll().where('thread_id', '=', id).executeTakeFirstOrThrow()
    expect(thread).toMatchObject({ title: 'A harbour', author_id: '', ...blankDetailColumns })
  })

  const action = fc.record({
    what: fc.constantFrom(
      'begin',
      'reply',
      'reply',
      'reply',
      'like',
      'like',
      'unlike',
      'keep',
      'drop',
      'read',
      'remove',
      'hide',
      'show',
      'erase',
      'vanish',
    ),
    by: fc.nat(3),
    thread: fc.nat(3),
    floor: fc.nat(4),
  })

  test(
    'P40: every counter of the forum equals a recount after any storm of posts, likes, removals, moderation and erasures at once',
    { timeout: 120_000 },
    async () => {
      let run = 0
      await fc.assert(
        fc.asyncProperty(fc.array(action, { minLength: 20, maxLength: 60 }), async (actions) => {
          run += 1
          const people = [0, 1, 2, 3].map((one) => `run${run}-${one}`)
          await join(...people)
          const all = [
            await begin(people[0] ?? ''),
            await begin(people[1] ?? '', { author_only: true, board: 1 }),
            await begin(people[2] ?? ''),
            await begin(people[0] ?? ''),
          ]
          await Promise.all(actions.map((one) => act(people, all, one)))
          await settled()
          await recount()
        }),
        { numRuns: 15 },
      )
    },
  )

  type Action = { what: string; by: number; thread: number; floor: number }

  async function act(people: readonly string[], all: number[], { what, by, thread: at, floor }: Action): Promise<void> {
    const user_id = people[by] ?? ''
    const thread_id = all[at] ?? 0
    made += 1
    const nth = made
    const sender_id = `sent-${nth}`
    const work = (
      task: (
        row: Awaited<ReturnType<typeof lockThreadForUser>>,
        trx: Parameters<typeof lockThreadForUser>[0],
      ) => Promise<unknown>,
    ) => realm.change(async (trx) => task(await lockThreadForUser(trx, { user_id, thread_id }), trx))
    try {
      if (what === 'begin') await begin(user_id)
      if (what === 'reply')
        await work((row, trx) =>
          addReply(trx, row, { sender_id, author_id: user_id, text: 'x', to_floor: 0, quote_floor: 0, now: nth }),
        )
      if (what === 'like') await work((thread, trx) => addLike(trx, { thread, floor: 0, user_id }, 1))
      if (what === 'unlike') await work((thread, trx) => dropLike(trx, { thread, floor: 0, user_id }))
      if (what === 'keep')
        await work((thread, trx) => addFavorite(trx, { user_id, type: 'thread', thing_id: String(thread_id), thread }, 1))
      if (what === 'drop')
        await work((thread, trx) => dropFavorite(trx, { user_id, type: 'thread', thing_id: String(thread_id), thread }))
      if (what === 'read') await work((thread, trx) => saveReadPosition(trx, thread, { user_id, floor }))
      if (what === 'remove') await removeOne({ thread_id, floor })
      if (what === 'hide' || what === 'show') await hideOne({ thread_id, floor }, what === 'hide')
      // At most one of the four users is erased by either way: with more, the storm would prove nothing.
      if ((what === 'erase' || what === 'vanish') && by === 3)
        await realm.change((_, emit) => emit(userErased, { user_id, posts: what === 'erase' ? 'delete' : 'anonymise' }))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }

  async function removeOne(post: { thread_id: number; floor: number }): Promise<void> {
    const author = post.floor === 0 ? await authorOf(opened.db, post.thread_id) : (await replyRow(opened.db, post))?.author_id
    // Removing a thread that all others write in would leave little of the storm.
    if (!author || (post.floor === 0 && !author.endsWith('-2'))) return
    await realm.change(async (trx, emit) => {
      await lockMemberRow(trx, author)
      const thread = await lockThread(trx, post.thread_id)
      if (thread) await deletePost(trx, emit, { thread, post })
    })
  }

  async function hideOne(post: { thread_id: number; floor: number }, isHidden: boolean): Promise<void> {
    const author = await authorOf(opened.db, post.thread_id)
    await realm.change(async (trx) => {
      if (author) await lockMemberRow(trx, author)
      const thread = await lockThread(trx, post.thread_id)
      if (!thread) return
      if (post.floor === 0) {
        await setListed(trx, thread, !isHidden)
        return
      }
      const reply = await replyRow(trx, post)
      if (reply) await setHidden(trx, thread, { reply, isHidden })
    })
  }

  /** Waits until the outbox is empty. */
  async function settled(): Promise<void> {
    await expect
      .poll(
        async () => {
          await events.settled()
          return (await opened.db.selectFrom('outbox').select('id').execute()).length
        },
        { timeout: 20_000 },
      )
      .toBe(0)
  }

  async function recount(): Promise<void> {
    const differing = async (query: RawBuilder<{ id: unknown }>) => (await query.execute(opened.db)).rows
    const seen = sql`r.thread_id = t.thread_id and r.is_removed = 0 and r.is_hidden = 0`
    expect(
      await differing(sql<{ id: unknown }>`select t.thread_id as id from threads t where
        t.replies <> (select count(*) from replies r where ${seen})
        or t.author_replies <> (select count(*) from replies r where ${seen} and r.author_id = t.author_id and t.author_id <> '')
        or t.open_replies <> (case when t.author_only = 1 then t.author_replies else t.replies end)
        or t.likes <> (select count(*) from likes l where l.thread_id = t.thread_id and l.floor = 0)
        or t.favorites <> (select count(*) from favorites f where f.type = 'thread' and f.thing_id = cast(t.thread_id as text))
        or t.views <> (select count(*) from thread_people p where p.thread_id = t.thread_id and p.has_read = 1)`),
    ).toEqual([])
    expect(
      await differing(sql<{ id: unknown }>`select b.board_id as id from boards b where
        b.threads <> (select count(*) from threads t where t.board_id = b.board_id and t.is_listed = 1)
        or b.posts <> (select coalesce(sum(1 + t.open_replies), 0) from threads t where t.board_id = b.board_id and t.is_listed = 1)`),
    ).toEqual([])
    expect(
      await differing(sql<{ id: unknown }>`select p.user_id as id from forum_people p where
        p.posts <> (select count(*) from threads t where t.author_id = p.user_id and t.is_listed = 1)
        or p.favorites <> (select count(*) from favorites f where f.user_id = p.user_id)`),
    ).toEqual([])
    expect(
      await differing(sql<{ id: unknown }>`select p.user_id as id from thread_people p where
        p.replies <> (select count(*) from replies r where r.thread_id = p.thread_id and r.author_id = p.user_id and r.is_removed = 0 and r.is_hidden = 0)`),
    ).toEqual([])
    expect(
      await differing(sql<{ id: unknown }>`select g.tag_key as id from tags g where
        g.threads <> (select count(*) from thread_tags h where h.tag_key = g.tag_key)`),
    ).toEqual([])
  }
})
