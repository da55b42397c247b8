import { expectCode } from '../testing/codes.ts'
import { expect, test } from 'vitest'
import { until } from '../../../testing/until.ts'
import { login } from '@homeport/contract/account.ts'
import { post, replies, thread, threads } from '@homeport/contract/forum.ts'
import { announcements, updates } from '@homeport/contract/shape/well-known-boards.ts'
import { getBullet } from '@homeport/contract/guide.ts'
import { listByCategory, recommend } from '@homeport/contract/home.ts'
import { langs, type Lang } from '@homeport/contract/kit/operation.ts'
import { demoEn } from './content-en.ts'
import { demoZh } from './content-zh.ts'
import { tourist } from './demo.ts'
import { eachCloud, type TestCloud } from '../testing/app-socket.ts'

test('both realms have the same boards filled, each in its own words, by people who are there', () => {
  expect(demoZh.threads.map(({ board }) => board)).toEqual(demoEn.threads.map(({ board }) => board))
  expect(demoZh.bullets.map(({ video, atMs }) => [video, atMs])).toEqual(demoEn.bullets.map(({ video, atMs }) => [video, atMs]))
  for (const { content } of demoZh.threads) expect(content).toMatch(/\p{Script=Han}/u)
  for (const { people, threads: all, bullets } of [demoEn, demoZh]) {
    const names = [...people, tourist.username]
    for (const { by, title, replies: answers } of all) {
      expect(title.length).toBeLessThanOrEqual(80)
      expect(names).toContain(by)
      for (const [authorName, text, toFloor = 0] of answers) {
        expect(names, text).toContain(authorName)
        expect(toFloor).toBeLessThan(answers.findIndex((one) => one[1] === text) + 1)
      }
    }
    for (const { by } of bullets) expect(names).toContain(by)
  }
})

const inBoards = demoEn.threads.length
const filled = (cloud: TestCloud, lang: Lang) =>
  until('the demo is filled', async () => (await cloud.ask(getBullet, { video_id: 'place' }, { lang })).data.data.length > 3)

eachCloud('a tour', (start) => {
  test('finds threads of people, with replies, pictures and comments, and an account; a second start adds nothing', async () => {
    const cloud = await start({ demo: true }, {})
    for (const lang of langs) {
      await filled(cloud, lang)
      const { data } = await cloud.ask(threads, { limit: 50 }, { lang })
      expect(data.data).toHaveLength(inBoards)
      expect(data.data[0]?.is_pinned).toBe(true)
      // P40: views count the people who opened the thread, including those who replied
      const { people } = lang === 'zh' ? demoZh : demoEn
      for (const { views, replies: answers } of data.data) {
        expect(views).toBeGreaterThanOrEqual(answers > 0 ? 2 : 1)
        expect(views).toBeLessThanOrEqual(people.length + 1)
      }
      expect((await cloud.ask(recommend, {}, { lang })).data.data.length).toBeGreaterThan(5)
      for (const board of [announcements, updates])
        expect((await cloud.ask(listByCategory, { category_id: board[lang], limit: 1 }, { lang })).data.data).toHaveLength(1)
      const seaside = data.data.filter(({ images, tags }) => images.length === 1 && tags.length === 0)
      expect((await cloud.ask(thread, { id: seaside[0]?.id ?? '' }, { lang })).data.place?.name).toBeTruthy()
      const shown = data.data.find(({ images }) => images.length > 0)
      const { data: whole } = await cloud.ask(thread, { id: shown?.id ?? '' }, { lang })
      expect(whole.replies).toBe((await cloud.ask(replies, { thread_id: whole.id, limit: 50 }, { lang })).data.data.length)
      const picture = await fetch(`${cloud.url}/${lang}/forum/picture/${whole.images[0]?.id}`)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expectCode(await cloud.ask(login, { ...tourist, agreed: 1 }, { lang }), 'ok')
    }
    await cloud.end()
    const again = await start({ demo: true, dataFolder: cloud.folder, databaseUrl: cloud.databaseUrl }, {})
    await again.end()
    const without = await start({ dataFolder: cloud.folder, databaseUrl: cloud.databaseUrl }, {})
    for (const lang of langs) expect((await without.ask(threads, { limit: 50 }, { lang })).data.data).toHaveLength(inBoards)
    for (const one of [without, again, cloud]) await one.stop()
  })

  test('never touches a realm in which somebody has written, and leaves a name to whom it belongs', async () => {
    const cloud = await start({}, {})
    const { token } = await cloud.signUp('real', 'zh')
    await cloud.signUp('paper-boat')
    const written = { id: 'written-by-hand-01', board_id: 105, title: '我的', content: '第一个帖子' }
    expectCode(await cloud.ask(post, written, { token, lang: 'zh' }), 'ok')
    await cloud.end()
    const again = await start({ demo: true, dataFolder: cloud.folder, databaseUrl: cloud.databaseUrl }, {})
    await filled(again, 'en')
    const { data } = await again.ask(threads, { limit: 50 })
    expect(data.data.length).toBeGreaterThan(5)
    expect(data.data.filter(({ author }) => author?.username === 'paper-boat')).toEqual([])
    expect((await again.ask(threads, {}, { lang: 'zh' })).data.data.map(({ title }) => title)).toEqual(['我的'])
    for (const one of [again, cloud]) await one.stop()
  })
})
