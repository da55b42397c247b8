/** People are found by their current names, immediately after a change. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveProfile } from '@homeport/contract/account.ts'
import { searchPeople } from '@homeport/contract/forum-search.ts'
import { block, follow, unblock, unfollow } from '@homeport/contract/people.ts'
import { addUser, blankUser, saveProfileOf, setErase } from '../../account/store.ts'
import { countTurns } from '../../../../testing/count-turns.ts'
import { eachCloud, type TestCloud } from '../../testing/app-socket.ts'
import { eachDb, type TestDb } from '../../testing/db.ts'
import { findPeople, indexAllNames } from './people-index.store.ts'
import { guest } from '../post/viewer.ts'

eachDb('people’s names', (open) => {
  let opened: TestDb
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.drop())

  async function join(username: string, nickname: string): Promise<void> {
    await opened.db.transaction().execute(async (trx) => {
      await addUser(trx, { user_id: `id-${username}`, username, password_hash: '', created_at: 0 })
      await saveProfileOf(trx, `id-${username}`, { nickname })
    })
  }
  const slice = (q: string, more: { cursor?: string; limit?: number } = {}) =>
    findPeople(opened.db, guest, { q, cursor: '', limit: 20, ...more })
  async function find(q: string): Promise<string[]> {
    await indexAllNames(opened.db)
    return (await slice(q)).data.map(({ username }) => username)
  }

  test('Chinese by any two neighbours or one letter, English by the beginning of a word, one typo forgiven', async () => {
    await join('moonlit', '月下独酌的人')
    await join('harbour', 'Anna Übermut')
    await join('jack_tar', '港口老水手')
    for (const q of ['月下', '独酌', '的人', '下独酌', '人', 'moon', 'ＭＯＯＮ', 'monolit', 'moonlits'])
      expect(await find(q), q).toEqual(['moonlit'])
    for (const q of ['anna', 'uber', 'Über', 'ubermt', 'anna uber', 'Uber anna', 'harb'])
      expect(await find(q), q).toEqual(['harbour'])
    for (const q of ['tar', 'jack', 'jack_', '水手 港口', 'tar 水手']) expect(await find(q), q).toEqual(['jack_tar'])
    for (const q of ['月独', 'onlit', 'nna', '%', '_', '"\' OR : * ( ) ^ -', '\u0301', 'anna tar'])
      expect(await find(q), q).toEqual([])
  })

  test('P43: others are served while many names are indexed', async () => {
    for (let at = 0; at < 300; at += 1) await join(`person${at}`, '')
    expect(await countTurns(() => indexAllNames(opened.db))).toBeGreaterThanOrEqual(6)
    expect((await slice('person299')).data).toHaveLength(1)
  })

  test('who is called just so stands first, then whose name begins so, and page by page each comes once', async () => {
    await join('older', 'Big Tom')
    await join('tommy', 'Tommy Tom')
    await join('other', 'Tom')
    await join('newer', 'Little Tom')
    await join('toma', 'Not one')
    const all = ['other', 'toma', 'tommy', 'newer', 'older']
    expect(await find('tom')).toEqual(all)
    const seen: string[] = []
    for (let cursor = '', page = 0; page === 0 || cursor !== ''; page += 1) {
      const { data, next } = await slice('tom', { cursor, limit: 1 })
      seen.push(...data.map(({ username }) => username))
      cursor = next
    }
    expect(seen).toEqual(all)
    for (const wrong of ['0', '20', 'n', 'w1.2', 'x1', 'n-1'])
      await expect(slice('tom', { cursor: wrong }), wrong).rejects.toThrow(expect.objectContaining({ code: Code.invalid }))
  })

  test('P36: nothing of an erased person’s names is left in any table of words', async () => {
    await join('canary', 'Yellow Canary 金丝雀')
    await join('other', 'Yellow Other')
    expect(await find('canary')).toEqual(['canary'])
    await opened.db.transaction().execute(async (trx) => {
      await setErase(trx, 'id-canary', { erase_at: 1, erase_posts: 'delete' })
      await blankUser(trx, 'id-canary', 2)
    })
    expect((await slice('canary')).data).toEqual([])
    await indexAllNames(opened.db)
    const { db } = opened
    expect(await db.selectFrom('people_names').select('key').orderBy('key').execute()).toEqual([
      { key: 'other' },
      { key: 'yellow other' },
    ])
    expect(await db.selectFrom('search_words').select(['word', 'threads']).orderBy('word').execute()).toEqual([
      { word: '@other', threads: 1 },
      { word: '@yellow', threads: 1 },
    ])
    expect(await db.selectFrom('search_forms').select('word').distinct().orderBy('word').execute()).toEqual([
      { word: '@other' },
      { word: '@yellow' },
    ])
    for (const table of ['people_nos', 'people_stale'] as const)
      expect(await db.selectFrom(table).select('user_id').where('user_id', '=', 'id-canary').execute(), table).toEqual([])
    for (const q of ['canary', '金丝', 'canari']) expect(await find(q), q).toEqual([])
  })
})

eachCloud('finding people', (start) => {
  let cloud: TestCloud
  let anna: { token: string; user_id: string }
  let bert: { token: string; user_id: string }
  beforeAll(async () => {
    cloud = await start()
    anna = await cloud.signUp('anna')
    bert = await cloud.signUp('bert')
  })
  afterAll(() => cloud.stop())

  const find = async (q: string, asker = bert) =>
    (await cloud.ask(searchPeople, { q }, asker)).data.data.map(({ username }) => username)

  test('who has just come, or is called otherwise, is found by that at once, and by the old name no more', async () => {
    expect(await find('anna')).toEqual(['anna'])
    await cloud.ask(saveProfile, { nickname: '灯塔看守人' }, anna)
    expect(await find('看守')).toEqual(['anna'])
    await cloud.ask(saveProfile, { nickname: 'Lighthouse' }, anna)
    expect(await find('看守')).toEqual([])
    expect(await find('lighthuose')).toEqual(['anna'])
    await cloud.signUp('carl')
    expect(await find('carl')).toEqual(['carl'])
  })

  test('each one found says whether the asker follows them, and whether they follow the asker; a guest is told neither', async () => {
    const flags = async (q: string, asker?: { token: string }) =>
      (await cloud.ask(searchPeople, { q }, asker)).data.data.map(({ is_followed, follows_me, is_blocked }) => [
        is_followed,
        follows_me,
        is_blocked,
      ])
    await cloud.ask(follow, { user_id: anna.user_id }, bert)
    // By the beginning of the name, and by its words.
    for (const q of ['lighthouse', 'lighthuose']) {
      expect(await flags(q, bert), q).toEqual([[true, false, false]])
      expect(await flags(q), q).toEqual([[false, false, false]])
    }
    expect(await flags('bert', anna)).toEqual([[false, true, false]])
    await cloud.ask(unfollow, { user_id: anna.user_id }, bert)
    expect(await flags('lighthouse', bert)).toEqual([[false, false, false]])
    await cloud.ask(follow, { user_id: anna.user_id }, bert)
    await cloud.ask(block, { user_id: bert.user_id }, anna)
    expect(await flags('lighthouse', bert)).toEqual([])
    await cloud.ask(unblock, { user_id: bert.user_id }, anna)
    expect(await flags('lighthouse', bert)).toEqual([[false, false, false]])
  })

  test('P16: across a block neither finds the other', async () => {
    for (const user of [anna, bert]) {
      const other = user === anna ? bert : anna
      await cloud.ask(block, { user_id: other.user_id }, user)
      expect(await find('anna')).toEqual([])
      expect(await find('lighthouse')).toEqual([])
      expect(await find('bert', anna)).toEqual([])
      await cloud.ask(unblock, { user_id: other.user_id }, user)
    }
    expect(await find('anna')).toEqual(['anna'])
  })
})
