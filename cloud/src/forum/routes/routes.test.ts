import { expectCode } from '../../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportData, profile } from '@homeport/contract/account.ts'
import {
  ban,
  boards,
  dropDraft,
  drafts,
  editReply,
  editThread,
  favorite,
  favoritesOf,
  history,
  like,
  moderate,
  post,
  readThread,
  remove,
  replies,
  repliesOf,
  reply,
  report,
  reported,
  saveDraft,
  thread,
  threads,
  threadsOf,
  unfavorite,
  unlike,
} from '@homeport/contract/forum.ts'
import { hotSearch, searchThreads } from '@homeport/contract/forum-search.ts'
import { listByCategory } from '@homeport/contract/home.ts'
import { notifications } from '@homeport/contract/message.ts'
import { block, person, unblock } from '@homeport/contract/people.ts'
import { eachCloud, type TestCloud } from '../../testing/app-socket.ts'
import { newId } from '../../kit/auth.ts'
import { signUpAll, type TestUser } from '../../testing/forum-people.ts'

eachCloud('the forum by its calls', (start) => {
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

  const board_id = 213
  const options = { reverse: false, author_only: false, notify: true }
  const begin = async (
    user: TestUser,
    more: Partial<Parameters<typeof cloud.ask<typeof post.input, typeof post.output>>[1]> = {},
  ) => (await cloud.ask(post, { id: newId(), board_id, title: 'A harbour', content: 'Where do you moor?', ...more }, user)).data
  const answer = async (user: TestUser, thread_id: string, more: { text?: string; to_id?: string; quote_id?: string } = {}) =>
    (await cloud.ask(reply, { id: newId(), thread_id, text: 'Here', ...more }, user)).data
  const look = async (user: TestUser | undefined, id: string) => (await cloud.ask(thread, { id }, user)).data
  const floors = async (
    user: TestUser | undefined,
    thread_id: string,
    more: { limit?: number; cursor?: string; floor?: number } = {},
  ) => (await cloud.ask(replies, { thread_id, ...more }, user)).data

  test('announcements and updates are in every realm under the ids of the spec, and only moderators start threads there', async () => {
    const of = async (lang: 'zh' | 'en') => (await cloud.ask(boards, {}, { lang })).data.data.filter((one) => one.is_closed)
    expect((await of('zh')).map(({ id }) => id)).toEqual([54, 44])
    expect((await of('en')).map(({ id }) => id)).toEqual([48, 81])
    const news = { board_id: 48, title: 'News', content: 'x' }
    expectCode(await cloud.ask(post, { id: newId(), ...news }, anna), 'notAllowed')
    expectCode(await cloud.ask(post, { id: newId(), ...news }, mona), 'ok')
  })

  test('a post that is sent twice is there once, and so is a reply', async () => {
    const id = newId()
    const [one, other] = await Promise.all([begin(anna, { id }), begin(anna, { id, title: 'Again' })])
    expect(one.id).toBe(other.id)
    const sent = { id: newId(), thread_id: one.id, text: 'Here' }
    const answers = await Promise.all([1, 2, 3].map(() => cloud.ask(reply, sent, bert)))
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect((await look(undefined, one.id)).replies).toBe(1)
  })

  test('no answer is stale for a write: what one wrote, changed, liked or took away shows in the very next answer to anyone', async () => {
    const before = (await cloud.ask(boards, {})).data.data.find(({ id }) => id === 202)
    const { id } = await begin(anna, { title: 'Stale zebra', tags: ['Zebra', 'zebra'] })
    expect((await cloud.ask(threads, { board_id: 202, limit: 1 })).data.data[0]).toMatchObject({ id, tags: ['Zebra'] })
    expect((await cloud.ask(boards, {})).data.data.find((one) => one.id === 202)?.threads).toBe((before?.threads ?? 0) + 1)
    expect((await cloud.ask(searchThreads, { q: 'zebr' })).data.data.map((row) => row.id)).toEqual([id])
    const { id: replyId } = await answer(bert, id)
    expect(await floors(undefined, id)).toMatchObject({ total: 1, data: [{ id: `${id}-1`, floor: 1, text: 'Here' }] })
    await cloud.ask(editReply, { id: replyId, text: 'There' }, bert)
    expect((await floors(undefined, id)).data[0]).toMatchObject({ text: 'There' })
    expect((await cloud.ask(history, { id: replyId, type: 'reply' })).data.data).toMatchObject([{ content: 'Here' }])
    await cloud.ask(editThread, { id, board_id: 205, title: 'Stale okapi', content: 'y' }, anna)
    expect(await look(undefined, id)).toMatchObject({ title: 'Stale okapi', board_id: 205, tags: [] })
    expect((await cloud.ask(searchThreads, { q: 'zebra' })).data.data).toEqual([])
    expect((await cloud.ask(history, { id, type: 'thread' })).data.data).toMatchObject([{ title: 'Stale zebra' }])
    for (let twice = 0; twice < 2; twice += 1)
      expect((await cloud.ask(like, { id, type: 'thread' }, bert)).data).toEqual({ likes: 1 })
    expect(await look(bert, id)).toMatchObject({ likes: 1, is_liked: true })
    expect((await cloud.ask(unlike, { id, type: 'thread' }, bert)).data).toEqual({ likes: 0 })
    await cloud.ask(remove, { id: replyId, type: 'reply' }, bert)
    expect(await floors(undefined, id)).toMatchObject({
      total: 0,
      data: [{ floor: 1, is_removed: true, text: '', author: null }],
    })
    await cloud.ask(remove, { id, type: 'thread' }, anna)
    expectCode(await cloud.ask(thread, { id }), 'notFound')
    expect((await cloud.ask(searchThreads, { q: 'okapi' })).data.data).toEqual([])
  })

  test('replies open where one stopped, go on both ways, and a lower floor than before is not forgotten', async () => {
    const { id } = await begin(anna)
    for (let floor = 1; floor <= 9; floor += 1) await answer(bert, id, { text: `floor ${floor}` })
    await cloud.ask(readThread, { id, floor: 5 }, carl)
    await cloud.ask(readThread, { id, floor: 2 }, carl)
    expect(await look(carl, id)).toMatchObject({ read_floor: 5, is_new: true, views: 1 })
    const page = await floors(carl, id, { floor: 5, limit: 2 })
    expect(page).toMatchObject({ data: [{ floor: 5 }, { floor: 6 }], prev: 'p5', next: 'n6', total: 9 })
    expect(await floors(carl, id, { cursor: page.prev, limit: 10 })).toMatchObject({ prev: '', next: 'n4' })
    expect((await floors(carl, id, { cursor: page.next, limit: 10 })).data.map(({ floor }) => floor)).toEqual([7, 8, 9])
    const down = (await cloud.ask(replies, { thread_id: id, order: 'newest', limit: 3 })).data
    expect(down.data.map(({ floor }) => floor)).toEqual([9, 8, 7])
    await cloud.ask(readThread, { id, floor: 9 }, carl)
    expect((await look(carl, id)).is_new).toBe(false)
    for (const cursor of ['x', 'n', 'n1-1', '99999999999999999999'])
      expect(await cloud.ask(replies, { thread_id: id, cursor }), cursor).toMatchObject({
        code: Code.invalid,
        data: { field: 'cursor' },
      })
  })

  test('who is answered, quoted or began the thread is reminded once; likes remind once however often they come and go', async () => {
    const { id } = await begin(anna, { title: 'Reminded' })
    const first = await answer(bert, id, { text: 'first words' })
    await answer(carl, id, { text: 'second words', to_id: first.id, quote_id: first.id })
    for (const call of [like, unlike, like]) await cloud.ask(call, { id, type: 'thread' }, carl)
    const of = async (user: TestUser) =>
      (await cloud.ask(notifications, {}, user)).data.data.map(({ kind, by, subject, text }) => [
        kind,
        by?.username,
        subject,
        text,
      ])
    await expect
      .poll(async () => (await of(anna)).filter(([, , subject]) => subject?.split('-')[0] === id).sort())
      .toEqual([
        ['like', 'carl', id, 'Reminded'],
        ['reply', 'bert', `${id}-1`, 'first words'],
        ['reply', 'carl', `${id}-2`, 'second words'],
      ])
    await expect
      .poll(async () => (await of(bert)).filter(([, , subject]) => subject?.startsWith(id)))
      .toEqual([['reply', 'carl', `${id}-2`, 'second words']])
  })

  test('P17: replies for the author’s eyes are seen by the author and their writer alone, in lists, counts, reminders, likes, quotes and exports', async () => {
    const { id } = await begin(anna, { title: 'For my eyes', options: { ...options, author_only: true } })
    const own = await answer(bert, id, { text: 'a secret of bert' })
    const other = await answer(carl, id, { text: 'a secret of carl' })
    await answer(anna, id, { text: 'to bert', to_id: own.id })
    const texts = async (user: TestUser | undefined) => (await floors(user, id)).data.map(({ text }) => text)
    expect(await texts(anna)).toEqual(['a secret of bert', 'a secret of carl', 'to bert'])
    expect(await texts(bert)).toEqual(['a secret of bert', 'to bert'])
    expect(await texts(undefined)).toEqual(['to bert'])
    expect((await floors(undefined, id)).data[0]?.to).toBeNull()
    expect((await floors(bert, id)).data[1]?.to).toMatchObject({ floor: 1, excerpt: 'a secret of bert' })
    for (const [user, count] of [
      [anna, 3],
      [bert, 2],
      [carl, 2],
      [undefined, 1],
    ] as const) {
      expect((await look(user, id)).replies).toBe(count)
      expect((await floors(user, id)).total).toBe(count)
    }
    const hidden = { id: other.id, type: 'reply' as const }
    for (const call of [like, history, remove])
      expectCode(await cloud.ask<typeof call.input, typeof call.output>(call, hidden, bert), 'notFound')
    expectCode(await cloud.ask(report, { ...hidden, reason: 'spam' }, bert), 'notFound')
    expectCode(await cloud.ask(reply, { id: newId(), thread_id: id, text: 'x', quote_id: other.id }, bert), 'notFound')
    const ofCarl = async (user: TestUser | undefined) =>
      (await cloud.ask(repliesOf, { user_id: carl.user_id }, user)).data.data.map(({ text }) => text)
    expect(await ofCarl(bert)).not.toContain('a secret of carl')
    expect(await ofCarl(undefined)).not.toContain('a secret of carl')
    expect(await ofCarl(anna)).toContain('a secret of carl')
    expect((await cloud.ask(searchThreads, { q: 'secret' }, bert)).data.data).toEqual([])
    expect(JSON.stringify((await cloud.ask(exportData, {}, bert)).data)).not.toContain('a secret of carl')
    expect(JSON.stringify((await cloud.ask(notifications, {}, bert)).data)).not.toContain('a secret of carl')
  })

  test('P16: across a block neither finds the other’s threads and replies, and no count betrays them', async () => {
    const { id } = await begin(anna, { title: 'Walled quokka' })
    const { id: open } = await begin(carl, { title: 'Open numbat' })
    await answer(anna, open, { text: 'behind the wall' })
    await cloud.ask(block, { user_id: anna.user_id }, bert)
    for (const call of [thread, readThread, favorite, like])
      expect(
        (await cloud.ask<typeof call.input, typeof call.output>(call, { id, type: 'thread', floor: 0 }, bert)).code,
        call.path,
      ).toBe(Code.notFound)
    expect((await cloud.ask(searchThreads, { q: 'quokka' }, bert)).data.data).toEqual([])
    expect((await cloud.ask(threads, {}, bert)).data.data.map((row) => row.id)).not.toContain(id)
    expect(await floors(bert, open)).toMatchObject({ data: [], total: 0 })
    expect((await cloud.ask(threads, {}, bert)).data.data.find((row) => row.id === open)?.replies).toBe(0)
    expectCode(await cloud.ask(threadsOf, { user_id: anna.user_id }, bert), 'notFound')
    await cloud.ask(unblock, { user_id: anna.user_id }, bert)
    expect((await look(bert, id)).title).toBe('Walled quokka')
  })

  test('favourites are kept once, listed the last first, counted on the person’s page, and go with the thread', async () => {
    const dora = await cloud.signUp('dora')
    const [one, other] = [await begin(carl), await begin(carl)]
    for (const { id } of [one, other, one]) await cloud.ask(favorite, { id, type: 'thread' }, dora)
    const bookmarks = async () => (await cloud.ask(favoritesOf, {}, dora)).data.data.map(({ id }) => id)
    const count = async () => (await cloud.ask(person, {}, dora)).data.counts.bookmarks
    expect((await bookmarks()).sort()).toEqual([one.id, other.id].sort())
    expect(await count()).toBe(2)
    await cloud.ask(unfavorite, { id: one.id, type: 'thread' }, dora)
    expect(await count()).toBe(1)
    await cloud.ask(remove, { id: other.id, type: 'thread' }, carl)
    await expect.poll(count).toBe(0)
    expectCode(await cloud.ask(favorite, { id: 'no-film', type: 'movie' }, dora), 'notFound')
  })

  test('drafts keep what was typed, right or wrong, and go when they become a post', async () => {
    const id = newId()
    await cloud.ask(saveDraft, { id, content: '还没写完', tags: 'a b c d e f' }, anna)
    await cloud.ask(saveDraft, { id, content: '写完了', tags: 'a' }, anna)
    expect((await cloud.ask(drafts, {}, anna)).data).toMatchObject({ total: 1, data: [{ id, content: '写完了', tags: 'a' }] })
    expect((await cloud.ask(drafts, {}, bert)).data.total).toBe(0)
    await begin(anna, { id })
    expect((await cloud.ask(drafts, {}, anna)).data.total).toBe(0)
    expectCode(await cloud.ask(dropDraft, { id: newId() }, anna), 'ok')
  })

  describe('keeping order', () => {
    test('a reported reply comes to the moderators, who hide it, show it again, or let it be', async () => {
      const { id } = await begin(anna)
      const { id: bad } = await answer(bert, id, { text: 'buy one get one' })
      for (const user of [anna, carl]) await cloud.ask(report, { id: bad, type: 'reply', reason: 'spam' }, user)
      expectCode(await cloud.ask(reported, {}, anna), 'notAllowed')
      const queue = async () => (await cloud.ask(reported, {}, mona)).data
      expect(await queue()).toMatchObject({
        total: 1,
        data: [{ id: bad, text: 'buy one get one', author: { username: 'bert' } }],
      })
      expect((await queue()).data[0]?.reports).toHaveLength(2)
      await cloud.ask(moderate, { id: bad, type: 'reply', what: 'hide' }, mona)
      expect(await queue()).toMatchObject({ total: 0 })
      expect(await floors(undefined, id)).toMatchObject({ total: 0, data: [{ is_removed: true, text: '' }] })
      await cloud.ask(moderate, { id: bad, type: 'reply', what: 'show' }, mona)
      expect(await floors(undefined, id)).toMatchObject({ total: 1, data: [{ is_removed: false, text: 'buy one get one' }] })
    })

    test('a thread is hidden, locked, pinned and featured', async () => {
      const { id } = await begin(bert, { title: 'Ordered' })
      const set = (what: 'hide' | 'show' | 'lock' | 'pin' | 'feature') => cloud.ask(moderate, { id, type: 'thread', what }, mona)
      await set('hide')
      expectCode(await cloud.ask(thread, { id }, bert), 'notFound')
      expect((await cloud.ask(searchThreads, { q: 'ordered' })).data.data).toEqual([])
      for (const what of ['show', 'lock', 'pin', 'feature'] as const) expectCode(await set(what), 'ok')
      expect(await look(anna, id)).toMatchObject({ is_locked: true, is_pinned: true, is_featured: true, can: { reply: false } })
      expectCode(await cloud.ask(reply, { id: newId(), thread_id: id, text: 'x' }, bert), 'notAllowed')
      await begin(bert)
      expect((await cloud.ask(threads, { board_id, limit: 1 })).data.data[0]?.id).toBe(id)
      expect((await cloud.ask(threads, { sort: 'featured' })).data.data.map((row) => row.id)).toEqual([id])
    })

    test('P40: what a moderator answers in a hidden thread is counted once that is shown again', async () => {
      const posts = async () => (await cloud.ask(boards, {})).data.data.find(({ id }) => id === board_id)?.posts ?? 0
      const before = await posts()
      const { id } = await begin(bert)
      for (const what of ['hide', 'show'] as const) {
        await cloud.ask(moderate, { id, type: 'thread', what }, mona)
        if (what === 'hide') await answer(mona, id)
        expect(await posts()).toBe(what === 'hide' ? before : before + 2)
      }
    })

    test('one who is banned reads but does not write, is told until when, and a moderator is never banned', async () => {
      const { id } = await begin(bert)
      await cloud.ask(ban, { user_id: carl.user_id, days: 3, reason: 'calm down' }, mona)
      const refused = await cloud.ask(reply, { id: newId(), thread_id: id, text: 'x' }, carl)
      expect(refused).toMatchObject({ code: Code.notAllowed })
      expect(refused.msg).toMatch(/\d{4}-\d\d-\d\d: calm down/)
      expect((await look(carl, id)).can.reply).toBe(false)
      await cloud.ask(ban, { user_id: carl.user_id, days: 0 }, mona)
      expectCode(await cloud.ask(reply, { id: newId(), thread_id: id, text: 'x' }, carl), 'ok')
      expectCode(await cloud.ask(ban, { user_id: mona.user_id, days: 3 }, mona), 'notAllowed')
    })
  })

  test('hot words are what several people looked for, never what one did', async () => {
    await begin(mona, { title: 'Hot capybara' })
    for (const user of [anna, bert, carl]) await cloud.ask(searchThreads, { q: 'Capybara' }, user)
    for (let often = 0; often < 9; often += 1) await cloud.ask(searchThreads, { q: 'hot' }, anna)
    const response = await fetch(`${cloud.url}/en/${hotSearch.host}${hotSearch.path}?id=0`)
    expect(await response.json()).toMatchObject({ code: Code.ok, data: { data: ['Capybara'] } })
  })

  test('P30: any text that is taken comes back byte for byte, blanks at its ends too', async () => {
    const text = '  <img src=x onerror=alert(1)> "\'`\\ ‮ ﷽ 👨‍👩‍👧 é é\n\tتجربة \n'
    const title = `${text.replace(/[\n\t]/g, ' ').slice(0, 38)} `
    const made = await begin(mona, { title, content: text, tags: ['<b>', '標籤'] })
    expect(await look(undefined, made.id)).toMatchObject({ title, content: text, tags: ['<b>', '標籤'] })
    const { text: back } = await answer(mona, made.id, { text })
    expect(back).toBe(text)
  })

  test('a thread bears the place that its author chose, byte for byte, until they choose none; a draft keeps it too', async () => {
    const place = { name: '深圳 · <b>南山</b>', lat: 22.533_333, lon: -113.93 }
    const { id } = await begin(mona, { place })
    expect((await look(undefined, id)).place).toEqual(place)
    await cloud.ask(editThread, { id, board_id, title: 'A harbour', content: 'x' }, mona)
    expect((await look(undefined, id)).place).toBeNull()
    const draft = newId()
    await cloud.ask(saveDraft, { id: draft, place }, mona)
    expect((await cloud.ask(drafts, {}, mona)).data.data[0]).toMatchObject({ id: draft, place })
    for (const wrong of [
      { ...place, lat: 91 },
      { ...place, lon: -181 },
      { ...place, name: 'x'.repeat(81) },
      { ...place, name: ' ' },
    ])
      expect(await cloud.ask(post, { id: newId(), board_id, title: 'x', content: 'x', place: wrong }, mona)).toMatchObject({
        code: Code.invalid,
        data: { field: 'place' },
      })
  })

  test('a moderator sees the role in their own profile', async () => {
    expect((await cloud.ask(profile, {}, mona)).data.role).toBe('moderator')
    expect((await cloud.ask(profile, {}, anna)).data.role).toBe('')
  })

  test('ids, floors and cursors beyond all that there are find nothing or the end, and are never a fault', async () => {
    const { id } = await begin(anna)
    await answer(bert, id)
    for (const floor of [2_147_483_648, Number.MAX_SAFE_INTEGER]) {
      expectCode(await cloud.ask(readThread, { id, floor }, bert), 'ok')
      expect((await floors(bert, id, { floor })).data).toMatchObject([{ floor: 1 }])
    }
    for (const cursor of ['n999999999', 'p999999999']) expectCode(await cloud.ask(replies, { thread_id: id, cursor }), 'ok')
    for (const cursor of ['x', 'n', 'n-1', '1', 'n1.2', 't99999999999999999'])
      expect(await cloud.ask(replies, { thread_id: id, cursor }), cursor).toMatchObject({
        code: Code.invalid,
        data: { field: 'cursor' },
      })
    for (const cursor of ['x', '1', '1.x', '99999999999999999.1'])
      expect(await cloud.ask(threads, { cursor }), cursor).toMatchObject({ code: Code.invalid, data: { field: 'cursor' } })
    expectCode(await cloud.ask(threads, { cursor: '999999999999999.999999999999999' }), 'ok')
    for (const far of ['999999999999999', '2147483648', '0', '-1', '1e3', ' 1', '1 or 1=1']) {
      expect((await cloud.ask(thread, { id: far }, bert)).code, far).toBe(Code.notFound)
      expect((await cloud.ask(like, { id: `${id}-${far}`, type: 'reply' }, bert)).code, far).toBe(Code.notFound)
    }
    for (const board of [2_147_483_648, Number.MAX_SAFE_INTEGER, -1]) {
      expectCode(await cloud.ask(threads, { board_id: board }), 'notFound')
      expectCode(await cloud.ask(searchThreads, { q: 'x', board_id: board }), 'notFound')
      expect((await cloud.ask(listByCategory, { category_id: board })).code).toBe(board < 0 ? Code.invalid : Code.notFound)
      expectCode(await cloud.ask(post, { id: newId(), board_id: board, title: 'x', content: 'x' }, bert), 'invalid')
    }
  })

  test('P17: how far one has read does not tell how many replies are for the author’s eyes', async () => {
    const { id } = await begin(carl, { options: { ...options, author_only: true } })
    await answer(carl, id)
    for (let hidden = 0; hidden < 3; hidden += 1) await answer(anna, id)
    await cloud.ask(readThread, { id, floor: 99 }, bert)
    expect(await look(bert, id)).toMatchObject({ read_floor: 1, replies: 1, is_new: false })
    await cloud.ask(readThread, { id, floor: 99 }, carl)
    expect(await look(carl, id)).toMatchObject({ read_floor: 4, replies: 4 })
  })
})
