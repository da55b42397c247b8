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
  expect(await cloud.ask(follow, { user_id: id('bert') }, { token })).toMatchObject({ code: 200, data: null })
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
  for (let twice = 0; twice < 2; twice += 1)
    expect((await cloud.ask(unfollow, { user_id: id('bert') }, { token })).code).toBe(200)
  expect((await page('anna', id('bert'))).data).toMatchObject({ is_followed: false, counts: { fans: 0 } })
})

test('nobody follows or blocks themselves; an id that cannot be one is refused by name', async () => {
  const { token, user_id } = one('anna')
  for (const call of [follow, block])
    expect(await cloud.ask(call, { user_id }, { token })).toMatchObject({
      code: 4000,
      msg: 'You can’t do this to yourself',
      data: { field: 'user_id', rule: 'oneself' },
    })
  for (const wrong of ['', 'a b', "'", '\0', 'x'.repeat(65)])
    expect(await cloud.ask(follow, { user_id: wrong }, { token })).toMatchObject({ code: 4000, data: { field: 'user_id' } })
})

test('P16: nobody, an unknown id and one who blocked the asker answer alike', async () => {
  const { token } = one('carl')
  expect((await cloud.ask(block, { user_id: id('carl') }, { token: one('anna').token })).code).toBe(200)
  for (const user_id of ['nobody', id('anna')]) {
    for (const call of [person, fans, follows, follow, unfollow, block, unblock])
      expect(await cloud.ask<typeof call.input, typeof call.output>(call, { user_id }, { token }), call.path).toEqual({
        code: 4004,
        msg: 'Not found',
        data: null,
      })
  }
  expect((await cloud.ask(blocked, {}, { token: one('anna').token })).data).toMatchObject({
    total: 1,
    data: [{ username: 'carl' }],
  })
  expect((await page('anna', id('carl'))).data).toMatchObject({ is_blocked: true })
  expect((await cloud.ask(follow, { user_id: id('carl') }, { token: one('anna').token })).code).toBe(4003)
  expect((await cloud.ask(unblock, { user_id: id('carl') }, { token: one('anna').token })).code).toBe(200)
  expect((await page('carl', id('anna'))).code).toBe(200)
})

test('P18: who is in one realm is nobody in the other', async () => {
  const zhang = await cloud.signUp('zhang', 'zh')
  for (const call of [person, follow, block])
    expect(
      (await cloud.ask<typeof call.input, typeof call.output>(call, { user_id: id('anna') }, { token: zhang.token, lang: 'zh' }))
        .code,
    ).toBe(4004)
  expect((await cloud.ask(person, {}, { token: zhang.token })).code).toBe(1002)
  expect((await cloud.ask(follow, { user_id: zhang.user_id }, { token: one('anna').token })).code).toBe(4004)
})
