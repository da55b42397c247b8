/** Searches without marks, and for names with signs, in threads, replies, people and tags. Lucene's word delimiters split at every sign; here C++ and .NET keep theirs, so that they do not find every C. */
import { post, reply, tags } from '@homeport/contract/forum.ts'
import { searchPeople, searchReplies, searchThreads } from '@homeport/contract/forum-search.ts'
import { saveProfile } from '@homeport/contract/account.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../kit/auth.ts'
import { eachCloud, type TestCloud } from '../../testing/app-socket.ts'
import { signUpAll, type TestUser } from '../../testing/forum-people.ts'

const titles = [
  'Łódź, Straße, Smørrebrød',
  'Learning C++ in a week',
  'C or Pascal',
  'C# and F# notes',
  '使用.NET开发',
  'ASP.NET hosting',
  'The net is down',
  'node.js on a box',
  'Call AT&T support',
  'An attempt at it, don’t laugh',
  'Old R&B records',
  'R & B again',
  'Rubber bands',
  '1+1, a film',
  'Eleven 11',
  '9½ Weeks',
  'Se7en',
  'WALL·E',
  'M*A*S*H reruns',
  'S.W.A.T. team',
  'Amélie',
  'Tickets at $9.99',
  'Number 999',
  '¡Three Amigos! 🎬',
  'X-Men and e-mails',
  'Émile Ёлка أَحْمَد',
  'スター・ウォーズの夜',
  '基努·里维斯在港口',
  'ｶﾞﾝﾀﾞﾑとがんばれ',
  'スタジオの旗ー',
]

/** Typed searches, and the titles that each of them finds. */
const queries: [string, string[]][] = [
  ['lodz', ['Łódź, Straße, Smørrebrød']],
  ['Łódź', ['Łódź, Straße, Smørrebrød']],
  ['strasse smorrebrod', ['Łódź, Straße, Smørrebrød']],
  ['STRAẞE', ['Łódź, Straße, Smørrebrød']],
  ['C++', ['Learning C++ in a week']],
  ['c#', ['C# and F# notes']],
  ['F#', ['C# and F# notes']],
  ['.NET', ['ASP.NET hosting', '使用.NET开发']],
  ['asp.net', ['ASP.NET hosting']],
  ['node.js', ['node.js on a box']],
  ['AT&T', ['Call AT&T support']],
  ['att', ['An attempt at it, don’t laugh', 'Call AT&T support']],
  ['dont', ['An attempt at it, don’t laugh']],
  ['R&B', ['R & B again', 'Old R&B records']],
  ['1+1', ['1+1, a film']],
  ['9½', ['9½ Weeks']],
  ['9 1/2 weeks', ['9½ Weeks']],
  ['se7en', ['Se7en']],
  ['wall-e', ['WALL·E']],
  ['walle', ['WALL·E']],
  ['M*A*S*H', ['M*A*S*H reruns']],
  ['mash', ['M*A*S*H reruns']],
  ['swat', ['S.W.A.T. team']],
  ['S.W.A.T.', ['S.W.A.T. team']],
  ['amelie', ['Amélie']],
  ['$9.99', ['Tickets at $9.99']],
  ['¡three amigos!', ['¡Three Amigos! 🎬']],
  ['🎬', []],
  ['xmen', ['X-Men and e-mails']],
  ['e-mail', ['X-Men and e-mails']],
  ['emails', ['X-Men and e-mails']],
  ['елка', ['Émile Ёлка أَحْمَد']],
  ['スター', ['スター・ウォーズの夜']],
  ['スターウォーズ', ['スター・ウォーズの夜']],
  ['スター＝ウォーズ', ['スター・ウォーズの夜']],
  ['ウォーズ', ['スター・ウォーズの夜']],
  ['基努里维斯', ['基努·里维斯在港口']],
  ['基努•里维斯', ['基努·里维斯在港口']],
  ['里维斯', ['基努·里维斯在港口']],
  ['すたー', ['スター・ウォーズの夜']],
  ['ｽﾀｰ うぉーず', ['スター・ウォーズの夜']],
  ['がんだむ', ['ｶﾞﾝﾀﾞﾑとがんばれ']],
  ['ガンバレ', ['ｶﾞﾝﾀﾞﾑとがんばれ']],
  ['احمد', ['Émile Ёлка أَحْمَد']],
]

eachCloud('letters and signs in the search', (start) => {
  let cloud: TestCloud
  let people: Record<'anna' | 'bert' | 'carl' | 'mona', TestUser>
  beforeAll(async () => {
    cloud = await start()
    people = await signUpAll(cloud)
    const options = { reverse: false, author_only: false, notify: true }
    const users = Object.values(people)
    let last = ''
    for (const [at, title] of titles.entries()) {
      const form = { id: newId(), board_id: 213, title, content: 'words', tags: at === 0 ? ['Łódź'] : [], options }
      const response = await cloud.ask(post, form, users[at % users.length])
      last = response.data.id
    }
    for (const [at, text] of titles.entries())
      await cloud.ask(reply, { id: newId(), thread_id: last, text }, users[at % users.length])
  })
  afterAll(() => cloud.stop())

  test.each(queries)('%s finds %j', async (q, hits) => {
    const { data } = (await cloud.ask(searchThreads, { q, limit: 50 })).data
    expect(data.map(({ title }) => title).toSorted()).toEqual(hits.toSorted())
    const replies = (await cloud.ask(searchReplies, { q, limit: 50 })).data.data
    const texts = replies.map(({ marked_text }) => marked_text.map(({ text }) => text).join(''))
    expect(texts.map((text) => text.replaceAll('*', '')).toSorted()).toEqual(
      hits.map((text) => text.replaceAll('*', '')).toSorted(),
    )
  })

  test('c finds C++ too: every word is found by its beginning', async () => {
    const { data } = (await cloud.ask(searchThreads, { q: 'c', limit: 50 })).data
    expect(data.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Learning C++ in a week', 'C or Pascal', 'C# and F# notes']),
    )
  })

  test('a typo in a word with marks is forgiven', async () => {
    const { data } = (await cloud.ask(searchThreads, { q: 'smorebrod' })).data
    expect(data.map(({ title }) => title)).toEqual(['Łódź, Straße, Smørrebrød'])
  })

  test('the hit is marked in the letters that stand there', async () => {
    const { data } = (await cloud.ask(searchThreads, { q: 'lodz strasse' })).data
    expect(data[0]?.marked_title.filter(({ is_hit }) => is_hit).map(({ text }) => text)).toEqual(['Łódź', 'Straße'])
  })

  test('people and tags come up without their marks', async () => {
    await cloud.ask(saveProfile, { nickname: 'Gülşen Ørsted' }, people.anna)
    const response = await cloud.ask(searchPeople, { q: 'gulsen orsted' })
    expect(response.data.data.map(({ nickname }) => nickname)).toEqual(['Gülşen Ørsted'])
    for (const q of ['lod', 'Łó'])
      expect(
        (await cloud.ask(tags, { q })).data.data.map(({ tag }) => tag),
        q,
      ).toEqual(['Łódź'])
  })
})
