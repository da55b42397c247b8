/** The forum against who means ill. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  boards,
  editThread,
  post,
  reply,
  replies,
} from '@homeport/contract/forum.ts'
import { nameModerator } from '../app/test-desk.ts'
import { eachCloud, type TestCloud } from '../app/test-line.ts'
import { newId } from '../kit/who.ts'

type Who = { token: string; user_id: string }

eachCloud('the forum against who means ill', (start) => {
  let cloud: TestCloud
  let anna: Who
  let bert: Who
  let carl: Who
  let mona: Who
  beforeAll(async () => {
    cloud = await start()
    anna = await cloud.signUp('anna')
    bert = await cloud.signUp('bert')
    carl = await cloud.signUp('carl')
    mona = await cloud.signUp('mona')
    await nameModerator(cloud, 'mona')
  })
  afterAll(() => cloud.stop())

  const board_id = 213
  const options = { reverse: false, author_only: false, notify: true }
  const forMyEyes = { ...options, author_only: true }
  const written = { board_id, title: 'A harbour', content: 'Where do you moor?' }
  type More = Partial<Parameters<typeof cloud.ask<typeof post.input, typeof post.output>>[1]>
  const begin = (who: Who, more: More = {}) => cloud.ask(post, { id: newId(), ...written, ...more }, who)
  const answer = (who: Who, thread_id: string, more: { id?: string; text?: string } = {}) =>
    cloud.ask(reply, { id: newId(), thread_id, text: 'Here', ...more }, who)
  const texts = async (who: Who | undefined, thread_id: string) =>
    (await cloud.ask(replies, { thread_id }, who)).data.data.map(({ text }) => text)

  test('P17: a board does not count what stands for an author’s eyes alone', async () => {
    const posts = async () => (await cloud.ask(boards, {})).data.data.find(({ id }) => id === board_id)?.posts ?? 0
    const before = await posts()
    const { id } = (await begin(anna, { options: forMyEyes })).data
    await answer(bert, id)
    expect(await posts()).toBe(before + 1)
    await answer(anna, id)
    expect(await posts()).toBe(before + 2)
    const open = (await begin(anna)).data.id
    await answer(bert, open)
    await cloud.ask(editThread, { id: open, ...written, options: forMyEyes }, anna)
    expect(await posts()).toBe(before + 3)
    await cloud.ask(editThread, { id: open, ...written, board_id: 205, options: forMyEyes }, anna)
    expect(await posts()).toBe(before + 2)
  })
})
