import { expectCode } from '../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportData } from '@homeport/contract/account.ts'
import {
  getBullet,
  insertBullet,
  moderateBullet,
  removeBullet,
  reportBullet,
  reportedBullets,
  seriesVideo,
} from '@homeport/contract/guide.ts'
import { bulletMax } from '@homeport/contract/shape/film/bullet.ts'
import { ban } from '@homeport/contract/forum.ts'
import { block, unblock } from '@homeport/contract/people.ts'
import { forbidWord, nameModerator } from '../testing/moderator.ts'
import { eachCloud, type TestCloud } from '../testing/app-socket.ts'

const video_id = 'place'

eachCloud('guides', (start) => {
  let cloud: TestCloud
  let clock = Date.now()
  const people: Record<'anna' | 'bert', { token: string; user_id: string }> = {
    anna: { token: '', user_id: '' },
    bert: { token: '', user_id: '' },
  }
  beforeAll(async () => {
    cloud = await start({}, { now: () => clock })
    people.anna = await cloud.signUp('anna')
    people.bert = await cloud.signUp('bert')
  })
  afterAll(() => cloud.stop())

  const send = (name: 'anna' | 'bert', text: string, part: { id?: string; time_ms?: number } = {}) => {
    clock += 4_000
    return cloud.ask(insertBullet, { video_id, text, time_ms: 1_000, ...part }, people[name])
  }
  const seen = async (asker: { token?: string } = {}) =>
    (await cloud.ask(getBullet, { video_id }, asker)).data.data.map(({ text }) => text)

  test('anyone sees the guides, each language in its own words', async () => {
    const { data: en } = await cloud.ask(seriesVideo, {})
    const { data: zh } = await cloud.ask(seriesVideo, {}, { lang: 'zh' })
    expect(en.data.map(({ id }) => id)).toEqual(zh.data.map(({ id }) => id))
    expect(en.data[0]?.title).toBe('First steps')
    expect(zh.data[0]?.title).toBe('第一次使用')
    expect(en.data[0]?.videos[0]?.slides.length).toBeGreaterThan(3)
  })

  test('P30: a bullet comment comes back byte for byte, in the order of the video, to guests too', async () => {
    const words = ['<b>bold</b> & "quotes"', ' 前后空格 ', '👩‍👩‍👧 e\u0301', "'; drop table bullets --"]
    for (const [index, text] of words.entries())
      expect(await send('anna', text, { time_ms: 9_000 - index * 1_000 })).toMatchObject({
        code: Code.ok,
        data: { text, is_mine: true },
      })
    expect(await seen()).toEqual([...words].reverse())
    const { data } = await cloud.ask(getBullet, { video_id }, people.bert)
    expect(data.data.map(({ is_mine }) => is_mine)).toEqual([false, false, false, false])
  })

  test('what cannot stand is refused by its field; a guest signs in first; no video, no comment', async () => {
    for (const text of ['', '   ', '长'.repeat(bulletMax + 1)])
      expect(await send('anna', text)).toMatchObject({ code: Code.invalid, data: { field: 'text', rule: 'bullet_length' } })
    expect(await send('anna', 'two\nlines')).toMatchObject({
      code: Code.invalid,
      data: { field: 'text', rule: 'text_characters' },
    })
    expect(await send('anna', 'before', { time_ms: -1 })).toMatchObject({
      code: Code.invalid,
      data: { field: 'time_ms', rule: 'point' },
    })
    const { duration_ms = 0 } =
      (await cloud.ask(seriesVideo, {})).data.data.flatMap(({ videos }) => videos).find(({ id }) => id === video_id) ?? {}
    expect(await send('anna', 'beyond the end', { time_ms: duration_ms + 1 })).toMatchObject({
      code: Code.invalid,
      data: { field: 'time_ms', rule: 'range' },
    })
    expectCode(await send('anna', 'the end', { time_ms: duration_ms }), 'ok')
    expect(await send('anna', '\u200b\u3164')).toMatchObject({
      code: Code.invalid,
      data: { field: 'text', rule: 'bullet_length' },
    })
    expectCode(await cloud.ask(insertBullet, { video_id, text: 'hi', time_ms: 0 }), 'noToken')
    expectCode(await cloud.ask(insertBullet, { video_id: 'nowhere', text: 'hi', time_ms: 0 }, people.anna), 'notFound')
    expectCode(await cloud.ask(getBullet, { video_id: 'nowhere' }), 'notFound')
  })

  test('one sent again under its id is there once, and is answered even where the limit would refuse', async () => {
    const id = 'made-by-the-sender-1'
    const first = await send('bert', 'only once', { id })
    for (let again = 0; again < 3; again += 1)
      expect(await cloud.ask(insertBullet, { id, video_id, text: 'only once', time_ms: 1_000 }, people.bert)).toEqual(first)
    expect((await seen()).filter((text) => text === 'only once')).toHaveLength(1)
  })

  test('two people may make the same id; neither gets the other’s comment', async () => {
    const id = 'made-by-the-sender-2'
    expect(await send('anna', 'of anna', { id })).toMatchObject({ data: { text: 'of anna' } })
    expect(await send('bert', 'of bert', { id })).toMatchObject({ data: { text: 'of bert', is_mine: true } })
  })

  test('one after the other within three seconds is too fast, of many at once one wins, and the thirty-first of an hour waits', async () => {
    const { token } = await cloud.signUp('quick')
    const hurry = () => cloud.ask(insertBullet, { video_id: 'tv', text: 'quick', time_ms: 0 }, { token })
    const codes = await Promise.all(Array.from({ length: 10 }, async () => (await hurry()).code))
    expect(codes.sort()).toEqual([Code.ok, ...Array.from({ length: 9 }, () => Code.tooMany)])
    clock += 2_999
    expectCode(await hurry(), 'tooMany')
    for (let sent = 1; sent < 30; sent += 1) {
      clock += 3_000
      expectCode(await hurry(), 'ok')
    }
    clock += 3_000
    expectCode(await hurry(), 'tooMany')
    clock += 60 * 60_000
    expectCode(await hurry(), 'ok')
    expect((await cloud.ask(getBullet, { video_id: 'tv' })).data.data).toHaveLength(31)
  })

  test('P41: who commented by a clock that was ahead, and has been set back since, may comment, as often as otherwise', async () => {
    const { token } = await cloud.signUp('early')
    const hurry = async () => (await cloud.ask(insertBullet, { video_id: 'tv', text: 'early', time_ms: 0 }, { token })).code
    clock += 8 * 3_600_000
    for (let sent = 0; sent < 30; sent += 1) {
      expect(await hurry()).toBe(Code.ok)
      clock += 3_000
    }
    expect(await hurry()).toBe(Code.tooMany)
    clock -= 8 * 3_600_000
    expect(await hurry()).toBe(Code.ok)
    expect(await hurry()).toBe(Code.tooMany)
    clock += 3_000
    expect(await hurry()).toBe(Code.ok)
  })

  test('comments of users who blocked, or are blocked, are not shown; they are shown again after unblocking', async () => {
    await send('bert', 'bert is here')
    await cloud.ask(block, { user_id: people.bert.user_id }, people.anna)
    expect(await seen(people.anna)).not.toContain('bert is here')
    expect(await seen(people.bert)).not.toContain('of anna')
    expect(await seen()).toContain('bert is here')
    await cloud.ask(unblock, { user_id: people.bert.user_id }, people.anna)
    expect(await seen(people.anna)).toContain('bert is here')
  })

  test('P18: a comment of one realm is not shown in the other; the export of one’s own data has it', async () => {
    expect((await cloud.ask(getBullet, { video_id }, { lang: 'zh' })).data.data).toEqual([])
    const { data } = await cloud.ask(exportData, {}, people.bert)
    expect(JSON.stringify(data)).toContain('bert is here')
    expect(JSON.stringify(data)).not.toContain('of anna')
  })

  test('one’s own comment is taken back, another’s is not', async () => {
    const { data } = await send('anna', 'too soon')
    expectCode(await cloud.ask(removeBullet, { id: data.id }, people.bert), 'notAllowed')
    expectCode(await cloud.ask(removeBullet, { id: data.id }, people.anna), 'ok')
    expect(await seen()).not.toContain('too soon')
    expectCode(await cloud.ask(removeBullet, { id: data.id }, people.anna), 'notFound')
  })

  test('what people report comes to the moderators, who hide it from everybody or let it be', async () => {
    const mona = await cloud.signUp('mona')
    await nameModerator(cloud, 'mona')
    const bad = (await send('bert', 'buy now')).data
    const fine = (await send('bert', 'all is well')).data
    for (const user of [people.anna, mona]) await cloud.ask(reportBullet, { id: bad.id, reason: 'spam' }, user)
    clock += 1_000
    await cloud.ask(reportBullet, { id: bad.id, reason: 'other', text: 'again and again' }, people.anna)
    await cloud.ask(reportBullet, { id: fine.id, reason: 'abuse' }, people.anna)
    expect(await cloud.ask(reportBullet, { id: fine.id, reason: 'other' }, people.anna)).toMatchObject({
      code: Code.invalid,
      data: { field: 'text', rule: 'required' },
    })
    expectCode(await cloud.ask(reportedBullets, {}, people.anna), 'notAllowed')
    expectCode(await cloud.ask(moderateBullet, { id: bad.id, what: 'hide' }, people.anna), 'notAllowed')
    const queue = async () => (await cloud.ask(reportedBullets, {}, mona)).data
    expect(await queue()).toMatchObject({
      total: 2,
      data: [
        { id: bad.id, video_id, author: { username: 'bert' }, reports: [{ reason: 'spam' }, { text: 'again and again' }] },
        { id: fine.id },
      ],
    })
    await cloud.ask(moderateBullet, { id: bad.id, what: 'hide' }, mona)
    await cloud.ask(moderateBullet, { id: fine.id, what: 'dismiss' }, mona)
    expect(await queue()).toEqual({ data: [], total: 0, page: 1, limit: 99 })
    for (const asker of [{}, people.bert, mona]) expect(await seen(asker)).not.toContain('buy now')
    expect(await seen()).toContain('all is well')
    expectCode(await cloud.ask(reportBullet, { id: bad.id, reason: 'spam' }, people.anna), 'notFound')
    await cloud.ask(moderateBullet, { id: bad.id, what: 'show' }, mona)
    expect(await seen()).toContain('buy now')
  })

  test('no comment holds a forbidden word, and one who is banned sends none', async () => {
    const mona = await cloud.signUp('mona2')
    await nameModerator(cloud, 'mona2')
    await forbidWord(cloud, 'casino')
    expect(await send('anna', 'best CASINO here')).toMatchObject({
      code: Code.invalid,
      data: { field: 'text', rule: 'words_forbidden' },
    })
    await cloud.ask(ban, { user_id: people.anna.user_id, days: 1 }, mona)
    expectCode(await send('anna', 'let me'), 'notAllowed')
    await cloud.ask(ban, { user_id: people.anna.user_id, days: 0 }, mona)
    expectCode(await send('anna', 'let me'), 'ok')
  })
})
