import { Code } from '@homeport/contract/kit/codes.ts'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addUser } from '../account/store.ts'
import type { Trx } from '../kit/db.ts'
import { Refusal } from '../kit/refusal.ts'
import { eachDb, type TestDb } from '../testing/db.ts'
import { block, follow, partSome, markErased, unblock, unfollow } from './edge.store.ts'
import { blockedBy, listOf, personOf } from './store.ts'

eachDb('people', (open) => {
  let opened: TestDb
  beforeEach(async () => {
    opened = await open()
    await join('ann', 'bob', 'cat', 'dan')
  })
  afterEach(() => opened.drop())

  const change = <T>(work: (trx: Trx) => Promise<T>) => opened.db.transaction().execute(work)
  async function join(...names: string[]): Promise<void> {
    for (const name of names)
      await change((trx) => addUser(trx, { user_id: name, username: name, password_hash: '', created_at: 5_000 }))
  }
  const between = (by: string, user_id: string) => ({ by, user_id })
  const follows = (by: string, user_id: string, now = 1) => change((trx) => follow(trx, between(by, user_id), now))
  const blocks = (by: string, user_id: string) => change((trx) => block(trx, between(by, user_id), 1))
  const whole = { limit: 10, offset: 0 }
  const list = (asker: string, userId: string, side: 'fans' | 'follows') => listOf(opened.db, { asker, userId, side }, whole)
  const names = async (...query: Parameters<typeof list>) => (await list(...query)).data.map(({ user_id }) => user_id)
  const codeOf = (promise: Promise<unknown>) =>
    promise.then(
      () => 200,
      (error: unknown) => (error instanceof Refusal ? error.code : error),
    )

  test('a person’s page shows what each has with the other, and counts', async () => {
    expect(await follows('ann', 'bob')).toBe(true)
    expect(await follows('ann', 'bob')).toBe(false)
    await follows('cat', 'bob')
    expect(await personOf(opened.db, 'ann', 'bob')).toEqual({
      user_id: 'bob',
      username: 'bob',
      nickname: 'bob',
      avatar: '',
      is_followed: true,
      follows_me: false,
      is_blocked: false,
      gender: 'private',
      region: '',
      joined_at: 5,
      counts: { posts: 0, fans: 2, follows: 0, favorites: 0, bookmarks: 0 },
    })
    expect(await personOf(opened.db, 'bob', 'ann')).toMatchObject({
      is_followed: false,
      follows_me: true,
      counts: { follows: 1 },
    })
    await change((trx) => unfollow(trx, between('ann', 'bob')))
    await change((trx) => unfollow(trx, between('ann', 'bob')))
    expect(await personOf(opened.db, 'ann', 'bob')).toMatchObject({ is_followed: false, counts: { fans: 1 } })
    expect(await personOf(opened.db, 'ann', 'nobody')).toBeUndefined()
  })

  test('followers come newest first and by pages', async () => {
    for (const [at, name] of ['bob', 'cat', 'dan'].entries()) await follows(name, 'ann', at)
    expect(await names('ann', 'ann', 'fans')).toEqual(['dan', 'cat', 'bob'])
    expect(await listOf(opened.db, { asker: 'ann', userId: 'ann', side: 'fans' }, { limit: 2, offset: 2 })).toMatchObject({
      total: 3,
      data: [{ user_id: 'bob' }],
    })
    expect(await names('ann', 'cat', 'follows')).toEqual(['ann'])
  })

  test('a block parts both, hides each from the other in lists, and is taken back by who made it', async () => {
    await follows('ann', 'bob')
    await follows('bob', 'ann')
    await follows('bob', 'cat')
    await follows('dan', 'cat')
    expect(await blocks('ann', 'bob')).toBe(true)
    expect(await blocks('ann', 'bob')).toBe(false)
    expect(await personOf(opened.db, 'bob', 'ann')).toBeUndefined()
    expect(await personOf(opened.db, 'ann', 'bob')).toMatchObject({
      is_blocked: true,
      is_followed: false,
      counts: { fans: 0, follows: 1 },
    })
    expect(await list('ann', 'cat', 'fans')).toMatchObject({ total: 1, data: [{ user_id: 'dan' }] })
    expect(await list('dan', 'cat', 'fans')).toMatchObject({ total: 2 })
    expect(await codeOf(follows('bob', 'ann'))).toBe(Code.notFound)
    expect(await codeOf(follows('ann', 'bob'))).toBe(Code.notAllowed)
    expect(await blockedBy(opened.db, 'ann', { limit: 9, offset: 0 })).toMatchObject({ total: 1, data: [{ user_id: 'bob' }] })
    expect(await change((trx) => unblock(trx, between('bob', 'ann')))).toBe(false)
    expect(await change((trx) => unblock(trx, between('ann', 'bob')))).toBe(true)
    expect(await follows('bob', 'ann')).toBe(true)
  })

  test('P36: one who is gone follows nobody, is followed by nobody, and nothing begins with them again', async () => {
    await follows('ann', 'bob')
    await follows('cat', 'ann')
    await blocks('dan', 'ann')
    await change((trx) => markErased(trx, 'ann'))
    expect(await codeOf(follows('bob', 'ann'))).toBe(Code.notFound)
    expect(await codeOf(blocks('bob', 'ann'))).toBe(Code.notFound)
    while (await change((trx) => partSome(trx, 'ann', 1)));
    expect((await personOf(opened.db, 'cat', 'bob'))?.counts.fans).toBe(0)
    expect((await personOf(opened.db, 'bob', 'cat'))?.counts.follows).toBe(0)
    expect(await blockedBy(opened.db, 'dan', { limit: 9, offset: 0 })).toEqual({ data: [], total: 0 })
  })

  const action = fc.record({
    what: fc.constantFrom('follow', 'follow', 'follow', 'unfollow', 'block', 'unblock', 'erase'),
    by: fc.nat(4),
    to: fc.nat(4),
  })

  test(
    'P40: followers and following equal a recount after any storm of follows, blocks and erasures at once',
    { timeout: 60_000 },
    async () => {
      let run = 0
      await fc.assert(
        fc.asyncProperty(fc.array(action, { minLength: 20, maxLength: 60 }), async (actions) => {
          run += 1
          const people = [0, 1, 2, 3, 4].map((one) => `run${run}-${one}`)
          await join(...people)
          const gone = new Set<string>()
          await Promise.all(
            actions.map(async ({ what, by: from, to }) => {
              const [by = '', user_id = ''] = [people[from], people[to]]
              const pair = { by, user_id }
              if (what === 'erase') {
                // At most one of the five users is erased: with more, the storm would prove nothing.
                if (from !== 0) return
                gone.add(by)
                await change((trx) => markErased(trx, by))
                while (await change((trx) => partSome(trx, by, 2)));
                return
              }
              if (from === to) return
              const work = {
                follow: (trx: Trx) => follow(trx, pair, 1),
                unfollow: (trx: Trx) => unfollow(trx, pair),
                block: (trx: Trx) => block(trx, pair, 1),
                unblock: (trx: Trx) => unblock(trx, pair),
              }[what]
              const code = await codeOf(change<unknown>(work))
              expect([Code.ok, Code.notAllowed, Code.notFound]).toContain(code)
            }),
          )
          const edges = await opened.db.selectFrom('follows').selectAll().where('by_id', 'in', people).execute()
          const blocks = await opened.db.selectFrom('blocks').selectAll().where('by_id', 'in', people).execute()
          const counts = await opened.db.selectFrom('person_counts').selectAll().where('user_id', 'in', people).execute()
          for (const { user_id, fans, follows: following } of counts) {
            expect(fans).toBe(edges.filter((edge) => edge.user_id === user_id).length)
            expect(following).toBe(edges.filter((edge) => edge.by_id === user_id).length)
          }
          for (const { by_id, user_id } of edges) {
            expect(blocks.some((wall) => wall.by_id === user_id && wall.user_id === by_id)).toBe(false)
            expect(gone.has(by_id) || gone.has(user_id)).toBe(false)
          }
        }),
        { numRuns: 25 },
      )
    },
  )
})
