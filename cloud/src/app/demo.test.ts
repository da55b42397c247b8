import { expect, test } from 'vitest'
import { login } from '@homeport/contract/account.ts'
import { thread, threads } from '@homeport/contract/forum.ts'
import { recommend } from '@homeport/contract/home.ts'
import { demoEn } from './demo-en.ts'
import { demoZh } from './demo-zh.ts'
import { tourist } from './demo.ts'
import { eachCloud } from './test-line.ts'

test('both realms have the same boards filled, each in its own words', () => {
  expect(demoZh.threads.map(({ board }) => board)).toEqual(demoEn.threads.map(({ board }) => board))
  for (const { title } of demoZh.threads) expect(title).toMatch(/\p{Script=Han}/u)
})

eachCloud('a tour', (start) => {
  test('finds threads of people, with replies, and an account; a second start adds nothing', async () => {
    const cloud = await start({ demo: true }, {})
    for (const lang of ['en', 'zh'] as const) {
      const { data } = await cloud.ask(threads, {}, { lang })
      expect(data.data).toHaveLength(demoEn.threads.length)
      expect(data.data[0]?.is_pinned).toBe(true)
      expect((await cloud.ask(recommend, {}, { lang })).data.data.length).toBeGreaterThan(5)
      const first = (await cloud.ask(thread, { id: data.data[0]?.id ?? '' }, { lang })).data
      expect(first.replies).toBeGreaterThan(2)
      expect((await cloud.ask(login, { ...tourist, agreed: 1 }, { lang })).code).toBe(200)
    }
    await cloud.stop()
  })

  test('never touches a realm that people use', async () => {
    const cloud = await start({}, {})
    await cloud.signUp('real')
    const again = await start({ demo: true, dataFolder: cloud.folder, databaseUrl: cloud.databaseUrl }, {})
    expect((await again.ask(threads, {})).data.data).toEqual([])
    await again.stop()
    await cloud.stop()
  })
})
