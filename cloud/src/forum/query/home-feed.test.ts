/** Home and explore over the real forum: new posts are listed, as each asker may see them. */
import { expectCode } from '../../testing/codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boards, post, threads } from '@homeport/contract/forum.ts'
import { searchThreads } from '@homeport/contract/forum-search.ts'
import { listByCategory, recommend } from '@homeport/contract/home.ts'
import { block } from '@homeport/contract/people.ts'
import { eachCloud, type TestCloud } from '../../testing/app-socket.ts'

eachCloud('the front page', (start) => {
  let cloud: TestCloud
  let anna = { token: '', user_id: '' }
  let bert = { token: '', user_id: '' }
  let boardId = 0
  beforeAll(async () => {
    cloud = await start()
    anna = await cloud.signUp('anna')
    bert = await cloud.signUp('bert')
    const open = (await cloud.ask(boards, {})).data.data.find(({ is_closed }) => !is_closed)
    boardId = open?.id ?? 0
    const thread = { id: 'front-page-thread-1', board_id: boardId, title: 'Seen on the <b>front</b>', content: 'words' }
    expectCode(await cloud.ask(post, thread, anna), 'ok')
  })
  afterAll(() => cloud.stop())

  const recommended = async (asker: { token?: string } = {}) =>
    (await cloud.ask(recommend, {}, asker)).data.data.map(({ title }) => title)

  test('a thread is recommended and listed at once, to guests too, byte for byte', async () => {
    expect(await recommended()).toContain('Seen on the <b>front</b>')
    expect((await cloud.ask(listByCategory, { category_id: boardId, limit: 3 })).data).toMatchObject({
      total: 1,
      page: 1,
      limit: 3,
      data: [{ title: 'Seen on the <b>front</b>' }],
    })
    expectCode(await cloud.ask(listByCategory, { category_id: 9_999 }), 'notFound')
  })

  test('between two of whom one blocked the other nothing is recommended', async () => {
    expectCode(await cloud.ask(block, { user_id: anna.user_id }, bert), 'ok')
    expect(await recommended(bert)).toEqual([])
    expect(await recommended(anna)).toContain('Seen on the <b>front</b>')
  })

  test('P18: the other realm knows nothing of it', async () => {
    const other = { lang: 'zh' } as const
    expect((await cloud.ask(recommend, {}, other)).data.data).toEqual([])
    expect((await cloud.ask(threads, { limit: 50 }, other)).data.data).toEqual([])
    const matches = async (asker: { lang?: 'zh' }) =>
      (await cloud.ask(searchThreads, { q: 'Seen on', limit: 50 }, asker)).data.data
    expect(await matches({})).toHaveLength(1)
    expect(await matches(other)).toEqual([])
  })
})
