import { expectCode } from '../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { block, blocked, fans, follow, follows, person, unblock, unfollow } from '@homeport/contract/people.ts'
import { startTestCloud } from '../testing/cloud.ts'

let cloud: Awaited<ReturnType<typeof startTestCloud>>
const people = new Map<string, { token: string; user_id: string }>()
beforeAll(async () => {
  cloud = await startTestCloud()
  for (const name of ['anna', 'bert', 'carl']) people.set(name, await cloud.signUp(name))
})
afterAll(() => cloud.stop())

const one = (name: string) => people.get(name) ?? { token: '', user_id: '' }
const id = (name: string) => one(name).user_id
const page = (asker: string, of: string) => cloud.ask(person, { user_id: of }, { token: one(asker).token })

test('anna follows bert: both pages, both lists and the reminder of it say so, and she takes it back', async () => {
  const { token } = one('anna')
  expect(await cloud.ask(follow, { user_id: id('bert') }, { token })).toMatchObject({ code: Code.ok, data: null })
  expect((await page('anna', id('bert'))).data).toMatchObject({ username: 'bert', is_followed: true, counts: { fans: 1 } })
  expect((await page('anna', '')).data).toMatchObject({ username: 'anna', counts: { follows: 1 } })
  expect((await cloud.ask(fans, {}, { token: one('bert').token })).data).toMatchObject({
    total: 1,
    page: 1,
    limit: 99,
    data: [{ username: 'anna', is_followed: false, follows_me: true }],
  })
  expect((await cloud.ask(follows, { user_id: id('anna'), limit: 5 }, { token: one('carl').token })).data).toMatchObject({
    total: 1,
    limit: 5,
    data: [{ username: 'bert', is_followed: false }],
  })
  for (let twice = 0; twice < 2; twice += 1) expectCode(await cloud.ask(unfollow, { user_id: id('bert') }, { token }), 'ok')
  expect((await page('anna', id('bert'))).data).toMatchObject({ is_followed: false, counts: { fans: 0 } })
})

test('nobody follows or blocks themselves; an id that cannot be one is refused by name', async () => {
  const { token, user_id } = one('anna')
  for (const call of [follow, block])
    expect(await cloud.ask(call, { user_id }, { token })).toMatchObject({
      code: Code.invalid,
      msg: 'You can’t do this to yourself',
      data: { field: 'user_id', rule: 'oneself' },
    })
  for (const wrong of ['', 'a b', "'", '\0', 'x'.repeat(65)])
    expect(await cloud.ask(follow, { user_id: wrong }, { token })).toMatchObject({
      code: Code.invalid,
      data: { field: 'user_id' },
    })
})

test('P16: nobody, an unknown id and one who blocked the asker answer alike', async () => {
  const { token } = one('carl')
  expectCode(await cloud.ask(block, { user_id: id('carl') }, { token: one('anna').token }), 'ok')
  for (const user_id of ['nobody', id('anna')]) {
    for (const call of [person, fans, follows, follow, unfollow, block, unblock])
      expect(await cloud.ask<typeof call.input, typeof call.output>(call, { user_id }, { token }), call.path).toEqual({
        code: Code.notFound,
        msg: 'Not found',
        data: null,
      })
  }
  expect((await cloud.ask(blocked, {}, { token: one('anna').token })).data).toMatchObject({
    total: 1,
    data: [{ username: 'carl' }],
  })
  expect((await page('anna', id('carl'))).data).toMatchObject({ is_blocked: true })
  expectCode(await cloud.ask(follow, { user_id: id('carl') }, { token: one('anna').token }), 'notAllowed')
  expectCode(await cloud.ask(unblock, { user_id: id('carl') }, { token: one('anna').token }), 'ok')
  expectCode(await page('carl', id('anna')), 'ok')
})

test('P18: who is in one realm is nobody in the other', async () => {
  const zhang = await cloud.signUp('zhang', 'zh')
  for (const call of [person, follow, block])
    expect(
      (await cloud.ask<typeof call.input, typeof call.output>(call, { user_id: id('anna') }, { token: zhang.token, lang: 'zh' }))
        .code,
    ).toBe(Code.notFound)
  expectCode(await cloud.ask(person, {}, { token: zhang.token }), 'unknownToken')
  expectCode(await cloud.ask(follow, { user_id: zhang.user_id }, { token: one('anna').token }), 'notFound')
})
