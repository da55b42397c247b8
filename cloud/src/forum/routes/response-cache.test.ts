import { Code } from '@homeport/contract/kit/codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  boards,
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
  tags,
  thread,
  threads,
  threadsOf,
  unfavorite,
  unlike,
} from '@homeport/contract/forum.ts'
import { logout } from '@homeport/contract/account.ts'
import { searchThreads } from '@homeport/contract/forum-search.ts'
import { listByCategory, recommend } from '@homeport/contract/home.ts'
import type { Call, In, Shape } from '@homeport/contract/kit/operation.ts'
import { block, person, unblock } from '@homeport/contract/people.ts'
import { startTestCloud } from '../../testing/cloud.ts'
import { nameModerator } from '../../testing/moderator.ts'
import { eachCloud, type TestCloud } from '../../testing/app-socket.ts'
import { newId } from '../../kit/auth.ts'
import type { TestUser } from '../../testing/forum-people.ts'

const board_id = 213

eachCloud('no answer is ever stale for a write', (start) => {
  let cloud: TestCloud
  /** A second process on the same database server; SQLite has one alone. */
  let other: TestCloud
  let anna: TestUser
  let bert: TestUser
  let mona: TestUser
  beforeAll(async () => {
    const now = () => 1_795_000_000_000
    cloud = await start({}, { now })
    const { folder: dataFolder, databaseUrl } = cloud
    other = databaseUrl === undefined ? cloud : await startTestCloud({ dataFolder, databaseUrl }, { now })
    anna = await cloud.signUp('anna')
    bert = await cloud.signUp('bert')
    mona = await cloud.signUp('mona')
    await nameModerator(cloud, 'mona')
  })
  afterAll(async () => {
    await other.stop()
    await cloud.stop()
  })

  /** Every reading call of the forum, by a guest, the author, another user and a moderator. */
  async function look(at: TestCloud, id: string): Promise<Record<string, string>> {
    const seen: Record<string, string> = {}
    const asking: Promise<void>[] = []
    for (const [name, asker] of Object.entries({ guest: undefined, anna, bert, mona })) {
      const see = <I extends Shape, O extends Shape>(what: string, call: Call<I, O>, input: In<I>) =>
        asking.push(
          at.ask(call, input, asker).then(({ code, data }) => {
            seen[`${what} ${name}`] = JSON.stringify({ code, data })
          }),
        )
      see('boards', boards, {})
      see('all', threads, {})
      see('hot', threads, { sort: 'hot', board_id: 202 })
      see('featured', threads, { sort: 'featured' })
      see('unanswered', threads, { sort: 'unanswered', board_id })
      see('tagged', threads, { tag: 'zebra' })
      see('thread', thread, { id })
      see('replies', replies, { thread_id: id })
      see('history', history, { id, type: 'thread' })
      see('tags', tags, {})
      see('front', listByCategory, { category_id: 202 })
      see('recommended', recommend, {})
      // A signed-in user's search is stored: this write would hide the effect of others.
      if (!asker) see('search', searchThreads, { q: 'stale' })
      if (!asker) continue
      see('person', person, { user_id: anna.user_id })
      see('threads of', threadsOf, { user_id: anna.user_id })
      see('replies of', repliesOf, { user_id: bert.user_id })
      see('favourites', favoritesOf, {})
    }
    await Promise.all(asking)
    return seen
  }

  test('posts, edits, likes, favourites, reading, moderation, blocks and deletions show in the very next response, in this process and in another', async () => {
    const written = { board_id, title: 'Stale zebra', content: 'Where?', tags: ['zebra'] }
    const { id } = (await cloud.ask(post, { id: newId(), ...written }, anna)).data
    const replyId = `${id}-1`
    const order = (what: 'hide' | 'show' | 'lock' | 'unlock' | 'pin' | 'feature') => () =>
      cloud.ask(moderate, { id, type: 'thread', what }, mona)
    const steps: [string, () => Promise<{ code: number }>, string[]][] = [
      [
        'a second thread',
        () => cloud.ask(post, { id: newId(), ...written, title: 'Another stale one' }, anna),
        [
          'boards guest',
          'all bert',
          'hot guest',
          'unanswered mona',
          'tagged guest',
          'search guest',
          'tags guest',
          'front guest',
          'recommended bert',
          'person bert',
          'threads of anna',
        ],
      ],
      [
        'a reply',
        () => cloud.ask(reply, { id: newId(), thread_id: id, text: 'Here' }, bert),
        [
          'boards guest',
          'all anna',
          'hot mona',
          'unanswered guest',
          'thread guest',
          'replies guest',
          'replies anna',
          'front bert',
          'replies of anna',
        ],
      ],
      ['an edited reply', () => cloud.ask(editReply, { id: replyId, text: 'There' }, bert), ['replies guest', 'replies of mona']],
      [
        'an edited thread',
        () => cloud.ask(editThread, { id, ...written, title: 'Stale okapi', tags: ['okapi'] }, anna),
        [
          'all guest',
          'tagged guest',
          'thread bert',
          'history guest',
          'search guest',
          'tags mona',
          'front guest',
          'recommended guest',
          'threads of bert',
        ],
      ],
      [
        'a liked thread',
        () => cloud.ask(like, { id, type: 'thread' }, bert),
        ['thread guest', 'thread bert', 'all anna', 'recommended mona'],
      ],
      ['a liked reply', () => cloud.ask(like, { id: replyId, type: 'reply' }, anna), ['replies guest', 'replies anna']],
      ['a like taken back', () => cloud.ask(unlike, { id, type: 'thread' }, bert), ['thread guest', 'thread bert']],
      ['a kept thread', () => cloud.ask(favorite, { id, type: 'thread' }, bert), ['thread bert', 'favourites bert']],
      ['a thread kept no longer', () => cloud.ask(unfavorite, { id, type: 'thread' }, bert), ['thread bert', 'favourites bert']],
      ['a read thread', () => cloud.ask(readThread, { id, floor: 1 }, bert), ['thread bert', 'all bert', 'thread guest']],
      ['a pinned thread', order('pin'), ['thread guest', 'all guest', 'hot bert']],
      ['a featured thread', order('feature'), ['thread guest', 'featured guest', 'featured bert']],
      ['a locked thread', order('lock'), ['thread bert', 'all guest']],
      [
        'a hidden thread',
        order('hide'),
        [
          'thread guest',
          'replies bert',
          'all guest',
          'search guest',
          'boards guest',
          'threads of bert',
          'front guest',
          'recommended anna',
          'person mona',
        ],
      ],
      [
        'a thread shown again',
        order('show'),
        ['thread guest', 'replies bert', 'all guest', 'search guest', 'boards guest', 'tags guest'],
      ],
      ['an unlocked thread', order('unlock'), ['thread bert']],
      [
        'a block',
        () => cloud.ask(block, { user_id: anna.user_id }, bert),
        ['thread bert', 'replies bert', 'replies anna', 'all bert', 'person bert', 'recommended bert', 'front bert'],
      ],
      [
        'a block taken back',
        () => cloud.ask(unblock, { user_id: anna.user_id }, bert),
        ['thread bert', 'replies anna', 'all bert'],
      ],
      [
        'a removed reply',
        () => cloud.ask(remove, { id: replyId, type: 'reply' }, bert),
        ['replies guest', 'thread guest', 'boards guest', 'replies of anna'],
      ],
      [
        'a removed thread',
        () => cloud.ask(remove, { id, type: 'thread' }, anna),
        ['thread guest', 'replies guest', 'all guest', 'search guest', 'boards guest', 'threads of bert', 'person bert'],
      ],
    ]
    // Only the second request of a key is cached.
    for (const at of [cloud, other]) await look(at, id)
    let before = await look(cloud, id)
    expect(await look(other, id)).toEqual(before)
    for (const [what, write, changes] of steps) {
      expect((await write()).code, what).toBe(Code.ok)
      const after = await look(cloud, id)
      expect(
        changes.filter((key) => after[key] === before[key]),
        `unchanged by ${what}`,
      ).toEqual([])
      expect(await look(other, id), `elsewhere after ${what}`).toEqual(after)
      before = after
    }
  })

  test('P10: whoever signed out is a guest in the very next response, in this process and in another', async () => {
    const { id } = (await cloud.ask(post, { id: newId(), board_id, title: 'Liked', content: 'Who?', tags: [] }, anna)).data
    for (const [name, at] of Object.entries({ local: cloud, second: other })) {
      const guest = await cloud.signUp(`goes_${name}`)
      await cloud.ask(like, { id, type: 'thread' }, guest)
      const isLiked = async (from: TestCloud) => (await from.ask(thread, { id }, guest)).data.is_liked
      for (const from of [cloud, other, cloud, other, cloud, other]) expect(await isLiked(from), name).toBe(true)
      expect((await at.ask(logout, {}, guest)).code).toBe(Code.ok)
      expect([await isLiked(cloud), await isLiked(other)], name).toEqual([false, false])
    }
  })

  test('a cached response is the same bytes under the same headers as the first one, compressed or not, whatever the order of the fields', async () => {
    const { id } = (await cloud.ask(post, { id: newId(), board_id, title: '同じ', content: 'x'.repeat(2_000), tags: [] }, anna))
      .data
    const read = async (encoding: string, form: string) => {
      const response = await fetch(`${cloud.url}/en/forum${thread.path}`, {
        method: 'POST',
        headers: { Token: bert.token, 'Accept-Encoding': encoding, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: form,
      })
      const headers = [...response.headers].filter(([name]) => name !== 'date')
      return { headers, text: await response.text() }
    }
    for (const encoding of ['identity', 'gzip', 'br']) {
      const first = await read(encoding, `id=${id}&unknown=${encoding}`)
      expect(first.headers).toContainEqual(['content-type', 'application/json; charset=utf-8'])
      expect(JSON.parse(first.text)).toMatchObject({ code: Code.ok, msg: 'ok', data: { id, title: '同じ' } })
      for (let turn = 0; turn < 3; turn += 1) expect(await read(encoding, `id=${id}&unknown=${encoding}`)).toEqual(first)
      expect((await read(encoding, `unknown=${encoding}&id=${id}`)).text).toBe(first.text)
      expect((await read(encoding, `id=${id}&unknown=${'a'.repeat(600)}`)).text).toBe(first.text)
    }
  })
})
