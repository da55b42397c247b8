/** The forum under hostile input. */
import { expectCode } from '../../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportData } from '@homeport/contract/account.ts'
import { unread } from '@homeport/contract/device.ts'
import {
  ban,
  boards,
  editReply,
  editThread,
  like,
  moderate,
  post,
  remove,
  replies,
  reply,
  report,
  reported,
  saveDraft,
  uploadPicture,
} from '@homeport/contract/forum.ts'
import { notifications } from '@homeport/contract/message.ts'
import { forbidWord, nameModerator } from '../../testing/moderator.ts'
import { eachCloud, type TestCloud } from '../../testing/app-socket.ts'
import { newId } from '../../kit/auth.ts'
import { signUpAll, type TestUser } from '../../testing/forum-people.ts'

const gif = new Blob([Buffer.from('R0lGODdhAQABAIAAAMQoG////ywAAAAAAQABAAACAkQBADs=', 'base64')])

eachCloud('the forum against who means ill', (start) => {
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
  const forMyEyes = { ...options, author_only: true }
  const written = { board_id, title: 'A harbour', content: 'Where do you moor?' }
  type More = Partial<Parameters<typeof cloud.ask<typeof post.input, typeof post.output>>[1]>
  const begin = (user: TestUser, more: More = {}) => cloud.ask(post, { id: newId(), ...written, ...more }, user)
  const answer = (user: TestUser, thread_id: string, more: { id?: string; text?: string } = {}) =>
    cloud.ask(reply, { id: newId(), thread_id, text: 'Here', ...more }, user)
  const upload = async ({ token }: TestUser): Promise<{ code: number; data: { id: string } }> => {
    const body = new FormData()
    body.append('file', gif, 'file')
    const headers = { Source: 'app', Token: token }
    return (await fetch(`${cloud.url}/en/${uploadPicture.host}${uploadPicture.path}`, { method: 'POST', headers, body })).json()
  }
  const texts = async (user: TestUser | undefined, thread_id: string) =>
    (await cloud.ask(replies, { thread_id }, user)).data.data.map(({ text }) => text)

  test('P17: a board does not count what only an author may see', async () => {
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

  test('P17: answers that were written for the author’s eyes alone are never opened to all by an edit', async () => {
    const { id } = (await begin(anna, { options: forMyEyes })).data
    const open = () => cloud.ask(editThread, { id, ...written, options }, anna)
    await answer(anna, id, { text: 'for all' })
    expectCode(await open(), 'ok')
    await cloud.ask(editThread, { id, ...written, options: forMyEyes }, anna)
    const own = (await answer(bert, id, { text: 'a secret of bert' })).data
    // A reply that a moderator hid for a while counts too.
    await cloud.ask(moderate, { id: own.id, type: 'reply', what: 'hide' }, mona)
    expectCode(await open(), 'notAllowed')
    await cloud.ask(moderate, { id: own.id, type: 'reply', what: 'show' }, mona)
    expectCode(await open(), 'notAllowed')
    expect(await texts(carl, id)).toEqual(['for all'])
    await cloud.ask(remove, { id: own.id, type: 'reply' }, bert)
    expectCode(await open(), 'ok')
  })

  test('of many threads at once a new account gets as many through as one after the other, and one that is sent often counts once', async () => {
    const nora = await cloud.signUp('nora')
    const sent = await Promise.all(Array.from({ length: 12 }, () => begin(nora, { id: 'often-the-same-thread' })))
    expect(new Set(sent.map(({ code, data }) => `${code} ${data.id}`)).size).toBe(1)
    const codes = (await Promise.all(Array.from({ length: 30 }, () => begin(nora)))).map(({ code }) => code)
    expect(codes.filter((code) => code === Code.ok)).toHaveLength(9)
    expect(codes.filter((code) => code === Code.tooMany)).toHaveLength(21)
  })

  test('nobody fills the history by editing on and on', async () => {
    const { id } = (await begin(carl)).data
    const ownReply = (await answer(carl, id)).data
    const edits = []
    for (let nth = 0; nth < 31; nth += 1)
      edits.push(
        nth % 2 === 0
          ? await cloud.ask(editThread, { id, ...written, title: `Edit ${nth}` }, carl)
          : await cloud.ask(editReply, { id: ownReply.id, text: `Edit ${nth}` }, carl),
      )
    expect(edits.map(({ code }) => code)).toEqual([...Array.from({ length: 30 }, () => Code.ok), Code.tooMany])
  })

  test('a forbidden word is refused in every field of a post, also with invisible characters between its letters', async () => {
    await forbidWord(cloud, 'Sp\u00adam')
    const place = { name: 'A spam shop', lat: 1, lon: 1 }
    for (const [field, more] of Object.entries({
      title: { title: 'No ＳＰＡＭ here' },
      content: { content: 'no s\u200bp\ufe0fam\u2060 here' },
      tags: { tags: ['sp\u00adam'] },
      place: { place },
    })) {
      expect(await begin(mona, more), field).toMatchObject({ code: Code.invalid, data: { field, rule: 'words_forbidden' } })
      const { id } = (await begin(mona)).data
      expect(await cloud.ask(editThread, { id, ...written, ...more }, mona), field).toMatchObject({
        code: Code.invalid,
        data: { field },
      })
    }
    const { id } = (await begin(mona)).data
    expectCode(await answer(bert, id, { text: 's\u200dpam' }), 'invalid')
  })

  test('what no eye sees is no title, no text, no reply and no label', async () => {
    const { id } = (await begin(mona)).data
    for (const nothing of ['\u200b', '\u3164', '\u2800 \u00ad', '\u202e']) {
      expect(await answer(mona, id, { text: nothing })).toMatchObject({ code: Code.invalid, data: { rule: 'comment_filled' } })
      expect(await begin(mona, { title: nothing })).toMatchObject({ code: Code.invalid, data: { rule: 'title_filled' } })
      expect(await begin(mona, { content: nothing })).toMatchObject({ code: Code.invalid, data: { rule: 'content_filled' } })
      expect(await begin(mona, { tags: [nothing.trim()] })).toMatchObject({ code: Code.invalid, data: { rule: 'tag' } })
    }
    const { data } = await begin(mona, { title: '👨‍👩‍👧', content: '﷽', tags: ['☃️'] })
    expect(data).toMatchObject({ title: '👨‍👩‍👧', content: '﷽', tags: ['☃️'] })
  })

  test('the queue holds nothing that is gone: what was reported in a thread goes with it', async () => {
    const queue = async () => (await cloud.ask(reported, {}, mona)).data
    const { id } = (await begin(anna)).data
    for (const user of [bert, carl]) {
      const bad = (await answer(user, id)).data
      await cloud.ask(report, { id: bad.id, type: 'reply', reason: 'spam' }, mona)
    }
    expect((await queue()).total).toBe(2)
    await cloud.ask(remove, { id, type: 'thread' }, anna)
    expect(await queue()).toMatchObject({ total: 0, data: [] })
  })

  test('what is deleted, or hidden by a moderator, is not in notifications either, and no longer counts as unread', async () => {
    const vera = await cloud.signUp('vera')
    const { id } = (await begin(vera)).data
    const reminderTexts = async () => (await cloud.ask(notifications, {}, vera)).data.data.map(({ text }) => text)
    const count = async () => (await cloud.ask(unread, {}, vera)).data.reminders
    const replyWith = (text: string) => answer(bert, id, { text })
    const [gone, hidden] = [(await replyWith('embarrassing')).data, (await replyWith('abusive')).data]
    await replyWith('kind')
    await cloud.ask(like, { id, type: 'thread' }, carl)
    await expect.poll(reminderTexts).toHaveLength(4)
    expect(await count()).toBe(4)
    await cloud.ask(remove, { id: gone.id, type: 'reply' }, bert)
    await cloud.ask(moderate, { id: hidden.id, type: 'reply', what: 'hide' }, mona)
    await expect.poll(async () => (await reminderTexts()).sort()).toEqual(['A harbour', 'kind'])
    expect(await count()).toBe(2)
    await cloud.ask(remove, { id, type: 'thread' }, vera)
    await expect.poll(reminderTexts).toEqual([])
    expect(await count()).toBe(0)
  })

  test('drafts and cursors take nothing that none could be', async () => {
    expect(await cloud.ask(saveDraft, { id: newId(), thread_id: 'x'.repeat(50_000) }, anna)).toMatchObject({
      code: Code.invalid,
      data: { field: 'thread_id' },
    })
  })

  test('a picture belongs to one thread only, however many are sent at once; and unused pictures of a user are limited', async () => {
    const paul = await cloud.signUp('paul')
    const picture = (await upload(paul)).data.id
    const both = await Promise.all([1, 2].map(() => begin(paul, { images: [picture] })))
    expect(both.map(({ code }) => code).sort()).toEqual([Code.ok, Code.invalid])
    const draft = (await upload(paul)).data.id
    await cloud.ask(saveDraft, { id: newId(), images: [draft] }, paul)
    expect(JSON.stringify((await cloud.ask(exportData, {}, paul)).data)).toContain(draft)
    const many = await Promise.all(Array.from({ length: 80 }, () => upload(paul)))
    const taken = many.filter(({ code }) => code === Code.ok).length
    expect(taken).toBeLessThanOrEqual(60)
    expect((await upload(paul)).code).toBe(taken < 60 ? Code.ok : Code.tooMany)
  })

  test('who is named a moderator is banned no more', async () => {
    const nick = await cloud.signUp('nick')
    await cloud.ask(ban, { user_id: nick.user_id, days: 3 }, mona)
    expectCode(await begin(nick), 'notAllowed')
    await nameModerator(cloud, 'nick')
    expectCode(await begin(nick), 'ok')
  })
})
